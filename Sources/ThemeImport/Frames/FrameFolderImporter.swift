// SPDX-License-Identifier: Apache-2.0

/// Numbered PNG or JPEG files.
enum FrameFolderImporter {
  /// The rate where none is given, in frames per 1000 s.
  private static let usualRate = 25_000

  /// The files with the most numbers among those of a folder; empty where there are less than two.
  static func sequence(in source: ImportSource) -> [String] {
    let names = source.named.isEmpty ? source.names() : source.named
    let images = names.filter(isImage)
    if !source.named.isEmpty {
      return images.count == names.count && images.count > 1
        ? images.sorted(by: NaturalOrder.precedes) : []
    }
    var groups: [String: [String]] = [:]
    for name in images {
      guard let found = NaturalOrder.numbered(name) else { continue }
      groups["\(found.prefix)\u{0}\(found.suffix)", default: []].append(name)
    }
    // Of as many files the first name, so that the result does not depend on the order of the folder.
    let largest = groups.max {
      ($0.value.count, $1.key) < ($1.value.count, $0.key)
    }
    guard let files = largest?.value, files.count > 1 else { return [] }
    return files.sorted(by: NaturalOrder.precedes)
  }

  /// Whether a name is that of a PNG or JPEG.
  static func isImage(_ name: String) -> Bool {
    let lower = name.lowercased()
    return [".png", ".jpg", ".jpeg"].contains { lower.hasSuffix($0) }
  }

  static func draft(
    of source: ImportSource, rate: Int?, report: inout ImportReport
  ) throws(ImportError) -> ThemeDraft {
    let files = sequence(in: source)
    var collector = FrameCollector(source.path, report.progress)
    for name in files {
      if try !collector.append(source.read(name)) {
        report.leftOut("\(name): not a whole PNG or JPEG; the sequence goes on without it")
      }
    }
    let frames = try collector.unified(.center, report: &report)
    var set = FrameSet(name: "frames", frames: frames, rate: rate ?? usualRate)
    set.intro = 0
    report.taken(
      "\(files.first ?? "") … \(files.last ?? ""): a loop of \(frames: frames.count), "
        + "\(set.width)×\(set.height) pixels")
    if rate == nil {
      report.changed("rate: 25 frames a second, since files have none; --rate sets another")
    }
    let others = source.named.isEmpty ? source.names().filter { !files.contains($0) } : []
    if !others.isEmpty {
      report.leftOut(
        "\(others.prefix(6).joined(separator: ", "))\(others.count > 6 ? ", …" : ""): "
          + "not part of the sequence")
    }
    return try FramesTheme.draft(name: source.name, set, report: &report)
  }
}
