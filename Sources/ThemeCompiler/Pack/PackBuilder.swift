// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint
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
  private var palettes: [[StraightColor]: Int] = [:]
  private var gradients: [[UInt8]: Int] = [:]
  private var tracks: [[UInt8]: Int] = [:]
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

  mutating func append<Record: PackRecord>(_ record: Record) {
    append(record.bytes, to: Record.section)
  }

  /// Appends bytes; returns where they are in a section of bytes.
  @discardableResult
  mutating func append(_ bytes: [UInt8], to section: PackSection) -> Range<Int> {
    let first = sections[section]?.count ?? 0
    sections[section, default: []] += bytes
    return first..<first + bytes.count
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

  mutating func palette(_ colors: [StraightColor]) -> Range<Int> {
    let first = palettes[colors] ?? count(.colors)
    if palettes[colors] == nil {
      for color in colors {
        var record = ColorRecord()
        record.color = color
        append(record)
      }
      palettes[colors] = first
    }
    return first..<first + colors.count
  }

  /// The keyframes of a motion's property; without any an empty range.
  mutating func keyframes(_ records: [KeyframeRecord]) -> Range<Int> {
    if records.isEmpty { return 0..<0 }
    let bytes = records.flatMap(\.bytes)
    let first = tracks[bytes] ?? count(.keyframes)
    if tracks[bytes] == nil {
      append(bytes, to: .keyframes)
      tracks[bytes] = first
    }
    return first..<first + records.count
  }

  /// A gradient of evenly spaced colours, along an axis in Q16.16.
  mutating func gradient(_ colors: [StraightColor], axis: [Int32]) -> Int {
    var record = GradientRecord()
    (record.start, record.end) = Point.ends(of: axis)
    let first = stops(colors)
    record.stops = first..<first + colors.count
    if let index = gradients[record.bytes] { return index }
    append(record)
    gradients[record.bytes] = count(.gradients) - 1
    return count(.gradients) - 1
  }

  /// A drawing's gradient.
  mutating func gradient(_ gradient: DrawingGradient) -> Int {
    var record = GradientRecord()
    (record.start, record.end) = Point.ends(of: gradient.axis)
    record.stops = count(.stops)..<count(.stops) + gradient.stops.count
    for stop in gradient.stops { append(stop: stop.color, at: stop.offset) }
    append(record)
    return count(.gradients) - 1
  }

  /// A drawing's gradient that came with minor version 3.
  mutating func shading(_ shading: DrawingShading) -> Int {
    var record = ShadingRecord()
    record.kind = shading.kind
    let numbers = shading.points.map { Fixed(q16: $0) }
    (record.start, record.end) = (Point(numbers[0], numbers[1]), Point(numbers[2], numbers[3]))
    if shading.kind == .radial {
      (record.side, record.focus) = (Point(numbers[4], numbers[5]), Point(numbers[6], numbers[7]))
    }
    record.stops = count(.stops)..<count(.stops) + shading.stops.count
    for stop in shading.stops { append(stop: stop.color, at: stop.offset) }
    append(record)
    return count(.shadings) - 1
  }

  private mutating func append(stop color: StraightColor, at offset: Int32) {
    var record = StopRecord()
    (record.color, record.offset) = (color, Fixed(q16: offset))
    append(record)
  }

  private var stopRuns: [[StraightColor]: Int] = [:]

  private mutating func stops(_ colors: [StraightColor]) -> Int {
    if let first = stopRuns[colors] { return first }
    let first = count(.stops)
    for (index, color) in colors.enumerated() {
      let last = Int32(colors.count - 1)
      append(stop: color, at: (Int32(index) * 65536 * 2 + last) / (2 * last))
    }
    stopRuns[colors] = first
    return first
  }

  mutating func text(_ key: TextKey, font: Int?) -> Int {
    for index in texts.indices where texts[index] == key && textFonts[index] == font {
      return index
    }
    texts.append(key)
    textFonts.append(font)
    return texts.count - 1
  }

  /// An image with a number of pixels on its longer side.
  mutating func image(_ key: ImageKey, side: Int) -> Int {
    if let index = images.firstIndex(of: key) {
      imageSides[index] = max(imageSides[index], side)
      return index
    }
    images.append(key)
    imageSides.append(side)
    return images.count - 1
  }

  mutating func selector(_ records: [UInt8]) -> UInt16 {
    if let index = selectors[records] { return index }
    let index = UInt16(clamping: count(.selectors))
    let zeros = [UInt8](repeating: 0, count: PackSection.selectors.stride - records.count)
    append(records + zeros, to: .selectors)
    selectors[records] = index
    return index
  }
}

extension Point {
  /// The ends of an axis of four numbers in Q16.16.
  static func ends(of axis: [Int32]) -> (Point, Point) {
    let numbers = axis.map { Fixed(q16: $0) }
    return (Point(numbers[0], numbers[1]), Point(numbers[2], numbers[3]))
  }
}
