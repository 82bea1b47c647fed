// SPDX-License-Identifier: Apache-2.0

import Linux
import ToolSupport

/// The keys of the terminal, which is in raw mode as long as this lives, and the signals that end the program.
struct PlayInput: ~Copyable {
  private let keyboard: TerminalKeyboard
  private let signals: SignalDescriptor
  private var poll = Poll<2>()

  /// Opens the terminal from which the program was started.
  static func open() throws(SystemError) -> PlayInput {
    var keyboard = try TerminalKeyboard(opening: Files.path("/dev/tty"))
    try keyboard.setRaw(true)
    return PlayInput(keyboard, try SignalDescriptor([.interrupt, .terminate, .hangUp]))
  }

  private init(_ keyboard: consuming TerminalKeyboard, _ signals: consuming SignalDescriptor) {
    poll.watch(PollSlot(rawValue: 0), keyboard.descriptor)
    poll.watch(PollSlot(rawValue: 1), signals.descriptor)
    self.keyboard = keyboard
    self.signals = signals
  }

  /// The keys until a time of the monotonic clock; nil where the program should end.
  mutating func keys(until deadline: Int64) -> [UInt8]? {
    var result: [UInt8] = []
    while true {
      let rest = max(0, deadline - MonotonicClock.nanoseconds)
      guard let ready = try? poll.wait(timeoutNanoseconds: rest) else { return nil }
      guard ready > 0 else { return result }
      if let signal = try? signals.next(), signal != [] { return nil }
      guard !poll[PollSlot(rawValue: 0)].isEmpty else { continue }
      var buffer = [UInt8](repeating: 0, count: 64)
      var span = buffer.mutableSpan
      guard case .bytes(let count)? = try? keyboard.descriptor.read(into: &span) else { return nil }
      // No key of ours has an escape sequence; an answer of the terminal that comes too late is one, too.
      result += buffer[..<count].prefix { $0 != 0x1B }
    }
  }
}
