// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Theme

extension StageConfiguration {
  /// The configuration for a record of a pack's animation.
  @inline(never)
  func configured(by choice: ThemeChoice, _ record: Int) -> StageConfiguration {
    let element = choice.pack[AnimationElement.self, record]
    var result = self
    func color(_ index: Int) -> Color {
      choice.pack[ColorRecord.self, element.colors.lowerBound + index].color.color
    }
    func tint(_ color: StraightColor) -> AnimationLook.Tint {
      AnimationLook.Tint(color.color, color.opacity)
    }
    let others = element.others
    // At least one, as springs and flows divide by it.
    result.springDuration = Duration(microseconds: max(element.spring, 1))
    result.failureColor = element.failure.color
    result.showsLabel = element.showsLabel
    #if !arch(wasm32)
      result.theme = nil
    #endif
    let look = AnimationLook()
    result.look = look
    switch element.kind {
    case .bar:
      result.animation = .flow
      // A single colour is the same at both ends.
      let (colors, count) = (element.colors.count, max(element.colors.count, 2))
      let list = [Color](capacity: count) { list in
        for index in 0..<count { list.append(color(min(index, colors - 1))) }
      }
      result.palette =
        Palette(list.span, failureColor: result.failureColor) ?? result.palette
      result.flow =
        switch element.flow {
        case .forward: .forward
        case .backward: .backward
        case .still: .still
        }
      result.flowPeriod = Duration(microseconds: max(element.period, 1))
      (result.axis.start, result.axis.end) = (element.axisStart, element.axisEnd)
      if result.axis.isEmpty { result.axis = .leftToRight }
      look.barTrack = tint(element.track)
      look.barSweeps = element.sweeps
      // The value is shared by all outputs, so only a length in points is supported.
      if element.radius.unit == .point {
        look.barRadius = max(Fixed(q16: element.radius.value), 0)
      }
    case .download:
      result.animation = .download
      look.failed = element.failure.color
      look.box = element.track.color
      look.fill = others[0].color
      look.arrow = others[1].color
      look.percent = others[2].color
      look.done = others[3].color
      let inPackFont = element.font != nil
      look.setTexts(
        done: ThemeText.fixed(
          element.doneText, of: choice, look.doneText, words: inPackFont),
        failed: ThemeText.fixed(
          element.failedText, of: choice, look.failedText, words: inPackFont),
        inPackFont: inPackFont)
    case .ring:
      result.animation = .ring
      result.rings = min(max(Int(element.parts), 1), 8)
      result.paint =
        switch element.paint {
        case .halves: .halves
        case .quadrants: .quadrants
        case .conic: .conic
        }
      result.direction = element.isCounterclockwise ? .counterclockwise : .clockwise
      let colors = element.colors.count
      for index in 0..<5 {
        // With two colours only the ends count.
        look.ringColors[index] = color(min(colors == 2 ? index / 4 : index, colors - 1))
      }
      look.ringTrack = tint(element.track)
      look.dot = tint(others[0])
      look.ringLabel = others[1].color
      look.arcWidth = max(element.arc, 0)
      look.trackWidth = max(element.trackWidth, 0)
      look.gap = max(element.gap, 0)
      result.dotDiameter = element.dot
    case .frames:
      // Its state and its progress are those of a bar that is not drawn.
      (result.animation, result.flow) = (.flow, .still)
    }
    return result
  }
}
