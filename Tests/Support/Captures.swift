// SPDX-License-Identifier: Apache-2.0

import Foundation
import Linux

/// Real captures of installers' output in `Tests/Captures`.
package enum Captures {
  /// A capture's lines; those that begin with `#` are comments.
  package static func lines(_ name: String) throws -> [[UInt8]] {
    try bytes(name).split(separator: UInt8(ascii: "\n")).map(Array.init)
      .filter { $0.first != UInt8(ascii: "#") }
  }

  /// A whole capture.
  package static func bytes(_ name: String) throws -> [UInt8] {
    let file = try FileDescriptor(opening: Path(Array(path(name).utf8).span), for: .readOnly)
    var bytes = [UInt8](repeating: 0, count: try file.size())
    var span = bytes.mutableSpan
    _ = try file.read(into: &span)
    return bytes
  }

  /// A capture that is compressed by gzip.
  package static func decompressed(_ name: String) throws -> [UInt8] {
    let process = Process()
    let output = Foundation.Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
    process.arguments = ["-dc", path(name)]
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return [UInt8](bytes)
  }

  package static func path(_ name: String) -> String {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/\(folder)/Captures/\(name)"
  }
}
