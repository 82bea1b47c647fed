// SPDX-License-Identifier: Apache-2.0

/// What an import makes: the theme, and the report on it.
package struct ImportResult {
  /// The kind of the original, for the first line of the theme.
  package let kind: ImportKind
  /// The theme, which the caller may make smaller.
  package var draft: ThemeDraft
  /// The report: parts taken, changed and left out.
  package var report: ImportReport
}

/// What the user asks of an import.
package struct ImportOptions {
  /// Frames in 1000 s for files that have no rate of their own; nil for the usual one.
  package var rate: Int?
  /// Shows each step.
  package var progress: ImportProgress

  /// Options; the usual rate where none is given.
  package init(rate: Int? = nil, progress: ImportProgress = ImportProgress()) {
    (self.rate, self.progress) = (rate, progress)
  }
}

/// Makes themes of splashes of other programs.
package enum ThemeImporter {
  /// Imports a folder or files of any kind.
  ///
  /// - Throws: Why there is no theme, in one line.
  package static func result(
    of source: ImportSource, options: ImportOptions = ImportOptions()
  ) throws(ImportError) -> ImportResult {
    let kind = try ImportKind.detect(source)
    var report = ImportReport(progress: options.progress)
    var draft: ThemeDraft
    switch kind {
    case .frames:
      draft = try FrameFolderImporter.draft(of: source, rate: options.rate, report: &report)
    case .bootanimation(let file?):
      draft = try BootanimationImporter.draft(ofArchive: file, in: source, report: &report)
    case .bootanimation(nil): draft = try BootanimationImporter.draft(of: source, report: &report)
    case .gif(let file):
      draft = try AnimatedImageImporter.draft(of: file, .gif, in: source, report: &report)
    case .apng(let file):
      draft = try AnimatedImageImporter.draft(of: file, .apng, in: source, report: &report)
    case .webp(let file):
      draft = try AnimatedImageImporter.draft(of: file, .webp, in: source, report: &report)
    case .lottie(let file):
      draft = try LottieImporter.draft(
        of: file, in: source, rate: options.rate, report: &report)
    case .video(let file):
      draft = try VideoImporter.draft(
        of: file, in: source, rate: options.rate, report: &report)
    case .psplash, .image: draft = try PsplashImporter.draft(of: source, report: &report)
    case .plymouthTwoStep(let file):
      draft = try TwoStepImporter.draft(
        of: try PlymouthThemeFile(source.text(file), path: source.path(of: file)), in: source,
        report: &report)
    case .plymouthScript(let file):
      draft = try PlymouthScriptImporter.draft(
        of: try PlymouthThemeFile(source.text(file), path: source.path(of: file)), in: source,
        report: &report)
    }
    try draft.useMotions(report: &report)
    try draft.fitPack(report: &report)
    return ImportResult(kind: kind, draft: draft, report: report)
  }
}
