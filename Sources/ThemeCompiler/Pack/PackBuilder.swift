// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The frames of an animation, which follow time or progress.
struct FrameSequence: Hashable {
  let files: [String]
  /// The frames in 500 seconds.
  let rate: Int
  let isBound: Bool
  /// The first frame of the loop.
  let loop: Int
}

/// The content of an image; equal images are in the pack once.
struct ImageKey: Hashable {
  enum Source: Hashable {
    case file(String)
    case code(String)
    case frames(FrameSequence)
    case drawing(Drawing)
  }

  let source: Source
  let tint: StraightColor?
  let isSmooth: Bool
  /// The pixels of an SVG's longer side; nil to derive them from its size.
  let raster: Int?
}

/// A text of the theme, for all languages.
enum TextKey: Hashable {
  case template(String)
  case standard(String)
}

/// The tables that elements refer to; equal entries are stored once, in the order of first use.
struct PackBuilder {
  private(set) var sections: [PackSection: [UInt8]] = [:]
  private var strings: [String: StringRange] = [:]
  private var palettes: [[StraightColor]: UInt16] = [:]
  private var gradients: [RecordBytes: UInt16] = [:]
  private(set) var texts: [TextKey] = []
  /// The font of each text; nil for the built-in font.
  private(set) var textFonts: [Int?] = []
  private(set) var images: [ImageKey] = []
  /// The pixels of the longer side that an image's elements need.
  private(set) var imageSides: [Int] = []
  private var selectors: [[UInt8]: UInt16] = [:]

  func count(_ section: PackSection) -> Int {
    (sections[section]?.count ?? 0) / section.stride
  }

  mutating func append(_ record: RecordBytes, to section: PackSection) {
    sections[section, default: []] += record.bytes
  }

  mutating func append(_ bytes: [UInt8], to section: PackSection) {
    sections[section, default: []] += bytes
  }

  mutating func string(_ text: String) -> StringRange {
    if let range = strings[text] { return range }
    let bytes = Array(text.utf8)
    let range = StringRange(
      offset: UInt32(count(.strings)), length: UInt32(bytes.count))
    append(bytes, to: .strings)
    strings[text] = range
    return range
  }

  mutating func palette(_ colors: [StraightColor]) -> (first: UInt16, count: UInt16) {
    if let first = palettes[colors] { return (first, UInt16(colors.count)) }
    let first = UInt16(clamping: count(.colors))
    for color in colors {
      var record = RecordBytes(.colors)
      record.put(color, at: 0)
      append(record, to: .colors)
    }
    palettes[colors] = first
    return (first, UInt16(colors.count))
  }

  /// A gradient of evenly spaced colours, along an axis in Q16.16.
  mutating func gradient(_ colors: [StraightColor], axis: [Int32]) -> UInt16 {
    var key = RecordBytes(.gradients)
    for (index, number) in axis.enumerated() { key.put(number, at: 4 * index) }
    let first = stops(colors)
    key.put(first, at: 16)
    key.put(UInt16(colors.count), at: 18)
    if let index = gradients[key] { return index }
    let index = UInt16(clamping: count(.gradients))
    append(key, to: .gradients)
    gradients[key] = index
    return index
  }

  /// A drawing's gradient.
  mutating func gradient(_ gradient: DrawingGradient) -> UInt16 {
    var key = RecordBytes(.gradients)
    for (index, number) in gradient.axis.enumerated() { key.put(number, at: 4 * index) }
    key.put(UInt16(clamping: count(.stops)), at: 16)
    key.put(UInt16(gradient.stops.count), at: 18)
    for stop in gradient.stops {
      var record = RecordBytes(.stops)
      record.put(stop.color, at: 0)
      record.put(stop.offset, at: 8)
      append(record, to: .stops)
    }
    append(key, to: .gradients)
    return UInt16(clamping: count(.gradients) - 1)
  }

  private var stopRuns: [[StraightColor]: UInt16] = [:]

  private mutating func stops(_ colors: [StraightColor]) -> UInt16 {
    if let first = stopRuns[colors] { return first }
    let first = UInt16(clamping: count(.stops))
    for (index, color) in colors.enumerated() {
      var record = RecordBytes(.stops)
      record.put(color, at: 0)
      let last = Int32(colors.count - 1)
      record.put((Int32(index) * 65536 * 2 + last) / (2 * last), at: 8)
      append(record, to: .stops)
    }
    stopRuns[colors] = first
    return first
  }

  mutating func text(_ key: TextKey, font: Int?) -> UInt16 {
    for index in texts.indices where texts[index] == key && textFonts[index] == font {
      return UInt16(clamping: index)
    }
    texts.append(key)
    textFonts.append(font)
    return UInt16(clamping: texts.count - 1)
  }

  /// An image with a number of pixels on its longer side.
  mutating func image(_ key: ImageKey, side: Int) -> UInt16 {
    if let index = images.firstIndex(of: key) {
      imageSides[index] = max(imageSides[index], side)
      return UInt16(index)
    }
    images.append(key)
    imageSides.append(side)
    return UInt16(clamping: images.count - 1)
  }

  mutating func selector(_ records: [UInt8]) -> UInt16 {
    if let index = selectors[records] { return index }
    let index = UInt16(clamping: count(.selectors))
    var record = RecordBytes(.selectors)
    for (situation, value) in records.enumerated() { record.put(value, at: situation) }
    append(record, to: .selectors)
    selectors[records] = index
    return index
  }
}
