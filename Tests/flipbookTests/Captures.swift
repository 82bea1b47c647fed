import System

/// Real captures of what installers write, which lie in `Tests/Captures`.
enum Captures {
  /// A capture's lines.
  static func lines(_ name: String) throws -> [[UInt8]] {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let path = try Path(Array("/\(folder)/Captures/\(name)".utf8).span)
    let file = try FileDescriptor(opening: path, for: .readOnly)
    var bytes = [UInt8](repeating: 0, count: try file.size())
    var span = bytes.mutableSpan
    _ = try file.read(into: &span)
    return bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }
}
