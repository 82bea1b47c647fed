// SPDX-License-Identifier: Apache-2.0

/// The kernel's consoles, as it lists them.
package enum ConsoleNames {
  /// The devices of consoles that are not virtual terminals, at most four.
  ///
  /// The list is read each time: a driver may have been loaded. Corresponds to
  /// `/sys/class/tty/console/active`.
  package static func active() -> PathList {
    guard
      let file = try? FileDescriptor(
        opening: Path("/sys/class/tty/console/active"), for: .readOnly)
    else { return PathList() }
    var bytes = InlineArray<256, UInt8>(repeating: 0)
    var span = bytes.mutableSpan
    guard case .bytes(let count)? = try? file.read(into: &span) else { return PathList() }
    return devices(in: bytes.span.extracting(first: count))
  }

  /// The device that /dev/console leads to: the last of the kernel's consoles, or the active virtual terminal
  /// where that is one.
  package static func last() -> Path? {
    guard
      let file = try? FileDescriptor(
        opening: Path("/sys/class/tty/console/active"), for: .readOnly)
    else { return nil }
    var bytes = InlineArray<256, UInt8>(repeating: 0)
    var span = bytes.mutableSpan
    guard case .bytes(let count)? = try? file.read(into: &span) else { return nil }
    return last(in: bytes.span.extracting(first: count))
  }

  /// The device of the last of some names with blanks between them; nil without a name.
  static func last(in list: Span<UInt8>) -> Path? {
    var end = list.count
    while end > 0, list[end - 1] <= 0x20 { end -= 1 }
    var start = end
    while start > 0, list[start - 1] > 0x20 { start -= 1 }
    if start == end { return nil }
    var path = Path("/dev/")
    guard (try? path.append(list.extracting(start..<end))) != nil else { return nil }
    return isVirtual(path.bytes) ? VirtualTerminal.active() : path
  }

  /// Parses a list of names with blanks between them.
  package static func devices(in list: Span<UInt8>) -> PathList {
    var paths = PathList()
    var path = Path("/dev/")
    for index in 0...list.count {
      if index < list.count, list[index] > 0x20 {
        try? path.append(list[index])
        continue
      }
      if path.bytes.count > 5, !isVirtual(path.bytes), paths.paths.count < 4 { paths.append(path) }
      path = Path("/dev/")
    }
    return paths
  }

  /// Whether a device is a virtual terminal: `/dev/tty` and a number.
  private static func isVirtual(_ path: Span<UInt8>) -> Bool {
    path.count > 8 && path[5] == 0x74 && path[6] == 0x74 && path[7] == 0x79
      && 0x30...0x39 ~= path[8]
  }
}
