// SPDX-License-Identifier: Apache-2.0

/// The images in the folder of a script theme, by the names that the script has for them.
final class ScriptImageFiles {
  private let source: ImportSource
  private let folder: String
  private let mostBytes: Int
  private var sizes: [String: (width: Int, height: Int)?] = [:]
  private var bytesRead = 0
  /// The bytes of files, which become files of the theme.
  private var kept: [String: [UInt8]] = [:]
  /// Why files that are there cannot be used, by the names that the script has for them.
  private(set) var failures: [String: String] = [:]

  /// - Parameters:
  ///   - source: the theme's folder.
  ///   - folder: the image folder in it; empty for the folder itself.
  ///   - mostBytes: the size of all files that are read.
  init(
    _ source: ImportSource, folder: String, mostBytes: Int = ImportLimit.totalBytes
  ) {
    (self.source, self.folder, self.mostBytes) = (source, folder, mostBytes)
  }

  /// The size of an image; nil if there is none.
  func size(of name: String) -> (width: Int, height: Int)? {
    if let known = sizes[name] { return known }
    var size: (width: Int, height: Int)?
    if let bytes = bytes(of: name) {
      size = StraightImage.size(of: bytes)
      if size == nil { fail(name, "\(name): not a whole PNG or JPEG, or larger than possible") }
    }
    sizes[name] = .some(size)
    return size
  }

  /// The bytes of a file; nil if there is none, or beyond the limits.
  func bytes(of name: String) -> [UInt8]? {
    if let known = kept[name] { return known }
    guard let path = ScriptImageFiles.path(of: name, in: folder), failures[name] == nil,
      source.has(path)
    else { return nil }
    let bytes: [UInt8]
    do throws(ImportError) {
      bytes = try source.read(path)
    } catch {
      fail(name, error.text)
      return nil
    }
    guard bytesRead + bytes.count <= mostBytes else {
      fail(name, "\(name): all images together are larger than \(mostBytes >> 20) MiB")
      return nil
    }
    bytesRead += bytes.count
    kept[name] = bytes
    return bytes
  }

  private func fail(_ name: String, _ reason: String) {
    if failures.count < ScriptImageFiles.mostFailures { failures[name] = reason }
  }

  /// The most failures that are kept; a report names fewer.
  private static let mostFailures = 1000

  /// The path below the theme's folder; nil for one that leads out of it.
  static func path(of name: String, in folder: String) -> String? {
    var parts: [Substring] = []
    for part in "\(folder)/\(name)".split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      guard parts.popLast() != nil else { return nil }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
