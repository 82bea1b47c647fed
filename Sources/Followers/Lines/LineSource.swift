// SPDX-License-Identifier: Apache-2.0

import Control
package import Linux
import Text

/// A source of lines: a pipe, a terminal or a file, up to its end.
package struct LineSource<Interpreter: LineInterpreter>: ProgressSource, ~Copyable {
  private let descriptor: FileDescriptor
  private var lines = LineReader(capacity: 4096)
  private var interpreter: Interpreter

  /// Reads from a descriptor.
  ///
  /// It may be a blocking one: it is read only when it is ready.
  package init(_ descriptor: consuming FileDescriptor, _ interpreter: Interpreter) {
    self.descriptor = descriptor
    self.interpreter = interpreter
  }

  package mutating func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
    poll.watch(slot, descriptor)
  }

  package var deadline: Int64? { nil }

  package mutating func advance(
    into events: inout [ProgressEvent]
  ) throws(FollowError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: lines.room)
    var span = buffer.mutableSpan
    let transfer: Transfer
    do throws(SystemError) {
      transfer = try descriptor.read(into: &span)
    } catch {
      throw FollowError("cannot read the progress", error)
    }
    switch transfer {
    case .bytes(let count): lines.append(buffer.span.extracting(first: count))
    case .wouldBlock: return true
    case .end: return false
    }
    while let item = lines.next() {
      guard case .line(let range) = item else { continue }
      let line = LongText(lines.bytes(of: range))
      events += interpreter.events(for: line.bytes)
    }
    return true
  }
}
