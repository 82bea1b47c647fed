// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import Theme
import ThemeCompiler
import ToolSupport

/// The files of a theme that is edited: what is read and written of its folder.
struct StudioFolder {
  let theme: ThemeFolder

  /// Why a file is not written.
  enum Refusal: Error {
    /// Another program has changed it since.
    case changed
    /// There is another file with the name.
    case exists(String)
    case failed(String)
  }

  /// A theme's folder that can be edited.
  ///
  /// - Throws: Why not.
  init(_ argument: String) throws(ToolError) {
    theme = ThemeFolder(argument)
    guard ThemeFolder.isNamed(argument) else {
      throw .usage("edit: \(argument) is not a theme's folder; a compiled pack cannot be edited")
    }
    guard Folder.isFolder(theme.path) else {
      throw .usage(
        "edit: there is no folder \(theme.path); flipbook-theme new \(theme.path) makes a theme")
    }
    _ = try source()
    for path in [theme.path, theme.file] {
      // The name lives through the call.
      guard unsafe access(path, W_OK) == 0 else {
        let reason = SystemError(.open, errno: cl_errno()).words
        throw .usage("edit: cannot write \(path): \(reason); edit a copy of the folder")
      }
    }
  }

  /// The text of the theme's file.
  ///
  /// - Throws: Why it cannot be read, or edited: the page would write other bytes for what is no UTF-8.
  func source() throws(ToolError) -> [UInt8] {
    let bytes = try Files.readRegular(theme.file)
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw .usage("edit: \(theme.file) is not UTF-8: convert it, or correct it in an editor")
    }
    guard bytes.count <= HTTPServer.largestBody else {
      throw .usage("edit: \(theme.file) is larger than \(HTTPServer.largestBody >> 20) MiB")
    }
    return bytes
  }

  /// The version of a file: its content's hash.
  static func base(of bytes: [UInt8]) -> String { String(PackHash.hash(of: bytes.span), radix: 16) }

  /// All names below the folder that a theme can refer to, sorted.
  var names: [String] { names(in: "", depth: 0).sorted() }

  private func names(in folder: String, depth: Int) -> [String] {
    Folder.names(in: "\(theme.path)/\(folder)").filter { !$0.hasPrefix(".") }.flatMap { name in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if Folder.isLink("\(theme.path)/\(path)") { return [String]() }
      guard Folder.isFolder("\(theme.path)/\(path)") else { return [path] }
      return depth < 4 ? names(in: path, depth: depth + 1) : []
    }
  }

  /// Writes the theme's file, unless it has changed since the sender's base; nil overwrites it.
  func save(_ bytes: [UInt8], base: String?) throws(Refusal) {
    if let base {
      let now = try? source()
      if now.map({ StudioFolder.base(of: $0) }) != base, now != bytes { throw .changed }
    }
    try write(bytes, to: "theme.toml")
  }

  /// Adds a dropped file and returns its name, with the ending of its content's kind.
  ///
  /// The same file again is no conflict.
  func add(_ bytes: [UInt8], named wish: String, replaces: Bool) throws(Refusal) -> String {
    guard bytes.count <= Files.largestInput else {
      throw .failed("\(wish) is larger than \(Files.largestInput >> 20) MiB")
    }
    guard let kind = AssetKind(bytes) else {
      throw .failed("\(wish) is neither an SVG, PNG or JPEG nor a TrueType or OpenType font")
    }
    let name = kind.name(wish)
    if !replaces, Folder.has("\(theme.path)/\(name)") || Folder.isLink("\(theme.path)/\(name)") {
      guard (try? Files.readRegular("\(theme.path)/\(name)")) == bytes else {
        throw .exists(name)
      }
      return name
    }
    try write(bytes, to: name)
    return name
  }

  /// Writes a file of the folder as a whole: at every moment, also after a power cut, there is the old one or the new
  /// one.
  private func write(_ bytes: [UInt8], to name: String) throws(Refusal) {
    do throws(SystemError) {
      let folder = try FileDescriptor(opening: Files.path(theme.path), for: .readOnly)
      // No name that a user's file could have.
      let draft = ".\(name).\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
      // The names live through the calls, and name files of the open folder.
      let number = unsafe cl_new_draft(folder.number, draft)
      guard number >= 0 else { throw SystemError(.open, errno: cl_errno()) }
      do throws(SystemError) {
        let file = FileDescriptor(adopting: number)
        StudioFolder.inherit(name, of: folder.number, number)
        try file.writeAll(bytes.span)
        guard fsync(number) == 0 else { throw SystemError(.write, errno: cl_errno()) }
        guard unsafe renameat(folder.number, draft, folder.number, name) == 0 else {
          throw SystemError(.write, errno: cl_errno())
        }
      } catch {
        _ = unsafe unlinkat(folder.number, draft, 0)
        throw error
      }
    } catch {
      throw .failed("cannot write \(theme.path)/\(name): \(error.words)")
    }
  }
}

extension StudioFolder {
  /// Gives a new file the owner and the permissions of the regular file that it replaces, where there is one.
  private static func inherit(_ name: String, of folder: CInt, _ new: CInt) {
    // The kind of a file is in the upper bits of its mode; 010 is a regular one.
    var (old, own) = (stat(), stat())
    // The name lives through the calls, which fill locals.
    guard unsafe fstatat(folder, name, &old, AT_SYMLINK_NOFOLLOW) == 0,
      old.st_mode & 0o170000 == 0o100000, unsafe fstat(new, &own) == 0
    else { return }
    // Only root may give a file away: for others it stays theirs, and no one else's group gets its rights.
    let isSame = fchown(new, old.st_uid, old.st_gid) == 0 || old.st_gid == own.st_gid
    _ = fchmod(new, old.st_mode & (isSame ? 0o777 : 0o707))
  }
}

/// A file that a theme can use, by its first bytes.
enum AssetKind: String {
  case svg, png, jpg, ttf, otf, ttc

  init?(_ bytes: [UInt8]) {
    let start = Array(bytes.prefix(4))
    switch start {
    case [0x89, 0x50, 0x4E, 0x47]: self = .png
    case _ where start.starts(with: [0xFF, 0xD8, 0xFF]): self = .jpg
    case [0, 1, 0, 0], Array("true".utf8): self = .ttf
    case Array("OTTO".utf8): self = .otf
    case Array("ttcf".utf8): self = .ttc
    default:
      // Its declaration and comments may come first.
      let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
      guard text.contains("<svg") else { return nil }
      self = .svg
    }
  }

  /// Whether it is a font.
  var isFont: Bool { [.ttf, .otf, .ttc].contains(self) }

  /// A safe name like the wished one: lower-case letters, digits, `-`, `_` and dots, with the kind's own ending.
  func name(_ wish: String) -> String {
    let last = wish.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    var stem = last.lowercased()
    if let dot = stem.lastIndex(of: ".") { stem = String(stem[..<dot]) }
    var safe = String(
      stem.map { character in
        character.isASCII && (character.isLetter || character.isNumber) || "-_.".contains(character)
          ? character : "-"
      })
    while let first = safe.first, "-.".contains(first) { safe.removeFirst() }
    while let last = safe.last, "-.".contains(last) { safe.removeLast() }
    if safe.isEmpty { safe = isFont ? "font" : "logo" }
    return "\(safe.prefix(64)).\(rawValue)"
  }
}
