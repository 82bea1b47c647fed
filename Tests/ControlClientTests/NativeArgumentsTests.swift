// SPDX-License-Identifier: Apache-2.0

import ControlClient
import Testing
import Text

@Suite struct NativeArgumentsTests {
  private func line(_ words: String...) throws -> String {
    try withArguments(words) { words in String(try NativeArguments(words).line.bytes) }
  }

  private func isRefused(_ words: String...) -> Bool {
    withArguments(words) { words in (try? NativeArguments(words)) == nil }
  }

  @Test func `words become the daemon's line`() throws {
    #expect(try line("progress", "42.5") == "progress 42.5")
    #expect(try line("progress", "unknown", "--channel", "2") == "progress/2 unknown")
    #expect(try line("message", "two", "words") == "message two words")
    #expect(try line("message") == "message")
    #expect(try line("message", "--slot=2", "two", "words") == "message/2 two words")
    #expect(try line("message", "--", "--json") == "message --json")
    #expect(try line("message", "a\nquit\u{1B}") == "message a quit ")
    #expect(try line("quit", "--retain") == "quit --retain")
    #expect(try line("eta", "60") == "eta 60")
  }

  @Test func `options may stand anywhere`() throws {
    try withArguments(["--socket=/a", "status", "--json", "--timeout", "250"]) { words in
      let arguments = try NativeArguments(words)
      let socket = String(arguments.socket(in: words))
      #expect(socket == "/a")
      #expect(arguments.isJSON && arguments.limitNanoseconds == 250_000_000)
      guard case .run(.status) = arguments.purpose else {
        Issue.record("not status")
        return
      }
    }
  }

  @Test func `what makes no sense is refused`() {
    #expect(isRefused())
    #expect(isRefused("bogus"))
    #expect(isRefused("plymouth", "--ping"))
    #expect(isRefused("start", "now"))
    #expect(isRefused("progress", "1", "2"))
    #expect(isRefused("start", "--retain"))
    #expect(isRefused("start", "--json"))
    #expect(isRefused("start", "--channel=2"))
    #expect(isRefused("progress", "1", "--slot=2"))
    #expect(isRefused("message", "a", "--channel=2"))
    #expect(isRefused("status", "--socket"))
    #expect(isRefused("status", "--timeout=0"))
    #expect(isRefused("status", "--timeout=x"))
  }

  @Test func `the help has all commands`() {
    let help = String(describing: NativeHelp.text)
    var number = 0
    while let command = NativeCommand(rawValue: number) {
      #expect(help.contains("\(String(command.word))"))
      number += 1
    }
    #expect(number == 18)
  }
}
