// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Theme

/// The kind of a pack's animation, distinct from this module's own type of that name.
private typealias PackedKind = Theme.AnimationKind

extension BuiltInAnimation {
  /// The animation of a pack's record, at an instant; nil for an unsupported kind.
  init?(_ choice: ThemeChoice, _ record: Int, at start: Instant) {
    typealias Field = RecordField.Animation
    let pack = choice.pack
    let duration = Duration(packed: pack.u32(record + Field.spring))
    switch PackedKind(rawValue: pack.byte(record + Field.kind)) {
    case .bar:
      self = .flow(
        at: start, springDuration: duration,
        sweeps: pack.byte(record + Field.style) >> 2 & 3 == 1)
    case .download: self = .download(at: start, springDuration: duration)
    case .ring:
      self = .rings(min(max(Int(pack.u16(record + Field.parts)), 1), 8), at: start)
    // Its state and its progress are those of a bar that is not drawn.
    case .frames: self = .flow(at: start, springDuration: duration)
    case nil: return nil
    }
  }
}

extension AnimationStyle.Kind {
  /// The style of a pack's record, whose labels are in a font of a text layout; nil for an unsupported kind.
  init?(_ choice: ThemeChoice, _ record: Int, _ text: ThemeTextLayout?) {
    typealias Field = RecordField.Animation
    let pack = choice.pack
    let style = pack.byte(record + Field.style)
    let colors = Int(pack.u16(record + Field.colors))
    let first = Int(pack.u16(record + Field.firstColor))
    let others = record + Field.others
    func color(_ index: Int) -> Color { pack.color(pack.position(.colors, first + index)) }
    func tint(_ position: Int) -> Tint { Tint(pack.color(position), pack.alpha(position)) }
    let fontNumber = pack.reference(record + Field.font)
    let font = text.flatMap { text in fontNumber.map { LabelFont(layout: text, number: $0) } }
    let failure = pack.color(record + Field.failure)
    let showsLabel = style & 128 != 0
    switch PackedKind(rawValue: pack.byte(record + Field.kind)) {
    case .bar:
      // A single colour is the same at both ends.
      let count = max(colors, 2)
      let list = [Color](capacity: count) { list in
        for index in 0..<count { list.append(color(min(index, colors - 1))) }
      }
      var axis = GradientAxis(
        start: Point(pack.number(record + Field.axis), pack.number(record + Field.axis + 4)),
        end: Point(pack.number(record + Field.axis + 8), pack.number(record + Field.axis + 12)))
      if axis.isEmpty { axis = .leftToRight }
      // The value is shared by all outputs, so only a length in points is supported.
      let isInPoints = pack.byte(record + Field.radius + 8) == LengthUnit.point.rawValue
      self = .flow(
        FlowStyle(
          Palette(list.span, failureColor: failure) ?? .rainbow,
          style & 3 == 0 ? .forward : style & 3 == 1 ? .backward : .still, axis: axis,
          period: Duration(packed: pack.u32(record + Field.period)),
          track: tint(record + Field.track),
          radius: isInPoints ? max(pack.number(record + Field.radius), 0) : 0))
    case .download:
      func text(_ field: Int, _ usual: DownloadStyle.EndText) -> DownloadStyle.EndText {
        DownloadStyle.EndText(
          ThemeText.fixed(
            pack.reference(record + field), of: choice, usual.utf8, words: fontNumber != nil),
          inPackFont: fontNumber != nil)
      }
      self = .download(
        DownloadStyle(
          showsLabel: showsLabel, font: font, box: pack.color(record + Field.track),
          fill: pack.color(others), arrow: pack.color(others + 8),
          percent: pack.color(others + 16), done: pack.color(others + 24), failed: failure,
          doneText: text(Field.doneText, .done), failedText: text(Field.failedText, .failed)))
    case .ring:
      self = .ring(
        RingStyle(
          paint: style >> 2 & 3 == 0 ? .halves : style >> 2 & 3 == 1 ? .quadrants : .conic,
          direction: style & 16 == 0 ? .clockwise : .counterclockwise, showsLabel: showsLabel,
          font: font,
          // With two colours only the ends count.
          colors: InlineArray { color(min(colors == 2 ? $0 / 4 : $0, colors - 1)) },
          failure: failure, track: tint(record + Field.track), dot: tint(others),
          label: pack.color(others + 8), arcWidth: max(pack.number(record + Field.arc), 0),
          trackWidth: max(pack.number(record + Field.trackWidth), 0),
          gap: max(pack.number(record + Field.gap), 0),
          dotDiameter: pack.number(record + Field.dot)))
    case .frames:
      self = .flow(FlowStyle(.rainbow, .still, period: .milliseconds(100)))
    case nil: return nil
    }
  }
}

extension Duration {
  /// A duration of a pack's microseconds, at least one.
  fileprivate init(packed microseconds: UInt32) {
    self.init(nanoseconds: Int64(max(microseconds, 1)) * 1000)
  }
}
