// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The keys of an image of a part: its file, and how many of its pixels each edge has.
struct PartKey {
  let image: String
  let slice: String

  static let panel = PartKey(image: "image", slice: "slice")
  static let track = PartKey(image: "track-image", slice: "track-slice")
  static let fill = PartKey(image: "fill-image", slice: "fill-slice")
  static let field = PartKey(image: "field-image", slice: "field-slice")
  static let bullet = "bullet-image"

  /// The keys of an element's parts, of the lower one and of the upper one; nil for an element without such parts.
  static func keys(of kind: TableKind) -> (back: PartKey, front: PartKey?)? {
    switch kind {
    case .bar: (track, fill)
    case .prompt: (panel, field)
    case .stack: (panel, nil)
    case .stage, .background, .font, .image, .motion, .keyframe, .text, .clock, .download, .ring,
      .frames:
      nil
    }
  }

  /// The names of all images of an element's parts.
  static func images(of kind: TableKind) -> [String] {
    guard let (back, front) = keys(of: kind) else { return [] }
    return [back.image] + (front.map { [$0.image] } ?? []) + (kind == .prompt ? [bullet] : [])
  }
}

/// Images of parts of elements.
extension RecordCompiler {
  /// The images of an element's parts under a condition; nil where all parts are in colours.
  mutating func parts(of element: ElementSource, _ condition: Condition) -> PartsElement? {
    guard let (back, front) = PartKey.keys(of: element.kind) else { return nil }
    let keys = resolver.element(element, condition)
    var record = PartsElement()
    record.back = slicedImage(back, element, keys)
    if let front { record.front = slicedImage(front, element, keys) }
    if element.kind == .prompt { record.bullet = bullet(element, keys) }
    let isEmpty = record.back.image == nil && record.front.image == nil && record.bullet == nil
    return isEmpty ? nil : record
  }

  private mutating func slicedImage(
    _ part: PartKey, _ element: ElementSource, _ keys: Resolved
  ) -> SlicedImageRecord {
    var record = SlicedImageRecord()
    guard let setting = keys.setting(part.image), case .string(let name) = setting.value,
      let file = partFile(name, "\(element.key).\(part.image)", setting.position)
    else { return record }
    if let slice = keys.setting(part.slice), case .slice(let edges) = slice.value {
      guard edges[0] + edges[2] < file.width / 256, edges[1] + edges[3] < file.height / 256 else {
        diagnostics.error(
          "\(element.key).\(part.slice)", at: slice.position,
          "nothing is left between the edges of '\(name)'",
          expected: "less than \(file.width / 256) pixels across, and \(file.height / 256) down")
        return record
      }
      (record.left, record.top) = (UInt16(edges[0]), UInt16(edges[1]))
      (record.right, record.bottom) = (UInt16(edges[2]), UInt16(edges[3]))
    }
    record.image = partImage(name, file, "\(element.key).\(part.image)", setting.position)
    return record
  }

  private mutating func bullet(_ element: ElementSource, _ keys: Resolved) -> Int? {
    let key = "\(element.key).\(PartKey.bullet)"
    guard let setting = keys.setting(PartKey.bullet), case .string(let name) = setting.value,
      let file = partFile(name, key, setting.position)
    else { return nil }
    return partImage(name, file, key, setting.position)
  }

  /// The mean colour of a part's image, for what goes by colours, such as a program of an older version; nil without one.
  mutating func meanColor(of key: String, _ keys: Resolved) -> StraightColor? {
    guard case .string(let name) = keys[key], let file = try? assets.imageFile(name),
      let image = try? file.image(side: max(1, max(file.width, file.height) / 256))
    else { return nil }
    return image.meanColor
  }

  /// A file of a part; nil after a diagnostic.
  private mutating func partFile(
    _ name: String, _ key: String, _ position: SourcePosition
  ) -> ImageFile? {
    do throws(ImageFileError) {
      let file = try assets.imageFile(name)
      check(partsOf: file, named: name, key, at: position)
      return file
    } catch {
      report(error, name, key, position)
      return nil
    }
  }

  /// The pixels of a file; of an SVG one for each point.
  private mutating func partImage(
    _ name: String, _ file: ImageFile, _ key: String, _ position: SourcePosition
  ) -> Int {
    let side = max(1, max(file.width, file.height) / 256)
    let image = ImageKey(
      source: .file(name), tint: nil, isSmooth: true, raster: file.kind == .svg ? side : nil)
    return reference(to: image, side: side, key, at: position)
  }
}
