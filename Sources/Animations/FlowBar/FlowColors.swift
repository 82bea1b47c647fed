// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
package import Raster

/// The colours of a flow bar's stops after they have flowed for a time.
///
/// Every period each stop takes the colour that the flow gives it; within a period it goes there
/// linearly. Computed afresh from the whole time, so nothing adds up over days.
package struct FlowColors {
  /// The offset in stops from a stop to the source of its colours; meaningless for a custom flow.
  private var before = 0
  private var after = 0
  /// Where the colours come from in a custom flow, which is tested without a copy of all that.
  private let isCustom: Bool
  private var custom: (before: Permutation, after: Permutation)?
  private let part: Fixed

  /// Lets a palette flow for a time; the colours take a period to the positions of their successors.
  package init(
    _ palette: borrowing Palette, flow: borrowing Flow, period: Duration = .milliseconds(100),
    after elapsed: Duration
  ) {
    let (periods, rest) = elapsed.quotientAndRemainder(dividingBy: period)
    part = rest.fraction(of: period)
    let count = palette.count
    if let turn = flow.turn(after: periods, count: count) {
      before = turn
      after = flow.turn(after: periods + 1, count: count) ?? turn
      isCustom = false
    } else {
      custom = (
        flow.sources(after: periods, count: count), flow.sources(after: periods + 1, count: count)
      )
      isCustom = true
    }
  }

  /// How long a palette flows until one of its colours differs visibly, no time for a custom flow; nil for ever.
  ///
  /// Within a period each stop goes to its neighbour's colour at constant speed.
  static func visibleTime(
    _ palette: borrowing Palette, flow: borrowing Flow, period: Duration
  ) -> Duration? {
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
    // A little less, for roundings.
    return Duration(
      nanoseconds: period.nanoseconds * Int64(VisibleChange.levels - 4) / Int64(most))
  }

  /// Adds the stops of a palette that flows, taken by a failure as far as that has got.
  ///
  /// All at once: of what a frame takes besides its pixels these are the most.
  mutating func add(_ palette: borrowing Palette, failing: Fixed, to scene: inout Scene) {
    if !isCustom && failing == 0 {
      return scene.addStops(palette.span, from: before, to: after, part)
    }
    for stop in 0..<palette.count {
      let (first, second) = sources(of: stop, count: palette.count)
      let color = palette[first].mixed(with: palette[second], part)
      scene.addStop(
        color.mixed(with: palette.failureColor, failing), at: Fixed(stop, over: palette.count - 1))
    }
  }

  /// The colour at a stop of the palette that flows.
  package func color(of palette: borrowing Palette, at stop: Int) -> Color {
    var colors = self
    let (first, second) = colors.sources(of: stop, count: palette.count)
    return palette[first].mixed(with: palette[second], part)
  }

  /// The places whose colours a stop has had and goes to; mutating, for a copy of a custom flow is large.
  @inline(never)
  private mutating func sources(of stop: Int, count: Int) -> (Int, Int) {
    if isCustom, let custom { return (custom.before[stop], custom.after[stop]) }
    let (first, second) = (stop + before, stop + after)
    return (first < count ? first : first - count, second < count ? second : second - count)
  }
}
