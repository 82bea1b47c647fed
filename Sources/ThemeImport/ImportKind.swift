// SPDX-License-Identifier: Apache-2.0

/// The kind of an original.
package enum ImportKind: Equatable, Sendable {
  /// Numbered PNG or JPEG files.
  case frames
  /// A boot animation of Android: an archive, or a folder without a name.
  case bootanimation(archive: String?)
  /// An animated GIF; of this and the next kinds by the file's name.
  case gif(file: String)
  /// An animated PNG.
  case apng(file: String)
  /// A WebP, animated or not.
  case webp(file: String)
  /// A Lottie animation.
  case lottie(file: String)
  /// A video, by the file's name.
  case video(file: String)
  /// The headers and images of psplash.
  case psplash
  /// A still image, which becomes a logo.
  case image
  /// A theme of Plymouth with `ModuleName=two-step`, by its `.plymouth` file.
  case plymouthTwoStep(file: String)
  /// A theme of Plymouth with `ModuleName=script`, by its `.plymouth` file.
  case plymouthScript(file: String)

  /// The kind in words.
  package var words: String {
    switch self {
    case .frames: "numbered images"
    case .bootanimation: "a boot animation of Android"
    case .gif: "a GIF"
    case .apng: "an animated PNG"
    case .webp: "a WebP"
    case .lottie: "a Lottie animation"
    case .video: "a video"
    case .psplash: "a splash of psplash"
    case .image: "an image, which becomes the logo"
    case .plymouthTwoStep: "a Plymouth theme (two-step)"
    case .plymouthScript: "a Plymouth theme (script)"
    }
  }

  /// Finds out what a source is.
  ///
  /// - Throws: `nothing` for a known kind without images, `unusable` for an unknown kind.
  static func detect(_ source: ImportSource) throws(ImportError) -> ImportKind {
    if let file = try plymouthFile(in: source) {
      let theme = try PlymouthThemeFile(source.text(file), path: source.path(of: file))
      switch theme.module {
      case "two-step": return .plymouthTwoStep(file: file)
      case "script": return .plymouthScript(file: file)
      default:
        throw .nothing(
          "\(source.path(of: file)): ModuleName=\(theme.module) has no images to import")
      }
    }
    if let kind = try fileKind(source) { return kind }
    if source.named.isEmpty, BootanimationImporter.matches(source) {
      return .bootanimation(archive: nil)
    }
    if PsplashImporter.matches(source) { return .psplash }
    if !FrameFolderImporter.sequence(in: source).isEmpty { return .frames }
    throw .unusable("\(source.path): \(reason(ofUnknown: source))")
  }

  /// Why a source is of no kind, and what to name in its place where that is clear.
  private static func reason(ofUnknown source: ImportSource) -> String {
    let names = source.names()
    if source.named.isEmpty {
      if names.isEmpty { return "the folder is empty" }
      let themes = names.prefix(256).filter { folder in
        source.names(in: folder).contains { $0.hasSuffix(".plymouth") || $0 == "desc.txt" }
      }
      if !themes.isEmpty {
        return "a folder of themes; name one of them: \(listed(themes))"
      }
      let images = names.filter(FrameFolderImporter.isImage)
      if !images.isEmpty {
        return "its images are not numbered; name those of the animation, or a logo: "
          + listed(images)
      }
    } else if source.named.contains(where: { $0.lowercased().hasSuffix(".zip") }) {
      return "no ZIP archive"
    }
    return "no theme or animation of a known kind; see flipbook-theme import --help"
  }

  private static func listed(_ names: [String]) -> String {
    names.prefix(4).joined(separator: ", ") + (names.count > 4 ? ", …" : "")
  }

  /// The kind of a single file, by its first bytes; nil for others.
  private static func fileKind(_ source: ImportSource) throws(ImportError) -> ImportKind? {
    guard source.named.count == 1, let name = source.named.first else { return nil }
    let file = try source.read(name, atMost: ImportLimit.archiveBytes)
    if LottieImporter.matches(file, name: name) { return .lottie(file: name) }
    if file.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return .bootanimation(archive: name) }
    switch AnimatedImageImporter.format(of: file) {
    case .gif: return .gif(file: name)
    case .apng: return .apng(file: name)
    case .webp: return .webp(file: name)
    case nil: break
    }
    if VideoImporter.matches(file) { return .video(file: name) }
    return StraightImage.size(of: file) == nil ? nil : .image
  }

  /// The `.plymouth` file of a folder, or the named one.
  private static func plymouthFile(in source: ImportSource) throws(ImportError) -> String? {
    let isTheme = { (name: String) in name.hasSuffix(".plymouth") }
    if let named = source.named.first, source.named.count == 1 {
      return isTheme(named) ? named : nil
    }
    guard source.named.isEmpty else { return nil }
    let files = source.names().filter(isTheme)
    if files.count < 2 { return files.first }
    if files.contains("\(source.name).plymouth") { return "\(source.name).plymouth" }
    throw .unusable(
      "\(source.path): several themes (\(listed(files))); name one")
  }
}
