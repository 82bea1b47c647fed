import CLinux

/// Tells when files come to folders, change there or go; what they are has to be looked at.
public struct FolderWatch: ~Copyable {
  /// To poll: readable when something has changed.
  public let descriptor: FileDescriptor

  /// Watches nothing yet.
  ///
  /// Corresponds to `inotify`.
  public init() throws(SystemError) {
    descriptor = FileDescriptor(adopting: try retrying(.open) { cl_watch_open() })
  }

  /// Watches a folder too; again is no harm.
  public func add(_ folder: borrowing Path) throws(SystemError) {
    let number = descriptor.number
    // The name lives through the call.
    guard unsafe folder.withCString({ name in unsafe cl_watch_add(number, name) }) >= 0 else {
      throw SystemError.last(.open)
    }
  }

  /// Whether something has changed since this was last asked: any file, or one whose name counts.
  ///
  /// Where events were lost, or a folder went, it has.
  public func hasChanged(_ counts: (Span<UInt8>) -> Bool = { _ in true }) -> Bool {
    var hasChanged = false
    while true {
      var buffer = InlineArray<4096, UInt8>(repeating: 0)
      var span = buffer.mutableSpan
      guard case .bytes(let count) = try? descriptor.read(into: &span) else { return hasChanged }
      if FolderWatch.tells(buffer.span.extracting(first: count), counts) { hasChanged = true }
    }
  }

  /// Each event has a head of 16 bytes, of which the last four tell how long the name behind it is.
  private static func tells(_ events: Span<UInt8>, _ counts: (Span<UInt8>) -> Bool) -> Bool {
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
