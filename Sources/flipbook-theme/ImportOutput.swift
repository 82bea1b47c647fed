// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import ThemeImport
import ToolSupport

/// The files that an import writes: all of them, or none.
struct ImportOutput {
  private let folder: String
  /// With whole paths.
  private var files: [DraftFile] = []
  private var folders: [String] = []
  /// What was made so far.
  private var madeFiles: [String] = []
  private var madeFolders: [String] = []

  /// An output into a theme's folder, which is made where it is missing.
  init(folder: String) { self.folder = folder }

  /// Adds files of the theme's folder; their names are the importer's own.
  mutating func add(_ files: [DraftFile]) {
    let below = Set(
      files.compactMap { file in
        file.name.lastIndex(of: "/").map { "\(folder)/\(file.name[..<$0])" }
      })
    folders += below.sorted()
    for file in files { add(file.bytes, at: "\(folder)/\(file.name)") }
  }

  /// Adds a file beside the folder.
  mutating func add(_ bytes: [UInt8], at path: String) { files.append(DraftFile(path, bytes)) }

  /// Refuses to replace anything.
  ///
  /// A folder of frames must be empty, since the theme names all files in it. More paths are those of files that
  /// are still to be made.
  func refuseExisting(more paths: [String] = []) throws(ToolError) {
    for path in files.map(\.name) + paths where Folder.has(path) || Folder.isLink(path) {
      throw .usage("\(path) is there already; name another folder with -o")
    }
    for path in folders where Folder.names(in: path).contains(where: { $0 != "." && $0 != ".." }) {
      throw .usage("\(path) is there already and not empty; name another folder with -o")
    }
  }

  /// Refuses a folder that cannot be made, or in which nothing can be written.
  static func refuseUnwritable(_ folder: String) throws(ToolError) {
    let isMade = Folder.isFolder(folder)
    let subject = isMade ? "cannot write in \(folder)" : "cannot make the folder \(folder)"
    if !isMade, Folder.has(folder) { throw .usage("\(subject): it is a file") }
    let slash = folder.lastIndex(of: "/")
    let parent = slash == folder.startIndex ? "/" : slash.map { String(folder[..<$0]) } ?? "."
    if !isMade, Folder.has(parent), !Folder.isFolder(parent) {
      throw .usage("\(subject): \(parent) is a file")
    }
    // The path lives through the call.
    guard unsafe access(isMade ? folder : parent, W_OK | X_OK) == 0 else {
      throw .usage("\(subject): \(SystemError.last(.path).words)")
    }
  }

  /// Writes all files; after a failure what was made is removed.
  mutating func write() throws(ToolError) {
    try refuseExisting()
    do throws(ToolError) {
      for path in [folder] + folders { try makeFolder(path) }
      for file in files {
        madeFiles.append(file.name)
        try Files.write(file.bytes, to: file.name)
      }
    } catch {
      removeMade()
      throw error
    }
  }

  private mutating func makeFolder(_ path: String) throws(ToolError) {
    // The path lives through the call.
    if unsafe mkdir(path, 0o755) == 0 {
      madeFolders.append(path)
      return
    }
    let failure = SystemError.last(.path)
    guard failure.errno == EEXIST, Folder.isFolder(path) else {
      throw .usage("cannot make the folder \(path): \(failure.words)")
    }
  }

  private func removeMade() {
    // What cannot be removed stays; the failure that led here is reported.
    for path in madeFiles { _ = unsafe unlink(path) }
    for path in madeFolders.reversed() { _ = unsafe rmdir(path) }
  }
}
