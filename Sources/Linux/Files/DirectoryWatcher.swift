// SPDX-License-Identifier: Apache-2.0

import CLinux
import Text

/// Reports that files in directories were created, changed or removed, but not which ones.
package struct DirectoryWatcher: ~Copyable {
  /// To poll: readable when something has changed.
  package let descriptor: FileDescriptor

  /// A watcher without directories.
  ///
  /// Corresponds to `inotify`.
  package init() throws(SystemError) {
    descriptor = FileDescriptor(adopting: try retrying(.open) { cl_watch_open() })
  }

  /// Adds a directory; adding it twice is harmless.
  package func add(_ folder: borrowing Path) throws(SystemError) {
    let number = descriptor.number
    // The name lives through the call.
    guard unsafe folder.withCString({ name in unsafe cl_watch_add(number, name) }) >= 0 else {
      throw SystemError.last(.open)
    }
  }

  /// Whether a file for which `counts` is true of its name has changed since the last call.
  ///
  /// Also true where events were lost or a directory was removed.
  package func hasChanged(_ counts: (Span<UInt8>) -> Bool = { _ in true }) -> Bool {
    var hasChanged = false
    while true {
      var buffer = InlineArray<4096, UInt8>(repeating: 0)
      var span = buffer.mutableSpan
      guard case .bytes(let count) = try? descriptor.read(into: &span) else { return hasChanged }
      if DirectoryWatcher.anyMatches(buffer.span.extracting(first: count), counts) {
        hasChanged = true
      }
    }
  }

  /// Each event has a header of 16 bytes; the last four are the length of the name that follows.
  private static func anyMatches(_ events: Span<UInt8>, _ counts: (Span<UInt8>) -> Bool) -> Bool {
    var start = 0
    while start + 16 <= events.count {
      let size = Int(events[start + 12]) | Int(events[start + 13]) << 8
      let end = min(start + 16 + size, events.count)
      let field = events.extracting(start + 16..<end)
      let name = field.extracting(first: field.firstPosition(of: 0))
      if name.isEmpty || counts(name) { return true }
      start = end
    }
    return false
  }
}
