// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import ToolSupport

extension ImportSource {
  /// A folder, or one or more files in the same folder.
  ///
  /// - Throws: `unusable` where a path is missing, or files are in several folders.
  package init(paths: [String]) throws(ImportError) {
    guard let first = paths.first else { throw .unusable("no folder or file is named") }
    for path in paths where !Folder.has(path) {
      throw .unusable("\(path): no such file or folder")
    }
    if paths.count == 1, Folder.isFolder(first) {
      var path = first
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      self = Self.folder(path, shown: path, named: [])
      return
    }
    let split = paths.map(Self.split)
    guard split.allSatisfy({ $0.folder == split[0].folder }) else {
      throw .unusable("the files are in several folders; they are read from one")
    }
    for path in paths where Folder.isFolder(path) {
      throw .unusable("\(path) is a folder; name one folder, or files")
    }
    self = Self.folder(split[0].folder, shown: first, named: split.map(\.name))
  }

  /// A source for another folder, such as a theme's `ImageDir`.
  package static func folder(_ path: String) -> ImportSource {
    folder(path, shown: path, named: [])
  }

  private static func folder(_ path: String, shown: String, named: [String]) -> ImportSource {
    ImportSource(
      path: shown, folder: path, named: named,
      list: { Folder.names(in: $0.isEmpty ? path : "\(path)/\($0)") },
      read: { (name, limit) throws(ImportError) in
        try regularFile(path == "." ? name : "\(path)/\(name)", below: path, limit: limit)
      })
  }

  /// A regular file; a symbolic link is followed where it stays below the folder.
  private static func regularFile(
    _ name: String, below folder: String, limit: Int
  ) throws(ImportError) -> [UInt8] {
    guard let real = resolved(name), let root = resolved(folder) else {
      throw .unusable("\(name): no such file")
    }
    guard real.hasPrefix(root == "/" ? root : root + "/") else {
      throw .unusable("\(name): a symbolic link that leads out of the folder")
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Files.readRegular(real, atMost: limit + 1)
    } catch {
      guard error.errno != EINVAL else { throw .unusable("\(name): not a regular file") }
      throw .unusable("\(name): \(error.words)")
    }
    guard bytes.count <= limit else {
      throw .unusable("\(name): larger than \(limit >> 20) MiB")
    }
    return bytes
  }

  private static func resolved(_ path: String) -> String? {
    // The name lives through the call; the result is copied and freed.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}
