// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Theme

/// The kind of a pack's animation, distinct from this module's own type of that name.
private typealias PackedKind = Theme.AnimationKind

extension StageConfiguration {
  /// The configuration for a record of a pack's animation; nil for an unsupported kind.
  @inline(never)
  func configured(by choice: ThemeChoice, _ record: Int) -> StageConfiguration? {
    let pack = choice.pack
    typealias Field = RecordField.Animation
    var result = self
    let style = pack.byte(record + Field.style)
    let colors = Int(pack.u16(record + Field.colors))
    let first = Int(pack.u16(record + Field.firstColor))
    func color(_ index: Int) -> Color { pack.color(pack.position(.colors, first + index)) }
    func tint(_ position: Int) -> AnimationLook.Tint {
      AnimationLook.Tint(pack.color(position), pack.alpha(position))
    }
    result.springDuration = StageConfiguration.duration(pack.u32(record + Field.spring))
    result.failureColor = pack.color(record + Field.failure)
    result.showsLabel = style & 128 != 0
    #if !arch(wasm32)
      result.theme = nil
    #endif
    let look = AnimationLook()
    result.look = look
    let others = record + Field.others
    switch PackedKind(rawValue: pack.byte(record + Field.kind)) {
    case .bar:
      result.animation = .flow
      // A single colour is the same at both ends.
      let count = max(colors, 2)
      let list = [Color](capacity: count) { list in
        for index in 0..<count { list.append(color(min(index, colors - 1))) }
      }
      result.palette =
        Palette(list.span, failureColor: result.failureColor) ?? result.palette
      result.flow = style & 3 == 0 ? .forward : style & 3 == 1 ? .backward : .still
      result.flowPeriod = StageConfiguration.duration(pack.u32(record + Field.period))
      result.axis.start = Point(
        pack.number(record + Field.axis), pack.number(record + Field.axis + 4))
      result.axis.end = Point(
        pack.number(record + Field.axis + 8), pack.number(record + Field.axis + 12))
      if result.axis.isEmpty { result.axis = .leftToRight }
      look.barTrack = tint(record + Field.track)
      look.barSweeps = style >> 2 & 3 == 1
      // The value is shared by all outputs, so only a length in points is supported.
      if pack.byte(record + Field.radius + 8) == LengthUnit.point.rawValue {
        look.barRadius = max(pack.number(record + Field.radius), 0)
      }
    case .download:
      result.animation = .download
      look.failed = pack.color(record + Field.failure)
      look.box = pack.color(record + Field.track)
      look.fill = pack.color(others)
      look.arrow = pack.color(others + 8)
      look.percent = pack.color(others + 16)
      look.done = pack.color(others + 24)
      let inPackFont = pack.reference(record + Field.font) != nil
      look.setTexts(
        done: ThemeText.fixed(
          pack.reference(record + Field.doneText), of: choice, look.doneText, words: inPackFont),
        failed: ThemeText.fixed(
          pack.reference(record + Field.failedText), of: choice, look.failedText, words: inPackFont),
        inPackFont: inPackFont)
    case .ring:
      result.animation = .ring
      result.rings = min(max(Int(pack.u16(record + Field.parts)), 1), 8)
      result.paint = style >> 2 & 3 == 0 ? .halves : style >> 2 & 3 == 1 ? .quadrants : .conic
      result.direction = style & 16 == 0 ? .clockwise : .counterclockwise
      for index in 0..<5 {
        // With two colours only the ends count.
        look.ringColors[index] = color(min(colors == 2 ? index / 4 : index, colors - 1))
      }
      look.ringTrack = tint(record + Field.track)
      look.dot = tint(others)
      look.ringLabel = pack.color(others + 8)
      look.arcWidth = max(pack.number(record + Field.arc), 0)
      look.trackWidth = max(pack.number(record + Field.trackWidth), 0)
      look.gap = max(pack.number(record + Field.gap), 0)
      result.dotDiameter = pack.number(record + Field.dot)
    case .frames:
      // Its state and its progress are those of a bar that is not drawn.
      (result.animation, result.flow) = (.flow, .still)
    case nil: return nil
    }
    return result
  }

  /// A duration of microseconds, at least one.
  private static func duration(_ microseconds: UInt32) -> Duration {
    Duration(nanoseconds: Int64(max(microseconds, 1)) * 1000)
  }
}
