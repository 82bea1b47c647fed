// SPDX-License-Identifier: Apache-2.0

import Flipbook
import FlipbookDisplay
import Testing

@testable import Kiosk

/// A bar of one colour, as wide as the last progress.
private struct Bar: Animation, Sendable {
  var color = Color(hex: 0x00FF00)
  var width = Fixed.zero

  mutating func apply(_ command: Command, at time: Instant) {
    if case .progress(channel: 1, let percent) = command { width = percent.target }
  }

  func draw(at time: Instant, in box: AnimationBox, style: Void, into scene: inout Scene) {
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: box.width * width, height: box.height)),
      paint: .solid(color), transform: box.transform)
  }

  func nextChange(after time: Instant, in box: AnimationBox, style: Void) -> NextChange { .never }
  func state(at time: Instant) -> StageState { .running }
  func stateChange(after time: Instant) -> Instant? { nil }
  func progress(at time: Instant, channel: Int) -> Fixed { width }
  func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { (stageWidth, 4) }
}

/// Takes turns at each deadline until there is none; returns the events.
private func settle<Content: Animation>(
  _ loop: inout DisplayLoop<Content>, from start: Instant
) throws -> [DisplayEvent] {
  var now = start
  var events: [DisplayEvent] = []
  for _ in 0..<100 {
    events += try loop.dispatch(at: now)
    guard let next = loop.nextDeadline else { return events }
    now = max(now, next)
  }
  Issue.record("the loop does not come to rest")
  return events
}

@Suite struct DisplayTests {
  private func bar(_ settings: [OutputSettings] = []) throws -> DisplayLoop<Bar> {
    try Display(.memory(width: 40, height: 20), outputs: settings)
      .start(DisplayStage(Bar(), style: (), fillsDisplay: true))
  }

  @Test func `an output is reported, and then its frame with the time of the vblank`() throws {
    var loop = try bar()
    let begin = Display.now
    let events = try settle(&loop, from: begin)
    #expect(
      events.first == .outputAdded("memory", width: 40, height: 20, refreshMillihertz: 60_000))
    guard case .frameShown("memory", let vblank)? = events.dropFirst().first else {
      Issue.record("no frame: \(events)")
      return
    }
    #expect(events.count == 2 && vblank >= begin)
    #expect(loop.fileDescriptors.isEmpty)
  }

  @Test func `a command is in the next frame, and a still stage has no deadline`() throws {
    var loop = try bar()
    _ = try settle(&loop, from: Display.now)
    #expect(loop.snapshot()?.pixels == [UInt32](repeating: 0, count: 800))
    loop.apply(.progress(channel: 1, percent: 50))
    let events = try settle(&loop, from: Display.now)
    #expect(events.count == 1 && loop.nextDeadline == nil)
    let row = (0..<40).map { $0 < 20 ? UInt32(0x00FF00) : 0 }
    #expect(loop.snapshot()?.pixels == (0..<20).flatMap { _ in row })
  }

  @Test func `an animation is changed by what no command has`() throws {
    var loop = try bar()
    loop.apply(.progress(channel: 1, percent: 100))
    _ = try settle(&loop, from: Display.now)
    loop.update { bar, _ in bar.color = Color(hex: 0x123456) }
    _ = try settle(&loop, from: Display.now)
    #expect(loop.snapshot()?.pixels.first == 0x123456)
  }

  @Test func `settings turn the frame and set its scale`() throws {
    var loop = try bar([OutputSettings(scale: 2, rotation: .degrees90)])
    loop.apply(.progress(channel: 1, percent: 50))
    _ = try settle(&loop, from: Display.now)
    // The left half of the stage is the upper half of the memory.
    let pixels = try #require(loop.snapshot()?.pixels)
    #expect(pixels.prefix(400).allSatisfy { $0 == 0x00FF00 })
    #expect(pixels.suffix(400).allSatisfy { $0 == 0 })
  }

  @Test func `suspend, resume and the end are reported`() throws {
    var loop = try bar()
    _ = try settle(&loop, from: Display.now)
    loop.suspend()
    #expect(try settle(&loop, from: Display.now) == [.suspended])
    loop.resume()
    #expect(try loop.dispatch(at: Display.now) == [.resumed])
    loop.handOver(retain: true)
    #expect(try loop.dispatch(at: Display.now) == [.ended(isTakenOver: false)])
    #expect(try loop.dispatch(at: Display.now) == [])
  }

  @Test func `run returns after the hand-over`() throws {
    let display = try Display(.memory(width: 8, height: 8))
    var events: [DisplayEvent] = []
    try display.run(DisplayStage(Bar(), style: ())) { event, loop in
      events.append(event)
      if case .frameShown = event { loop.handOver(retain: false) }
    }
    #expect(events.count == 3 && events.last == .ended(isTakenOver: false))
  }

  @Test func `events are awaited, and commands performed on the display's thread`() async throws {
    let (events, perform) = try Display(.memory(width: 8, height: 8))
      .events(of: DisplayStage(Bar(), style: ()))
    var frameCount = 0
    var last: DisplayEvent?
    for await event in events {
      last = event
      guard case .frameShown = event else { continue }
      frameCount += 1
      perform { loop in
        loop.apply(.progress(channel: 1, percent: 100))
      }
      if frameCount == 2 { perform { $0.handOver(retain: false) } }
    }
    #expect(frameCount == 2 && last == .ended(isTakenOver: false))
  }

  @Test(arguments: [
    (DisplaySource.memory(width: 0, height: 8), [OutputSettings()], "a side is from 1 to 16384"),
    (.automatic, [OutputSettings("HDMI A")], "'HDMI A' is not a connector"),
    (.automatic, [OutputSettings](repeating: OutputSettings(), count: 33), "more than 32 settings"),
    (.card(String(repeating: "/", count: 5000)), [], "path"),
  ])
  func `a wrong argument is refused with a line`(
    _ source: DisplaySource, _ settings: [OutputSettings], _ reason: String
  ) {
    do {
      _ = try Display(source, outputs: settings)
      Issue.record("it was accepted")
    } catch {
      #expect(error.description.contains(reason))
    }
  }

  @Test func `a path that is no card is a failure, and no end`() throws {
    var loop = try Display(.card("/dev/null"), takesTerminal: false)
      .start(DisplayStage(Bar(), style: ()))
    let events = try loop.dispatch(at: Display.now)
    guard case .failure(of: "/dev/null", let reason)? = events.first else {
      Issue.record("no failure: \(events)")
      return
    }
    #expect(reason.contains("not a KMS device"))
  }
}
