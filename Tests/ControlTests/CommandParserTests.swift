// SPDX-License-Identifier: Apache-2.0

import Control
import FixedPoint
import Testing
import Stage
import Text

private func progress(_ raw: Int64, channel: Int = 1) throws -> Result<Request, Refused> {
  let percent = try #require(Percent(Fixed(raw: raw)))
  return .success(.command(.progress(channel: channel, percent: percent)))
}

private let one: Int64 = 1 << 32

@Suite struct CommandParserTests {
  @Test(arguments: [
    ("start", Command.start), ("done", .done), ("fail", .fail), ("reset", .reset),
    ("progress unknown", .progressUnknown(channel: 1)),
    ("progress/12 unknown", .progressUnknown(channel: 12)), ("  done\t", .done),
    ("\tprogress \t unknown ", .progressUnknown(channel: 1)),
    ("eta 90", .remaining(seconds: 90)), ("eta 0", .remaining(seconds: 0)),
    ("eta 99999999999999999999999", .remaining(seconds: 1_000_000_000)),
    ("eta unknown", .remaining(seconds: nil)),
  ])
  func `a plain command is read with any blanks around its words`(
    line: String, command: Command
  ) {
    #expect(parse(line) == .success(.command(command)))
  }

  @Test(arguments: [
    ("status", Request.status), (" snapshot ", .snapshot), ("quit", .quit(retains: false)),
    ("\tquit  --retain ", .quit(retains: true)), ("deactivate", .deactivate),
    ("reactivate", .reactivate), ("mode system-reset", .mode(.systemReset)),
    ("has-active-terminal", .hasActiveTerminal), ("details", .details(nil)),
    ("details on", .details(true)), (" details  off ", .details(false)),
  ])
  func `some requests are about the daemon`(line: String, request: Request) {
    #expect(parse(line) == .success(request))
  }

  /// A text and its value in 2⁻³² parts.
  static let exact: [(String, Int64)] = [
    ("0", 0), ("00.000", 0), ("42", 0x2A_0000_0000), ("42.5", 0x2A_8000_0000),
    ("0.25", 0x4000_0000), ("100", 0x64_0000_0000), ("250.75", 0xFA_C000_0000),
    ("2147483647", 0x7FFF_FFFF_0000_0000),
    // 2⁻³², and half of it, which rounds up; just below half rounds down.
    ("0.00000000023283064365386962890625", 1),
    ("0.000000000116415321826934814453125", 1),
    ("0.000000000116415321826934814453124", 0),
    ("0.99999999999999999999999999999999", 0x1_0000_0000),
    ("0.000000000000000000000000000000001", 0),
    ("0000000000000000000000000000000000000000000000000000000000000007.5", 0x7_8000_0000),
  ]

  @Test(arguments: exact)
  func `a percentage is read exactly`(text: String, raw: Int64) throws {
    #expect(parse("progress \(text)") == (try progress(raw)))
  }

  @Test func `every number of eighteen decimals rounds as wide arithmetic says`() throws {
    var digits: UInt64 = 1
    for _ in 0..<500 {
      digits = (digits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407)
      let fraction = digits % 1_000_000_000_000_000_000
      let text = String(fraction)
      let padded = String(repeating: "0", count: 18 - text.count) + text
      let ten18 = UInt128(1_000_000_000_000_000_000)
      let expected = (UInt128(fraction) << 33 + ten18) / (2 * ten18)
      #expect(parse("progress 0.\(padded)") == (try progress(Int64(expected))))
    }
  }

  @Test(arguments: [
    "2147483648", "99999999999999999999999999999999999999999999999999999999999",
    "2147483647.9999999999999999",
  ])
  func `a percentage that is too large becomes the largest`(text: String) throws {
    #expect(parse("progress \(text)") == (try progress(.max)))
  }

  @Test func `a channel comes after a slash`() throws {
    #expect(parse("progress/1 5") == (try progress(5 * one)))
    #expect(parse("progress/9999 5") == (try progress(5 * one, channel: 9999)))
    #expect(parse("progress/007 5") == (try progress(5 * one, channel: 7)))
  }

  @Test func `a slot comes after a slash`() {
    let text = Message(truncating: Array("a  b".utf8).span)
    #expect(parse("message/1 a  b") == .success(.command(.message(text))))
    #expect(parse("message/2 a  b") == .success(.command(.slot(2, text))))
    #expect(parse("message/4") == .success(.command(.slot(4, Message()))))
  }

  @Test(arguments: [
    ("message Unpacking hello (amd64)", "Unpacking hello (amd64)"), ("message", ""),
    ("message   ", ""), ("message  a  b ", "a  b"), ("message done", "done"),
    ("message Größe 10 €, 𝄞\tok", "Größe 10 €, 𝄞\tok"),
  ])
  func `a message is the rest of its line`(line: String, text: String) {
    let message = Message(truncating: Array(text.utf8).span)
    #expect(parse(line) == .success(.command(.message(message))))
  }

