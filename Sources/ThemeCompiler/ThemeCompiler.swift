// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Compiles a theme's folder to the one file that the daemon reads.
///
/// The same sources give the same bytes, whatever the folder, locale, time zone and time.
package struct ThemeCompiler {
  /// The result: a pack if there was no error.
  package struct Result: Sendable {
    package var pack: [UInt8]?
    package var diagnostics: Diagnostics
    package var name: String
    /// The size of the pack in bytes, also of one that is too large; 0 after other errors.
    package fileprivate(set) var packSize = 0
    /// The size of the images in the pack, in bytes.
    package fileprivate(set) var pixelBytes = 0
    /// The size of the images' files, in bytes.
    package fileprivate(set) var imageFileBytes = 0
    /// All translatable texts, as a template for PO files; nil after errors.
    package var textTemplate: String?
  }

  /// Compiles a theme.
  ///
  /// - Parameters:
  ///   - source: the bytes of its `theme.toml`.
  ///   - folder: the folder's name, which is the theme's default name.
  ///   - checksLayout: whether overlapping elements are searched for, on all displays.
  ///   - cache: results of the folder's files, from earlier compilations and for later ones.
  ///   - list: the names in a folder below it, or in it, `""`.
  ///   - read: reads a file by its name below the folder.
  /// - Returns: The pack, or the errors.
  package static func compile(
    _ source: [UInt8], folder: String, checksLayout: Bool = false,
    cache: CompilerCache? = nil,
    list: @escaping (String) -> [String] = { _ in [] },
    read: @escaping (String) -> FileContent
  ) -> Result {
    var reader = SourceReader(folder: folder, read: read)
    do throws(TOMLError) {
      reader.read(try TOMLReader.parse(source))
    } catch {
      reader.parser.diagnostics.error("", at: error.position, "no TOML: \(error.reason)")
      return Result(diagnostics: reader.parser.diagnostics, name: folder)
    }
    var diagnostics = reader.parser.diagnostics
    let theme = reader.theme
    let elementTree = ElementTree(theme, &diagnostics)
    guard diagnostics.errorCount == 0 else {
      return Result(diagnostics: diagnostics, name: theme.name)
    }
    let cache = cache ?? CompilerCache()
    cache.begin()
    defer { cache.end() }
    let assets = AssetStore(read, list: list, cache: cache)
    var compilation = Compilation(theme, elementTree, diagnostics, assets)
    let pack = compilation.run()
    if checksLayout, let pack { compilation.checkLayout(pack) }
    var result = Result(
      pack: pack, diagnostics: compilation.records.diagnostics, name: theme.name)
    if pack != nil { result.textTemplate = compilation.textTemplate }
    result.packSize = compilation.packSize
    result.pixelBytes = compilation.records.builder.count(.pixels)
    result.imageFileBytes = compilation.records.assets.imageFileBytes
    return result
  }
}
