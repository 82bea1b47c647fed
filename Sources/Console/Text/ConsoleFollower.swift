// SPDX-License-Identifier: Apache-2.0

/// The console's text, made of the log of its output and of the kernel's messages, by their times.
package final class ConsoleFollower {
  /// The text so far.
  package private(set) var text: ConsoleText
  private var parser = ConsoleParser()
  /// The offset of the log's next byte.
  private var offset: UInt32

  /// Begins at the oldest byte of a log; nil without memory.
  package init?(_ log: borrowing ConsoleLog) {
    guard let text = ConsoleText() else { return nil }
    self.text = text
    offset = log.start
  }

  /// Adds what has come since the last call; returns whether that is anything.
  package func follow(_ log: borrowing ConsoleLog, _ kernel: inout KernelLog?) -> Bool {
    let version = text.version
    while let message = kernel?.next() ?? nil {
      feed(log, upTo: log.offset(after: message.milliseconds))
      text.add(message)
    }
    feed(log, upTo: log.end)
    return text.version != version
  }

  private func feed(_ log: borrowing ConsoleLog, upTo end: UInt32) {
    var bytes = InlineArray<1024, UInt8>(repeating: 0)
    // The distance is less than half of all offsets, in either direction.
    while Int32(bitPattern: end &- offset) > 0 {
      var space = bytes.mutableSpan
      guard let count = log.copy(from: offset, into: &space) else {
        offset = log.start
        continue
      }
      let used = min(count, Int(end &- offset))
      if used == 0 { return }
      for index in 0..<used { parser.feed(bytes[index], to: &text) }
      offset = offset &+ UInt32(used)
    }
  }
}
