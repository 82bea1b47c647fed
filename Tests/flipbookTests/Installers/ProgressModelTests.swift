import Testing

@testable import Installers

@Suite struct ProgressModelTests {
  @Test func `progress that goes back is not shown`() {
    let told = Telling([
      .overall(Percentage(whole: 50)), .overall(Percentage(whole: 40)), .message("b"),
    ])
    #expect(told.commands == ["progress 50", "message b"])
  }

  @Test func `100 is shown only at success`() {
    var told = Telling([.overall(.hundred), .overall(.hundred)])
    #expect(told.commands == ["progress 99"])
    told.add([.succeeded])
    // Whatever message is shown goes, also one of somebody else.
    #expect(told.commands == ["progress 99", "message", "done"])
    #expect(told.model.overall == .hundred)
  }

  @Test func `success takes the message away and is told once`() {
    let told = Telling([.message("a"), .succeeded, .succeeded, .message("b")])
    #expect(told.commands == ["message a", "message", "done"])
  }

  @Test func `a step may go back, as the next one begins`() {
    let told = Telling([.step(.hundred), .step(.hundred), .step(.zero)])
    #expect(told.commands == ["progress/2 100", "progress/2 0"])
  }

  @Test func `a failure keeps its first reason until something new starts`() {
    var told = Telling([.failed("a"), .failed("b"), .overall(.hundred), .succeeded])
    #expect(told.commands == ["message a", "fail"])
    told.add([.started, .overall(.zero)])
    #expect(told.commands.suffix(4) == ["reset", "message", "start", "progress 0"])
  }

  @Test func `unknown progress becomes known again where it was`() {
    let told = Telling([
      .overall(Percentage(whole: 20)), .unknown, .unknown, .overall(Percentage(whole: 10)),
    ])
    #expect(told.commands == ["progress 20", "progress unknown", "progress 20"])
  }

  @Test func `a message is cut to what the daemon takes, between characters`() throws {
    let told = Telling([.message(String(repeating: "ä", count: 200) + "\nx")])
    let message = try #require(told.messages.first)
    #expect(message.utf8.count == 254)
    #expect(message.allSatisfy { $0 == "ä" })
  }

  @Test func `the time left is told where it changes, and forgotten with the progress`() {
    var told = Telling((0...30).map { .overall(Percentage(whole: $0)) })
    let times = told.commands.filter { $0.hasPrefix("eta ") }
    #expect(times.first == "eta 120" && times.count < 5)
    told.add([.unknown])
    #expect(told.commands.suffix(2) == ["progress unknown", "eta unknown"])
  }

  @Test func `the time left joins the message and changes with it`() {
    var told = Telling(
      (0...10).map { .overall(Percentage(whole: $0)) } + [.message("Unpacking")],
      showsRemaining: true)
    // A percent a second.
    #expect(told.messages.last == "Unpacking – about 2 min left")
    told.add((11...60).map { .overall(Percentage(whole: $0)) })
    #expect(told.messages.last == "Unpacking – about 40 s left")
    told.add([.succeeded])
    #expect(told.commands.suffix(2) == ["message", "done"])
  }
}