  @Test func `a message that is too long is cut at the end of a character`() throws {
    let line = "message " + String(repeating: "é", count: 200)
    guard case .success(.command(.message(let message))) = parse(line) else {
      Issue.record("no message")
      return
    }
    #expect(string(message.utf8) == String(repeating: "é", count: 127))
  }

  @Test(arguments: [
    ("", "empty line: a command is expected"),
    (" \t ", "empty line: a command is expected"),
    (
      "strat",
      "unknown command 'strat': not progress, message, eta, start, done, fail, reset or quit"
    ),
    (
      "Start",
      "unknown command 'Start': not progress, message, eta, start, done, fail, reset or quit"
    ),
    (
      "a\u{1B}[2Jé'" + String(repeating: "x", count: 50),
      "unknown command 'a?[2J??'xxxxxxxxxxxxxxxxxxxxxxxx…': not progress, message, eta, start, done, "
        + "fail, reset or quit"
    ),
    ("start now", "start: unexpected 'now'"),
    ("eta", "eta: a number of seconds or 'unknown' is missing"),
    ("eta 1.5", "eta '1.5': not a whole number of seconds"),
    ("eta -1", "eta '-1': not a whole number of seconds"),
    ("eta 1 2", "eta '1 2': not a whole number of seconds"),
    ("quit 1 2", "quit: unexpected '1 2'"),
    ("progress", "progress: a percentage or 'unknown' is missing"),
    ("progress/2", "progress: a percentage or 'unknown' is missing"),
    ("progress 5 6", "progress: unexpected '6'"),
    ("progress unknown 6", "progress: unexpected '6'"),
    ("progress -5", "progress '-5': less than 0"),
    ("progress -0.00", "progress '-0.00': less than 0"),
    ("progress -", "progress '-': not a number such as 42 or 42.5"),
    ("progress --5", "progress '--5': less than 0"),
    ("progress +5", "progress '+5': not a number such as 42 or 42.5"),
    ("progress 5%", "progress '5%': not a number such as 42 or 42.5"),
    ("progress 1e2", "progress '1e2': not a number such as 42 or 42.5"),
    ("progress 0x10", "progress '0x10': not a number such as 42 or 42.5"),
    ("progress nan", "progress 'nan': not a number such as 42 or 42.5"),
    ("progress 4,5", "progress '4,5': not a number such as 42 or 42.5"),
    ("progress .5", "progress '.5': not a number such as 42 or 42.5"),
    ("progress 5.", "progress '5.': not a number such as 42 or 42.5"),
    ("progress 5.5.5", "progress '5.5.5': not a number such as 42 or 42.5"),
    ("progress/0 5", "progress/'0': channels are 1 to 9999"),
    ("progress/10000 5", "progress/'10000': channels are 1 to 9999"),
    ("progress/x 5", "progress/'x': the channel is no whole number"),
    ("progress/-1 5", "progress/'-1': the channel is no whole number"),
    (
      "progress/ 5",
      "unknown command 'progress/': not progress, message, eta, start, done, fail, reset or quit"
    ),
    ("message/0 a", "message/'0': slots are 1 to 4"),
    ("message/5 a", "message/'5': slots are 1 to 4"),
    ("message/x a", "message/'x': slots are 1 to 4"),
    (
      "message/ a",
      "unknown command 'message/': not progress, message, eta, start, done, fail, reset or quit"
    ),
    ("message/2 a\u{7}b", "message: byte 2 is a control character"),
    ("message a\u{7}b", "message: byte 2 is a control character"),
    ("message \u{85}", "message: byte 1 is a control character"),
    ("message a\0", "message: byte 2 is a control character"),
    ("message a\u{202E}b", "message: byte 2 is a control character"),
    ("message \u{2066}", "message: byte 1 is a control character"),
  ])
  func `a bad line is refused with what, where and why`(line: String, text: String) {
    #expect(parse(line) == .failure(Refused(text: text)))
  }

  @Test(
    arguments: [
      [0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xE2, 0x82], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xFF], [0xF0, 0x9F, 0x98, 0x20],
    ] as [[UInt8]])
  func `a message that is not UTF-8 is refused`(bytes: [UInt8]) {
    let line = Array("message ok ".utf8) + bytes
    #expect(parse(line) == .failure(Refused(text: "message: byte 4 is not UTF-8")))
  }

  @Test func `random bytes are answered with one printable line of bounded length`() {
    var generator = SplitMix(seed: 7)
    for _ in 0..<20_000 {
      let length = Int(generator.next() % 60)
      var line = (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      if generator.next() % 2 == 0 { line = Array("progress ".utf8) + line }
      guard case .failure(let refused) = parse(line) else { continue }
      #expect(!refused.text.isEmpty && refused.text.utf8.count <= 128)
      #expect(refused.text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }
  }
}
