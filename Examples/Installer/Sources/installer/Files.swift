// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The regular files below a folder.
struct Files {
  /// The files, sorted by name.
  private(set) var all: [(name: String, size: Int)] = []

  /// The bytes of all files.
  var size: Int { all.reduce(0) { $0 + $1.size } }

  /// Finds the files; throws where the folder cannot be read.
  init(in folder: URL) throws {
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
      let path = folder.appending(path: name).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      all.append((name, attributes[.size] as? Int ?? 0))
    }
  }
}
