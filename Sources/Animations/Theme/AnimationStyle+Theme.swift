// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Theme

extension BuiltInAnimation {
  /// The animation of a pack's record, at an instant.
  init(_ choice: ThemeSelection, _ record: Int, at start: Instant) {
    let element = choice.pack[AnimationElement.self, record]
    let duration = TimeSpan(positive: element.spring)
    switch element.kind {
    case .bar: self = .flow(at: start, springDuration: duration, sweeps: element.sweeps)
    case .download: self = .download(at: start, springDuration: duration)
    case .ring: self = .rings(min(max(Int(element.parts), 1), 8), at: start)
    // Its state and its progress are those of a bar that is not drawn.
    case .frames: self = .flow(at: start, springDuration: duration)
    }
  }
}

extension AnimationStyle.Kind {
  /// The style of a pack's record, with labels in a font of a text layout.
  init(_ choice: ThemeSelection, _ record: Int, _ text: TextLayout?) {
    let element = choice.pack[AnimationElement.self, record]
    let (colors, others) = (element.colors.count, element.others)
    func color(_ index: Int) -> Color {
      choice.pack[ColorRecord.self, element.colors.lowerBound + index].color.color
    }
    func tint(_ color: StraightColor) -> Tint { Tint(color.color, color.opacity) }
    var font = LabelFont.builtIn
    if let text, let number = element.font { font = .pack(text, number) }
    switch element.kind {
    case .bar:
      // A single colour is the same at both ends.
      let count = max(colors, 2)
      let list = [Color](capacity: count) { list in
        for index in 0..<count { list.append(color(min(index, colors - 1))) }
      }
      var axis = GradientAxis(start: element.axisStart, end: element.axisEnd)
      if axis.isEmpty { axis = .leftToRight }
      let flow: Flow =
        switch element.flow {
        case .forward: .forward
        case .backward: .backward
        case .still: .still
        }
      // The value is shared by all outputs, so only a length in points is supported.
      let isInPoints = element.radius.unit == .point
      self = .flow(
        FlowStyle(
          Palette(list.span, failureColor: element.failure.color) ?? .rainbow, flow, axis: axis,
          period: TimeSpan(positive: element.period), track: tint(element.track),
          radius: isInPoints ? max(Fixed(q16: element.radius.value), 0) : 0))
    case .download:
      let inPackFont = element.font != nil
      func text(_ text: Int?, _ standard: [UInt8]) -> [UInt8] {
        ThemeText.fixed(text, of: choice, standard, words: inPackFont)
      }
      let standard = DownloadStyle()
      self = .download(
        DownloadStyle(
          showsLabel: element.showsLabel, font: font, box: element.track.color,
          fill: others[0].color, arrow: others[1].color, percent: others[2].color,
          done: others[3].color, failed: element.failure.color,
          doneText: text(element.doneText, standard.doneText),
          failedText: text(element.failedText, standard.failedText)))
    case .ring:
      let paint: RingPaint =
        switch element.paint {
        case .halves: .halves
        case .quadrants: .quadrants
        case .conic: .conic
        }
      self = .ring(
        RingStyle(
          paint: paint,
          direction: element.isCounterclockwise ? .counterclockwise : .clockwise,
          showsLabel: element.showsLabel, font: font,
          // With two colours only the ends count.
          colors: InlineArray { color(min(colors == 2 ? $0 / 4 : $0, colors - 1)) },
          failure: element.failure.color, track: tint(element.track), dot: tint(others[0]),
          label: others[1].color, arcWidth: max(element.arc, 0),
          trackWidth: max(element.trackWidth, 0), gap: max(element.gap, 0),
          dotDiameter: element.dot))
    case .frames:
      self = .flow(FlowStyle(.rainbow, .still, period: .milliseconds(100)))
    }
  }
}

extension TimeSpan {
  /// A duration of a pack that springs and flows divide by: at least one microsecond.
  fileprivate init(positive microseconds: UInt32) {
    self.init(microseconds: max(microseconds, 1))
  }
}
