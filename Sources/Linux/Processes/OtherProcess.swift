// SPDX-License-Identifier: Apache-2.0

import CLinux
import Text

/// Another process, held by a descriptor: it never refers to a later process with the same PID.
///
/// Corresponds to `pidfd_open`, which Linux has since 5.3.
package struct OtherProcess: ~Copyable {
  /// The process's PID.
  package let number: Int32
  private let descriptor: FileDescriptor

  /// Opens the process of a PID; nil where there is none, or the kernel has no pidfds.
  package init?(number: Int32) {
    guard number > 0 else { return nil }
    let opened = cl_child_open(number)
    guard opened >= 0 else { return nil }
    self.number = number
    descriptor = FileDescriptor(adopting: opened)
  }

  /// Whether a signal has stopped it (state `T`); a debugger's stop (`t`) does not count.
  package var isStopped: Bool { facts?.state == UInt8(ascii: "T") }

  /// Whether its program has a name, of at most 15 bytes.
  package func runs(_ name: StaticString) -> Bool {
    guard let facts else { return false }
    return facts.text.span.extracting(facts.name).isEqual(to: name)
  }

  /// Kills it, also when it is stopped; false where that is not allowed, or it is gone.
  package func kill() -> Bool { cl_process_signal(descriptor.number, SIGKILL) == 0 }

  /// The beginning of `/proc/NUMBER/stat`: `NUMBER (NAME) STATE`.
  private struct Facts {
    var text = InlineArray<128, UInt8>(repeating: 0)
    var name = 0..<0
    var state: UInt8 = 0
  }

  /// Nil where there is no `/proc`, or the process is gone.
  private var facts: Facts? {
    var path = Path("/proc/")
    var facts = Facts()
    do throws(SystemError) {
      try path.append(decimal: UInt32(number))
      try path.append("/stat")
      let file = try FileDescriptor(opening: path, for: .readOnly)
      var buffer = facts.text.mutableSpan
      guard case .bytes(let count) = try file.read(into: &buffer) else { return nil }
      // The name may contain anything, also brackets: it ends before the last bracket.
      var last = count - 1
      while last > 0, facts.text[last] != UInt8(ascii: ")") { last -= 1 }
      let first = facts.text.span.firstPosition(of: UInt8(ascii: "(")) + 1
      guard first <= last, last + 2 < count else { return nil }
      facts.name = first..<last
      facts.state = facts.text[last + 2]
      return facts
    } catch {
      return nil
    }
  }
}
