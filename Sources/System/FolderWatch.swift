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

  /// Whether something has changed since this was last asked.
  public func hasChanged() -> Bool {
    var hasChanged = false
    while true {
      var buffer = InlineArray<4096, UInt8>(repeating: 0)
      var span = buffer.mutableSpan
      guard case .bytes = try? descriptor.read(into: &span) else { return hasChanged }
      hasChanged = true
    }
  }
}
