import CLinux

/// A file without a name that lives in memory, to hand data to another process.
///
/// Its size is sealed: who maps it can rely on it. Corresponds to `memfd_create`.
public struct MemoryFile: ~Copyable {
  /// The file, to pass on.
  public let descriptor: FileDescriptor

  /// The number of bytes; never changes.
  public let size: Int

  /// Makes a file of zeros; the name shows up only in `/proc`.
  public init(name: StaticString, size: Int) throws(SystemError) {
    let path = Path(name)
    var number: CInt = -1
    repeat {
      number = unsafe path.withCString { name in unsafe cl_memory_file(name, Int64(size)) }
    } while number < 0 && cl_errno() == EINTR
    if number < 0 { throw SystemError.last(.memoryFile) }
    let file = FileDescriptor(adopting: number)
    _ = try retrying(.memoryFile) { cl_seal_size(number) }
    descriptor = file
    self.size = size
  }

  /// Maps the whole file.
  public func mapped(isWritable: Bool = true) throws(SystemError) -> Mapping {
    try Mapping(of: descriptor, size: size, isWritable: isWritable)
  }
}
