// SPDX-License-Identifier: Apache-2.0

import DisplayList
internal import Animations
internal import FixedPoint
internal import Theme

/// Animations.
extension RecordCompiler {
  mutating func animation(
    _ element: ElementSource, _ keys: Resolved, _ placement: ElementPlacement
  ) -> AnimationElement {
    var record = AnimationElement(placement)
    if element.kind != .bar { record.font = font(of: keys) }
    check(labelOf: element, keys)
    record.radius = .zero
    keys.write(element.kind, to: &record)
    switch element.kind.animation {
    case .bar: bar(element, keys, &record)
    case .download: download(element, keys, &record)
    case .frames: frames(element, keys, &record)
    case .ring: ring(element, keys, &record)
    case nil: break
    }
    return record
  }

  private mutating func bar(
    _ element: ElementSource, _ keys: Resolved, _ record: inout AnimationElement
  ) {
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
    default:
      colors = RecordCompiler.colors(of: .rainbow)
      if keys.setting("palette") == nil, let mean = meanColor(of: PartKey.fill.image, keys) {
        colors = [mean]
        isStill = true
      }
    }
    if keys.setting("track") == nil, let mean = meanColor(of: PartKey.track.image, keys) {
      record.track = mean
    }
    // A palette needs two ends.
    if colors.count == 1 { colors += colors }
    record.kind = .bar
    record.flow = isStill ? .still : .forward
    if keys.setting("flow") != nil { record.flow = keys.choice("flow") }
    record.sweeps = keys.choice("unknown") == 1
    record.colors = builder.palette(colors)
    if case .axis(let numbers) = keys["axis"] {
      (record.axisStart, record.axisEnd) = Point.ends(of: numbers)
    }
    record.failure = keys.color("failure") ?? failure
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

  private mutating func download(
    _ element: ElementSource, _ keys: Resolved, _ record: inout AnimationElement
  ) {
    record.kind = .download
    record.doneText = only("done-text", element, keys)
    record.failedText = only("failed-text", element, keys)
  }

  private mutating func ring(
    _ element: ElementSource, _ keys: Resolved, _ record: inout AnimationElement
  ) {
    let size = keys.length("size") ?? .zero
    (record.placement.width, record.placement.height) = (size, size)
    record.kind = .ring
    record.isCounterclockwise = keys.choice("direction") == 1
    let rings = keys.integer("rings") ?? 1
    record.parts = UInt16(rings)
    let wanted = record.paint == .quadrants ? 5 : 2
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
    record.colors = builder.palette(colors)
    let (arc, gap) = (keys.number("arc") ?? 0, keys.number("gap") ?? 0)
    record.dot = Fixed(q16: dot(element, keys, arc))
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
