import Testing

@testable import flipbook

@Suite struct PlymouthArgumentsTests {
  private func calls(_ words: String...) throws -> [PlymouthArguments.Call] {
    try PlymouthArguments(words).calls
  }

  @Test func `values stand behind an equals sign or in the next word, and the last counts`() throws
  {
    let asked = [PlymouthArguments.Call(name: "display-message", options: ["text": "a=b"])]
    #expect(try calls("display-message", "--text=a=b") == asked)
    #expect(try calls("display-message", "--text", "a=b") == asked)
    #expect(try calls("message", "--text=x", "--text=a=b") == asked)
  }

  @Test func `general options come before a subcommand`() throws {
    let arguments = try PlymouthArguments(["--wait", "--update=a", "quit", "--retain-splash"])
    #expect(arguments.general.options == ["wait": "", "update": "a"])
    #expect(arguments.calls == [.init(name: "quit", options: ["retain-splash": ""])])
  }

  @Test func `what nobody knows is refused, except a subcommand's options`() throws {
    #expect(throws: PlymouthArguments.Misuse.self) { try PlymouthArguments(["bogus"]) }
    #expect(throws: PlymouthArguments.Misuse.self) { try PlymouthArguments(["--bogus"]) }
    #expect(throws: PlymouthArguments.Misuse.self) {
      try PlymouthArguments(["update", "--status"])
    }
    #expect(try calls("quit", "--newer-option") == [.init(name: "quit")])
  }

  @Test func `the help has what scripts look for, in its place`() throws {
    let help = PlymouthHelp.text
    let modes = try #require(help.firstRange(of: "Options for change-mode command:"))
    let next = try #require(help.firstRange(of: "Options for system-update command:"))
    #expect(help[modes.upperBound..<next.lowerBound].contains("  --system-upgrade "))
    for command in PlymouthSubcommand.all { #expect(help.contains("  \(command.name) ")) }
  }

  @Test func `the program is Plymouth's client by its name or by its first word`() {
    #expect(PlymouthCommand.words(of: ["/usr/bin/plymouth", "--ping"]) == ["--ping"])
    #expect(PlymouthCommand.words(of: ["flipbook", "plymouth", "--help"]) == ["--help"])
    #expect(PlymouthCommand.words(of: ["flipbook", "message", "plymouth"]) == nil)
  }
}
