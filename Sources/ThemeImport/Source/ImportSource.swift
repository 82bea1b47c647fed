// SPDX-License-Identifier: Apache-2.0

/// The bytes that were read of a source.
private final class ReadTotal {
  var bytes = 0
}

/// A folder or a file that is imported, and how to read what belongs to it.
package struct ImportSource {
  /// The names in a folder below it.
  package typealias List = (_ folder: String) -> [String]
  /// Reads a file of at most so many bytes.
  package typealias Read = (_ name: String, _ limit: Int) throws(ImportError) -> [UInt8]

  /// The path as the user wrote it, for messages.
  package let path: String
  /// The folder's path on this machine; empty where the source is an archive.
  package let folderPath: String
  /// The name of the folder or file, without an extension.
  package let name: String
  /// The names of the files that the user named, in their order; empty for a folder.
  package let named: [String]
  private let list: List
  private let reader: Read
  /// Shared by the copies of a source.
  private let total: ReadTotal

  /// A source of names and files; without a name it has that of the path.
  package init(
    path: String, folder: String = "", name: String? = nil, named: [String] = [],
    list: @escaping List,
    read: @escaping Read
  ) {
    (self.path, folderPath) = (path, folder)
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let base = last.split(separator: ".").first.map(String.init) ?? last
    self.name =
      name ?? (["", ".", ".."].contains(last) ? "imported" : named.isEmpty ? last : base)
    (self.named, self.list, reader) = (named, list, read)
    total = ReadTotal()
  }

  /// The names in the folder, or in one below it, in natural order; names with a leading dot are left out.
  ///
  /// A name that leads out of the folder has none.
  package func names(in folder: String = "") -> [String] {
    guard folder.isEmpty || Self.isBelow(folder) else { return [] }
    return list(folder).filter { !$0.hasPrefix(".") }.sorted(by: NaturalOrder.precedes)
  }

  /// The bytes of a file below the folder; 64 MiB at most where nothing else is given.
  ///
  /// - Throws: `unusable` where it is missing, too large, or outside of the folder, and beyond the limit of all files.
  package func read(
    _ name: String, atMost limit: Int = ImportLimit.fileBytes
  ) throws(ImportError) -> [UInt8] {
    guard Self.isBelow(name) else {
      throw .unusable("\(path)/\(name): the name leads out of the folder")
    }
    let bytes = try reader(name, limit)
    total.bytes += bytes.count
    guard total.bytes <= ImportLimit.readBytes else {
      throw .unusable(
        "\(path)/\(name): more than \(ImportLimit.readBytes >> 20) MiB are read by then, which is the limit"
      )
    }
    return bytes
  }

  /// The characters of a text file, with U+FFFD for broken ones.
  package func text(_ name: String) throws(ImportError) -> String {
    String(decoding: try read(name, atMost: ImportLimit.textBytes), as: UTF8.self)
  }

  /// Whether the folder has a file of this name.
  package func has(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    guard Self.isBelow(name), let last = parts.last else { return false }
    return list(parts.dropLast().joined(separator: "/")).contains(String(last))
  }

  private static func isBelow(_ name: String) -> Bool {
    !name.split(separator: "/", omittingEmptySubsequences: false)
      .contains { ["", ".", ".."].contains($0) }
  }

  /// A file's path for messages.
  package func path(of name: String) -> String {
    named.isEmpty ? "\(path)/\(name)" : named.count == 1 ? path : name
  }
}
