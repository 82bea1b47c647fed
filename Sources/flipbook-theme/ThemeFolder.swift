// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Theme
import ThemeCompiler
import ToolSupport

/// A theme's folder; the argument names the folder or the `theme.toml` in it.
struct ThemeFolder {
  /// The folder as the user wrote it, without slashes at the end.
  let path: String

  init(_ argument: String) {
    var path = argument
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    if path == "theme.toml" {
      path = "."
    } else if path.hasSuffix("/theme.toml") {
      path = String(path.dropLast("/theme.toml".count))
    }
    self.path = path
  }

  /// The theme's file, as error messages name it.
  var file: String { path == "." ? "theme.toml" : "\(path)/theme.toml" }

  /// The folder's own name; `theme` for a path such as `.`.
  var name: String {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    return ["", ".", ".."].contains(last) ? "theme" : last
  }

  /// Compiles the theme, with placeholders such as `@N@` replaced by texts.
  func compile(
    defines: [(name: String, text: String)] = [], checksLayout: Bool = false
  ) throws(ToolError) -> ThemeCompiler.Result {
    var source = try Files.readRegular(file)
    if !defines.isEmpty {
      var text = String(decoding: source, as: UTF8.self)
      for define in defines { text = text.replacing("@\(define.name)@", with: define.text) }
      source = Array(text.utf8)
    }
    return compile(source, checksLayout: checksLayout)
  }

  /// Compiles a text in place of the theme's file, with the other files of the folder.
  ///
  /// A cache keeps the results of these files, as long as they are the same.
  func compile(
    _ source: [UInt8], checksLayout: Bool = false, cache: CompilerCache? = nil
  ) -> ThemeCompiler.Result {
    let folder = path
    return ThemeCompiler.compile(
      source, folder: name, checksLayout: checksLayout, cache: cache,
      list: { Folder.names(in: "\(folder)/\($0)") }
    ) { name in
      if let link = Self.link(in: name, below: folder) {
        let what = link == name ? "it" : "'\(link)'"
        return .unreadable("\(what) is a symbolic link, which can lead out of the theme's folder")
      }
      do throws(ToolError) {
        return .bytes(try Files.readRegular("\(folder)/\(name)"))
      } catch {
        let words = error.description
        // Only the reason: the compiler adds the file's name.
        return .unreadable(words.split(separator: ": ").last.map(String.init) ?? words)
      }
    }
  }

  /// The first symbolic link among the folders of a name, below the theme's folder.
  private static func link(in name: String, below folder: String) -> String? {
    let parts = name.split(separator: "/")
    return parts.indices.map { parts[...$0].joined(separator: "/") }
      .first { Folder.isLink("\(folder)/\($0)") }
  }

  /// Whether an argument names a theme's folder, or its `theme.toml`, and not a pack.
  static func isNamed(_ argument: String) -> Bool {
    argument != "-"
      && (Folder.isFolder(argument) || !Folder.has(argument) || argument == "theme.toml"
        || argument.hasSuffix("/theme.toml"))
  }

  /// A pack that is named in place of a folder; nil for a folder, and for its `theme.toml`.
  ///
  /// - Throws: Why it cannot be read, such as that it is larger than a pack can be, or that it is neither.
  static func packFile(_ name: String) throws(ToolError) -> [UInt8]? {
    if isNamed(name) { return nil }
    let bytes = try Files.read(name, atMost: PackHeader.largestFile)
    guard bytes.starts(with: Array("FLIPPACK".utf8)) else {
      throw .usage("theme \(name): neither a pack nor a folder with a theme.toml")
    }
    return bytes
  }

  /// A pack unchanged, or that of a theme's folder, whose diagnostics are printed; and its name.
  ///
  /// - Throws: Why there is none; `ExitCode` after diagnostics.
  static func pack(_ theme: String) throws -> (bytes: [UInt8], name: String) {
    if let bytes = try packFile(theme) { return (bytes, theme) }
    let folder = ThemeFolder(theme)
    let result = try folder.compile()
    folder.report(result.diagnostics)
    guard let pack = result.pack else { throw ExitCode(1) }
    return (pack, result.name)
  }

  /// The same where nothing may be printed: the first error is thrown.
  static func quietPack(_ theme: String) throws(ToolError) -> (bytes: [UInt8], name: String) {
    if let bytes = try packFile(theme) { return (bytes, theme) }
    let folder = ThemeFolder(theme)
    let result = try folder.compile()
    guard let pack = result.pack else {
      let first = result.diagnostics.sorted.first { $0.severity == .error }
      throw .usage(first?.line(file: folder.file) ?? "theme \(theme) has errors")
    }
    return (pack, result.name)
  }

  /// Prints on standard error where images take more room in the pack than as files, which compress better.
  static func reportRoom(_ result: ThemeCompiler.Result) {
    let (inPack, asFiles) = (result.pixelBytes, result.imageFileBytes)
    guard inPack > asFiles, inPack >= 1 << 20 else { return }
    func mebibytes(_ count: Int) -> String {
      let tenths = (10 * count + 1 << 19) >> 20
      return "\(tenths / 10).\(tenths % 10) MiB"
    }
    Files.writeError(
      "\(result.name): images take \(mebibytes(inPack)) in the pack, \(mebibytes(asFiles)) as files: "
        + "the daemon decodes them without a library; fewer or smaller ones take less\n")
  }

  /// Prints the diagnostics in order and their counts in a last line, on standard error.
  func report(_ diagnostics: Diagnostics) {
    var text = ""
    for diagnostic in diagnostics.sorted { text += diagnostic.line(file: file).escaped + "\n" }
    if !diagnostics.all.isEmpty { text += diagnostics.summary + "\n" }
    Files.writeError(text)
  }
}
