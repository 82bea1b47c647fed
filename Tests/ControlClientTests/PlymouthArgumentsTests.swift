// SPDX-License-Identifier: Apache-2.0

import ControlClient
import Linux
import Stage
import Testing
import Text

@Suite struct PlymouthArgumentsTests {
  /// All commands after the options before the first command.
  private func calls(_ words: borrowing ProgramArguments) throws -> [PlymouthCall] {
    var reader = PlymouthCallReader()
    _ = try reader.next(words)
    var calls: [PlymouthCall] = []
    while let call = try reader.next(words) { calls.append(call) }
    return calls
  }

  /// Whether the words are invalid.
  private func isMisuse(_ words: String...) -> Bool {
    withArguments(words) { words in (try? calls(words)) == nil }
  }

  @Test(arguments: [
    ["display-message", "--text=a=b"], ["display-message", "--text", "a=b"],
    ["message", "--text=x", "--text=a=b"],
  ])
  func `values stand behind an equals sign or in the next word, and the last counts`(
    _ words: [String]
  ) throws {
    try withArguments(words) { words in
      let all = try calls(words)
      let call = try #require(all.first)
      let value = String(call.value(of: .text, in: words))
      #expect(call.command == .displayMessage && call.has(.text) && value == "a=b")
    }
  }

  @Test func `general options come before a command`() throws {
    try withArguments(["--wait", "--update=a", "quit", "--retain-splash"]) { words in
      var reader = PlymouthCallReader()
      let first = try reader.next(words)
      let general = try #require(first)
      #expect(general.command == nil && general.has(.wait) && general.has(.update))
      #expect(!general.has(.ping) && !general.has(.retainSplash))
      let value = String(general.value(of: .update, in: words))
      #expect(value == "a")
      let second = try reader.next(words)
      let quit = try #require(second)
      #expect(quit.command == .quit && quit.has(.retainSplash) && !quit.has(.wait))
      let third = try reader.next(words)
      #expect(third == nil)
    }
  }

  @Test func `each mode is an option of change-mode, and of several the first counts`()
    throws
  {
    for mode in MachineMode.allCases {
      let option = "--" + String(mode.word)
      try withArguments(["change-mode", "--system-reset", option]) { words in
        let all = try calls(words)
        #expect(all.count == 1 && all[0].mode == mode)
      }
      try withArguments(["quit", option]) { words in
        let all = try calls(words)
        #expect(all.count == 1 && all[0].mode == nil)
      }
    }
  }

  @Test func `an empty value is one, and none at all is a mistake`() throws {
    try withArguments(["ask-for-password", "--prompt="]) { words in
      let all = try calls(words)
      let call = try #require(all.first)
      let isEmpty = call.value(of: .prompt, in: words).isEmpty
      #expect(call.has(.prompt) && isEmpty)
    }
    #expect(isMisuse("update", "--status"))
  }

  @Test func `what nobody knows is refused, except a command's options`() throws {
    #expect(isMisuse("bogus"))
    #expect(isMisuse("--bogus"))
    #expect(isMisuse("-h"))
    try withArguments(["quit", "--newer-option"]) { words in
      let calls = try calls(words)
      #expect(calls.count == 1 && calls.first?.command == .quit)
    }
  }

  @Test func `the help has all commands and options, and what scripts look for in its place`()
    throws
  {
    let help = String(describing: PlymouthHelp.text)
    let modes = try #require(help.firstRange(of: "Options for change-mode command:"))
    let next = try #require(help.firstRange(of: "Options for system-update command:"))
    #expect(help[modes.upperBound..<next.lowerBound].contains("  --system-upgrade "))
    var number = 0
    while let command = PlymouthCommand(rawValue: number) {
      #expect(help.contains("\n  \(String(command.word)) "))
      number += 1
    }
    #expect(number == 19)
    number = 0
    while let option = PlymouthOption(rawValue: number) {
      let name = String(option.word)
      #expect(help.contains("  --\(name) ") || help.contains("  --\(name)=<"))
      number += 1
    }
    #expect(number == 26)
    for mode in MachineMode.allCases { #expect(help.contains("  --\(String(mode.word)) ")) }
  }
}
