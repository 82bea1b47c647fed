// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
package import DisplayList

/// The colours of a flow bar's stops after they have flowed for a time.
///
/// Every period each stop takes the colour that the flow gives it; within a period it moves there linearly.
/// It is computed from the whole time, so no error adds up over days.
package struct FlowColors {
  /// The whole periods, and the part of the next one.
  private let periods: Int64
  private let part: Fixed

  /// The colours after a time; they take a period to the positions of their successors.
  package init(period: TimeSpan = .milliseconds(100), after elapsed: TimeSpan) {
    let (periods, rest) = elapsed.quotientAndRemainder(dividingBy: period)
    (self.periods, part) = (periods, rest.fraction(of: period))
  }

  /// How long a palette flows until one of its colours differs visibly; nil for ever, zero for a custom flow.
  ///
  /// Within a period each stop changes to its neighbour's colour at constant speed.
  static func visibleTime(
    _ palette: borrowing Palette, flow: borrowing Flow, period: TimeSpan
  ) -> TimeSpan? {
    switch flow {
    case .still: return nil
    case .custom: return .zero
    case .forward, .backward: break
    }
    var most: Int32 = 1
    var last = palette[palette.count - 1]
    for stop in 0..<palette.count {
      most = max(most, palette[stop].difference(from: last))
      last = palette[stop]
    }
    // A little less, for rounding.
    return TimeSpan(
      nanoseconds: period.nanoseconds * Int64(VisibleChange.levels - 4) / Int64(most))
  }

  /// Adds the stops of a flowing palette, faded to the failure colour as far as the failure is.
  ///
  /// Without a failure they are added in one call: besides pixels they are the largest part of a frame's
  /// time.
  func add(
    _ palette: borrowing Palette, flow: borrowing Flow, failing: Fixed, to scene: inout Scene
  ) {
    let count = palette.count
    if failing == 0, let before = flow.turn(after: periods, count: count),
      let after = flow.turn(after: periods + 1, count: count)
    {
      return scene.addStops(palette.span, from: before, to: after, part)
    }
    let before = flow.sources(after: periods, count: count)
    let after = flow.sources(after: periods + 1, count: count)
    for stop in 0..<count {
      let color = palette[before[stop]].mixed(with: palette[after[stop]], part)
      scene.addStop(
        color.mixed(with: palette.failureColor, failing), at: Fixed(stop, over: count - 1))
    }
  }

  /// The colour at a stop of a flowing palette.
  package func color(of palette: borrowing Palette, flow: borrowing Flow, at stop: Int) -> Color {
    let before = flow.sources(after: periods, count: palette.count)
    let after = flow.sources(after: periods + 1, count: palette.count)
    return palette[before[stop]].mixed(with: palette[after[stop]], part)
  }
}
