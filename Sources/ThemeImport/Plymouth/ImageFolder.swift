// SPDX-License-Identifier: Apache-2.0

/// The folder with the images of a Plymouth theme.
///
/// `ImageDir` is the path on the machine where the theme is installed. Most themes are imported from elsewhere, with
/// the images beside the `.plymouth` file.
package struct ImageFolder {
  /// The theme's folder, or another folder; links that lead out of it are not followed.
  package let source: ImportSource
  /// The folder in the source; empty for the source's own.
  package let folder: String
  /// The names in the folder, in natural order.
  package let names: [String]

  /// Finds the folder: a part of `ImageDir` in that of the theme, the theme's own, a sibling, or the installed one.
  ///
  /// - Parameters:
  ///   - file: the `.plymouth` file.
  ///   - group: its group with `ImageDir`.
  ///   - source: the theme's folder.
  ///   - isDeep: whether a folder is found by images in folders of it, too, as scripts name them.
  ///   - report: gets a line for any other folder than the theme's own.
  package init(
    _ file: PlymouthThemeFile, group: String, in source: ImportSource, isDeep: Bool = false,
    report: inout ImportReport
  ) {
    let found = Self.candidates(file["ImageDir", in: group] ?? "", in: source).first {
      Self.hasImages($0.source, $0.folder, isDeep: isDeep)
    }
    self.source = found?.source ?? source
    folder = found?.folder ?? ""
    names = self.source.names(in: folder)
    if let name = found?.name { report.taken("ImageDir: the images of \(name)") }
  }

  /// A folder that may have the images; the theme's own has no name.
  private typealias Candidate = (source: ImportSource, folder: String, name: String?)

  private static func candidates(_ wanted: String, in source: ImportSource) -> [Candidate] {
    let parts = wanted.split(separator: "/")
    let own = source.folderPath
    let isOnDisk = !own.isEmpty
    let below = { (folder: String) -> Candidate in
      (source, folder, isOnDisk ? "\(own)/\(folder)" : folder)
    }
    var candidates: [Candidate] = parts.indices.map { parts[$0...].joined(separator: "/") }
      .map(below)
    candidates += [(source, "", nil), below("images")]
    guard isOnDisk, let last = parts.last, last != ".", last != ".." else { return candidates }
    for path in ["\(own)/../\(last)"] + (wanted.hasPrefix("/") ? [wanted] : []) {
      candidates.append((ImportSource.folder(path), "", path))
    }
    return candidates
  }

  private static func hasImages(_ source: ImportSource, _ folder: String, isDeep: Bool) -> Bool {
    let isImage = { (name: String) in name.hasSuffix(".png") }
    let names = source.names(in: folder)
    if names.contains(where: isImage) { return true }
    return isDeep
      && names.contains { name in
        source.names(in: folder.isEmpty ? name : "\(folder)/\(name)").contains(where: isImage)
      }
  }

  /// Whether there is a file of this name.
  package func has(_ name: String) -> Bool { names.contains(name) }

  /// An image and its file; nil with a line for one that is broken, too large, or outside of the folder.
  package func image(
    _ name: String, report: inout ImportReport
  ) -> (image: StraightImage, file: [UInt8])? {
    guard let file = read(name, report: &report) else { return nil }
    if let image = StraightImage(file: file) { return (image, file) }
    report.leftOut("\(name): not a whole PNG or JPEG")
    return nil
  }

  private func read(_ name: String, report: inout ImportReport) -> [UInt8]? {
    do throws(ImportError) {
      return try source.read(folder.isEmpty ? name : "\(folder)/\(name)")
    } catch {
      report.leftOut(error.text)
      return nil
    }
  }

  /// The frames `PREFIX0001.png` in natural order, the broken ones left out with a line.
  func sequence(
    _ prefix: String, report: inout ImportReport
  ) throws(ImportError) -> [DraftFrame] {
    var collector = FrameCollector("\(prefix)*", report.progress)
    // Plymouth sorts by the number, too.
    let files = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".png") }
    for name in files {
      guard let file = read(name, report: &report) else { continue }
      if try !collector.append(file) {
        report.leftOut("\(name): not a whole PNG; the sequence goes on without it")
      }
    }
    return collector.frames
  }
}

extension StraightImage {
  /// Repeated to the right and down.
  func tiled(width: Int, height: Int) -> StraightImage {
    var result = StraightImage(width: width, height: height)
    for y in stride(from: 0, to: height, by: self.height) {
      for x in stride(from: 0, to: width, by: self.width) { result.place(self, x: x, y: y) }
    }
    return result
  }
}
