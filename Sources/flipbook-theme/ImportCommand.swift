// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Theme
import ThemeCompiler
import ThemeImport
import ToolSupport

/// `flipbook-theme import`: makes a theme of a splash of another program.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a theme's folder from a splash of another program.",
    discussion: """
      It finds out what it has: a theme of Plymouth, an Android bootanimation.zip, the headers of psplash, numbered \
      PNG or JPEG files, a GIF, an animated PNG or WebP, a Lottie animation, a single PNG or JPEG, or a video where \
      ffmpeg is installed. It prints what it took, what it changed, and what it left out.

      Exit status: 0 the theme is usable, 1 there is nothing to import, 2 wrong arguments or files.
      """)

  @Argument(help: ArgumentHelp("A folder, or files in one folder.", valueName: "DIR|FILE"))
  var paths: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The theme's folder (default: the original's name, here).", valueName: "DIR"))
  var output: String?

  @Option(
    help: ArgumentHelp("Frames per second of images and videos (default: 25).", valueName: "N"),
    transform: Self.rate)
  var rate: Int?

  @Option(
    help: ArgumentHelp(
      "Make the frames smaller until the pack has at most so many bytes; K and M are units.",
      valueName: "BYTES"), transform: Self.size)
  var maxSize: Int?

  @Flag(help: "Write a filmstrip of the theme beside its folder, DIR-preview.png.")
  var preview = false

  func run() throws {
    // Before an import that may take long.
    try ImportOutput.refuseUnwritable(output.map { ThemeFolder($0).path } ?? ".")
    let progress = ProgressLine()
    // The report is in place of it.
    defer { progress.remove() }
    var result: ImportResult
    let source: ImportSource
    do throws(ImportError) {
      source = try ImportSource(paths: paths)
      result = try ThemeImporter.result(
        of: source,
        options: ImportOptions(
          rate: rate, progress: ImportProgress { progress.show("importing: \($0)") }))
    } catch {
      throw ToolError(error.isNothing ? .refused : .usage, error.text)
    }
    let folder = ThemeFolder(output ?? Self.freeName(result.draft.name))
    guard !Folder.has(folder.file) else {
      throw ToolError.usage("\(folder.file) is there already; name another folder with -o")
    }
    let (files, compiled) = try reduced(&result, source, folder, progress)
    progress.remove()
    var output = ImportOutput(folder: folder.path)
    output.add(files)
    let filmstrip = "\(folder.path)-preview.png"
    try output.refuseExisting(more: preview ? [filmstrip] : [])
    try Files.say("\(source.path.escaped): \(result.kind.words)\n" + result.report.text)
    folder.report(compiled.diagnostics)
    guard let pack = compiled.pack else {
      throw ToolError(
        .refused, "\(folder.file): it does not compile, its errors are above; nothing is written")
    }
    if preview {
      output.add(try ImportPreview.file(of: pack, name: filmstrip), at: filmstrip)
    }
    try output.write()
    try Files.say("cost: \(ThemeCost(result.draft, packBytes: pack.count).text)\n")
    if preview { try Files.say("\(filmstrip): a filmstrip of a boot\n") }
    try Files.say("\(folder.file): next: flipbook-theme check \(folder.path)\n")
  }

  /// The files of the theme, with frames so small that its pack has the requested size.
  private func reduced(
    _ result: inout ImportResult, _ source: ImportSource, _ folder: ThemeFolder,
    _ progress: ProgressLine
  ) throws(ToolError) -> (files: [DraftFile], compiled: ThemeCompiler.Result) {
    let limit = min(maxSize ?? .max, PackHeader.largestFile)
    var reductions = FrameReduction.allCases[...]
    while true {
      let files = result.draft.folder(
        origin: "\(source.path), \(result.kind.words)", report: result.report)
      let compiled = Self.compile(files, folder: folder.name, progress)
      let size = compiled.packSize
      guard size > limit else { return (files, compiled) }
      // Compiling takes long: several steps at once where one is clearly not enough.
      var (isChanged, estimate) = (false, size)
      while !isChanged || estimate * 6 / 10 > limit, let reduction = reductions.popFirst() {
        let before = max(1, result.draft.framePixels)
        do throws(ImportError) {
          guard try reduction.apply(to: &result.draft, report: &result.report) else { continue }
        } catch {
          throw .usage(error.text)
        }
        isChanged = true
        estimate = Int(Double(estimate) * Double(result.draft.framePixels) / Double(before))
      }
      guard isChanged else {
        throw .usage(
          "\(source.path): the least is a pack of \(size) bytes; \(limit) are possible: leave out "
            + "frames, or import a smaller version")
      }
    }
  }

  /// Compiles the files as they will be in the folder.
  private static func compile(
    _ files: [DraftFile], folder: String, _ progress: ProgressLine
  ) -> ThemeCompiler.Result {
    // All but theme.toml, which is there already.
    let total = max(files.count - 1, 1)
    var count = 0
    let contents = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.bytes) })
    return ThemeCompiler.compile(
      contents["theme.toml"] ?? [], folder: folder,
      list: { folder in
        let prefix = folder.isEmpty ? "" : folder + "/"
        return files.map(\.name).filter { $0.hasPrefix(prefix) }.map {
          String($0.dropFirst(prefix.count))
        }.filter { !$0.contains("/") }
      },
      read: {
        count += 1
        progress.show(
          "compiling: \(100 * min(count, total) / total) %: \($0)", isLast: count == total)
        return contents[$0].map { .bytes($0) } ?? .unreadable("no such file")
      })
  }

  /// A name in the current folder that is not taken, such as by the original itself.
  private static func freeName(_ name: String) -> String {
    Folder.has(name) ? "\(name)-theme" : name
  }

  private static func rate(_ text: String) throws -> Int {
    guard let number = DecimalNumber(text)?.millionths, 1_000_000...120_000_000 ~= number else {
      throw ValidationError("expected 1 to 120 frames per second")
    }
    return Int(number / 1000)
  }

  private static func size(_ text: String) throws -> Int {
    let units = ["K": 10, "M": 20]
    let shift = text.last.flatMap { units[String($0)] }
    let digits = shift == nil ? text[...] : text.dropLast()
    guard let number = Int(digits), 1...(1 << 30) >> (shift ?? 0) ~= number else {
      throw ValidationError("expected bytes, such as 500K or 2M")
    }
    return number << (shift ?? 0)
  }
}
