// SPDX-License-Identifier: Apache-2.0

import Linux
import ToolSupport

/// How a terminal shows images.
package enum TerminalGraphics: String, CaseIterable, Sendable {
  /// By kitty's graphics protocol, in all colours.
  case kitty
  /// By sixels, with up to 256 colours.
  case sixel
  /// By the character `▀` in two colours, on every terminal with 24-bit colour.
  case blocks

  /// What a terminal is asked: an image of one pixel, which only kitty's protocol answers, and its attributes
  /// (`DA1`), which every terminal answers.
  static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"

  /// The best way, by the answer of a terminal; `blocks` where it does not answer.
  package init(answer: [UInt8]) {
    self = .blocks
    let text = String(decoding: answer, as: UTF8.self)
    if let attributes = TerminalGraphics.attributes(text), attributes.contains("4") {
      self = .sixel
    }
    if text.contains("\u{1B}_Gi=31;OK\u{1B}\\") { self = .kitty }
  }

  /// Asks the terminal, which gets half a second; its settings are restored.
  package static func ask() -> TerminalGraphics {
    do throws(SystemError) {
      return TerminalGraphics(answer: try answer(within: 500_000_000))
    } catch {
      // The program has no controlling terminal, but writes to a terminal.
      return .blocks
    }
  }

  private static func answer(within nanoseconds: Int64) throws(SystemError) -> [UInt8] {
    var keyboard = try TerminalKeyboard(opening: Files.path("/dev/tty"))
    try keyboard.setRaw(true)
    var poll = Poll<1>()
    poll.watch(PollSlot(rawValue: 0), keyboard.descriptor)
    try FileDescriptor(duplicating: 1).writeAll(Array(question.utf8).span)
    let deadline = MonotonicClock.nanoseconds + nanoseconds
    var answer: [UInt8] = []
    while attributes(String(decoding: answer, as: UTF8.self)) == nil, answer.count < 4096 {
      let rest = deadline - MonotonicClock.nanoseconds
      guard rest > 0, try poll.wait(timeoutNanoseconds: rest) > 0 else { break }
      var buffer = [UInt8](repeating: 0, count: 256)
      var span = buffer.mutableSpan
      guard case .bytes(let count) = try keyboard.descriptor.read(into: &span) else { break }
      answer += buffer[..<count]
    }
    return answer
  }

  /// The numbers of an answer to `DA1`, `ESC [ ? 6 2 ; 4 c`; nil where there is none yet.
  private static func attributes(_ text: String) -> [Substring]? {
    guard let start = text.firstRange(of: "\u{1B}[?")?.upperBound,
      let end = text[start...].firstIndex(of: "c")
    else { return nil }
    return text[start..<end].split(separator: ";")
  }
}
