// SPDX-License-Identifier: Apache-2.0

import DisplayList
internal import Animations
internal import Theme

/// Animations.
extension RecordCompiler {
  mutating func animation(_ element: ElementSource, _ keys: Resolved, _ record: inout RecordBytes) {
    typealias Field = RecordField.Animation
    for offset in [Field.image, Field.font, Field.doneText, Field.failedText] {
      record.put(PackIndex.none, at: offset)
    }
    if element.kind != .bar { record.put(reference(to: font(of: keys)), at: Field.font) }
    check(labelOf: element, keys)
    record.put(keys.time("spring"), at: Field.spring)
    record.put(keys.length("radius") ?? .zero, at: Field.radius)
    switch element.kind {
    case .bar: bar(element, keys, &record)
    case .download: download(element, keys, &record)
    case .frames: frames(element, keys, &record)
    default: ring(element, keys, &record)
    }
  }

  private mutating func bar(
    _ element: ElementSource, _ keys: Resolved, _ record: inout RecordBytes
  ) {
    typealias Field = RecordField.Animation
    var isStill = false
    var failure = StraightColor(hex: 0xD031_2DFF)
    var colors: [StraightColor] = []
    switch keys["palette"] {
    case .palette(.red):
      colors = RecordCompiler.colors(of: .red)
      failure = StraightColor(hex: 0xFFFF_FFFF)
    case .palette(.colors(let names)):
      colors = names.map { keys.color($0) }
      isStill = colors.count == 1
    default: colors = RecordCompiler.colors(of: .rainbow)
    }
    // A palette needs two ends.
    if colors.count == 1 { colors += colors }
    let flow: UInt8 = keys.setting("flow") == nil ? (isStill ? 2 : 0) : keys.choice("flow")
    record.put(AnimationKind.bar.rawValue, at: Field.kind)
    record.put(flow | keys.choice("unknown") << 2, at: Field.style)
    put(colors, &record)
    record.put(keys.time("period"), at: Field.period)
    if case .axis(let numbers) = keys["axis"] {
      for (index, number) in numbers.enumerated() { record.put(number, at: Field.axis + 4 * index) }
    }
    record.put(keys.color("failure") ?? failure, at: Field.failure)
    record.put(keys.color("track") ?? .none, at: Field.track)
    if let setting = keys.setting("radius"), keys.length("radius")?.unit != .point {
      diagnostics.warning(
        "\(element.key).radius", at: setting.position, "flipbookd goes by points alone so far")
    }
  }

  /// The daemon's own palettes, bit-identical.
  private static func colors(of palette: Palette) -> [StraightColor] {
    (0..<palette.count).map { stop in
      let color = palette[stop]
      return StraightColor(
        red: color.red, green: color.green, blue: color.blue)
    }
  }

  private mutating func put(_ colors: [StraightColor], _ record: inout RecordBytes) {
    let range = builder.palette(colors)
    record.put(range.first, at: RecordField.Animation.firstColor)
    record.put(range.count, at: RecordField.Animation.colors)
  }

  private mutating func download(
    _ element: ElementSource, _ keys: Resolved, _ record: inout RecordBytes
  ) {
    typealias Field = RecordField.Animation
    record.put(AnimationKind.download.rawValue, at: Field.kind)
    record.put(keys.boolean("label") ? 128 : 0 as UInt8, at: Field.style)
    record.put(only("done-text", element, keys), at: Field.doneText)
    record.put(only("failed-text", element, keys), at: Field.failedText)
    let places = ["failed-color", "box", "fill", "arrow", "label-color", "done-color"]
    for (index, key) in places.enumerated() {
      record.put(keys.color(key) ?? .none, at: Field.failure + 8 * index)
    }
  }

  private mutating func ring(
    _ element: ElementSource, _ keys: Resolved, _ record: inout RecordBytes
  ) {
    typealias Field = RecordField.Animation
    let size = keys.length("size") ?? .zero
    record.put(size, at: RecordField.width)
    record.put(size, at: RecordField.height)
    record.put(AnimationKind.ring.rawValue, at: Field.kind)
    let paint = keys.choice("paint")
    record.put(
      paint << 2 | keys.choice("direction") << 4 | (keys.boolean("label") ? 128 : 0),
      at: Field.style)
    let rings = keys.integer("rings") ?? 1
    record.put(UInt16(rings), at: Field.parts)
    let wanted = paint == 1 ? 5 : 2
    var colors = ["EBD6AB", "E2C998", "D9BB84", "CFAE71", "C6A05D"].compactMap { StraightColor($0) }
    if wanted == 2 { colors = [colors[0], colors[4]] }
    if let setting = keys.setting("colors"), case .colors(let names) = setting.value {
      colors = names.map { keys.color($0) }
      if colors.count != wanted {
        diagnostics.error(
          "\(element.key).colors", at: setting.position, "\(colors.count) colours",
          expected: "\(wanted) for this paint")
      }
    }
    put(colors, &record)
    let places = ["failure", "track", "dot-color", "label-color"]
    for (index, key) in places.enumerated() {
      record.put(keys.color(key) ?? .none, at: Field.failure + 8 * index)
    }
    let (arc, gap) = (keys.number("arc") ?? 0, keys.number("gap") ?? 0)
    record.put(arc, at: Field.arc)
    record.put(keys.number("track-width") ?? 0, at: Field.trackWidth)
    record.put(gap, at: Field.gap)
    record.put(dot(element, keys, arc), at: Field.dot)
    check(ring: element, keys, size, rings: rings, arc: arc, gap: gap)
  }

  /// The diameter of the disc on a ring's arc.
  private mutating func dot(_ element: ElementSource, _ keys: Resolved, _ arc: Int32) -> Int32 {
    let dot = keys.number("dot") ?? 0
    guard let setting = keys.setting("dot") else { return min(dot, arc) }
    if dot > arc {
      diagnostics.error(
        "\(element.key).dot", at: setting.position, "it is larger than the arc is wide",
        expected: "at most \(arc >> 16)")
    }
    return dot
  }

  /// Checks that the innermost ring fits, if the size is known.
  private mutating func check(
    ring element: ElementSource, _ keys: Resolved, _ size: Length, rings: Int, arc: Int32,
    gap: Int32
  ) {
    let needed = 2 * (Int64(rings) * Int64(arc) + Int64(rings - 1) * Int64(gap))
    if size.unit == .point, Int64(size.value) < needed {
      diagnostics.error(
        "\(element.key).size", at: keys.setting("size")?.position ?? element.position,
        "the rings have no room in it", expected: "at least \((needed + 65535) >> 16)")
    } else if size.unit != .point {
      warn(ofRingsWithoutRoom: element, keys, size, needed: needed)
    }
    let last = (keys.integer("channel") ?? 1) + rings - 1
    if last > 8 {
      diagnostics.error(
        "\(element.key).rings", at: keys.setting("rings")?.position ?? element.position,
        "the last ring would have the channel \(last)", expected: "channels up to 8")
    }
  }
}
