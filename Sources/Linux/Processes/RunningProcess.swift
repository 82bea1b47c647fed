// SPDX-License-Identifier: Apache-2.0

import CLinux
import Text

/// A running process, and its name.
package struct RunningProcess {
  /// Its PID.
  package let number: Int32
  private var text = InlineArray<16, UInt8>(repeating: 0)
  private var count = 0

  /// Looks for a process; nil where none has this PID.
  ///
  /// A zombie counts as ended: its resources are free.
  package init?(_ number: Int32) {
    guard number > 0, kill(number, 0) == 0 || cl_errno() == EPERM else { return nil }
    guard !RunningProcess.isZombie(number) else { return nil }
    self.number = number
    count = (try? readName()) ?? 0
  }

  /// The first 15 bytes of its file's name; empty where `/proc` cannot be read.
  ///
  /// Corresponds to `/proc/PID/comm`.
  package var name: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.span.extracting(first: count) }
  }

  /// Reads the third word of `/proc/PID/stat`, after the last bracket of the name.
  private static func isZombie(_ number: Int32) -> Bool {
    var path = Path("/proc/")
    var text = InlineArray<128, UInt8>(repeating: 0)
    var space = text.mutableSpan
    do throws(SystemError) {
      try path.append(decimal: UInt32(number))
      try path.append("/stat")
      let file = try FileDescriptor(opening: path, for: .readOnly)
      guard case .bytes(let length) = try file.read(into: &space) else { return false }
      var last = length - 1
      while last > 0, text[last] != UInt8(ascii: ")") { last -= 1 }
      guard last + 2 < length else { return false }
      return text[last + 2] == UInt8(ascii: "Z") || text[last + 2] == UInt8(ascii: "X")
    } catch {
      return false
    }
  }

  private mutating func readName() throws(SystemError) -> Int {
    var path = Path("/proc/")
    try path.append(decimal: UInt32(number))
    let rest: StaticString = "/comm"
    for index in 0..<rest.utf8CodeUnitCount { try path.append(rest.bytes[index]) }
    let file = try FileDescriptor(opening: path, for: .readOnly)
    var space = text.mutableSpan
    guard case .bytes(let length) = try file.read(into: &space) else { return 0 }
    // The last byte is the line's end.
    return length - 1
  }
}
