import CLinux

/// A file that holds the program's number, for others to find it; removed when it goes.
public struct ProcessFile: ~Copyable {
  private let path: Path

  /// Writes the file, whose directory is made if that is missing.
  public init(at path: Path) throws(SystemError) {
    self.path = path
    ProcessFile.makeDirectory(of: path)
    let file = try FileDescriptor(opening: path, for: .replace)
    var line = InlineArray<12, UInt8>(repeating: 0)
    var first = line.count - 1
    line[first] = UInt8(ascii: "\n")
    var number = getpid()
    repeat {
      first -= 1
      line[first] = UInt8(ascii: "0") + UInt8(number % 10)
      number /= 10
    } while number > 0
    try file.writeAll(line.span.extracting(first..<line.count))
  }

  deinit {
    // Where it cannot be removed it stays, as those of programs that were killed do.
    _ = unsafe path.withCString { name in unsafe unlink(name) }
  }

  /// Where that fails, so does opening the file, which says why.
  private static func makeDirectory(of path: Path) {
    var end = path.bytes.count - 1
    while end > 0, path.bytes[end] != UInt8(ascii: "/") { end -= 1 }
    guard end > 0, let directory = try? Path(path.bytes.extracting(first: end)) else { return }
    _ = unsafe directory.withCString { name in unsafe mkdir(name, 0o755) }
  }
}
