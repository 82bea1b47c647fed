internal import FixedPoint
package import Motion
package import Raster

/// The colours of a flow bar's stops after they have flowed for a time.
///
/// Every period each stop takes the colour that the flow gives it; within a period it goes there
/// linearly. Computed afresh from the whole time, so nothing adds up over days.
package struct FlowColors {
  private let palette: Palette
  private let before, after: Permutation
  private let part: WideFixed

  /// Lets a palette flow for a time; the colours take a period to the places of their successors.
  package init(
    _ palette: Palette, flow: Flow, period: Interval = .milliseconds(100),
    after elapsed: Interval
  ) {
    self.palette = palette
    let (periods, rest) = elapsed.quotientAndRemainder(dividingBy: period)
    before = flow.sources(after: periods, count: palette.count)
    after = flow.sources(after: periods + 1, count: palette.count)
    part = rest.fraction(of: period)
  }

  /// The number of stops, spread evenly over the gradient.
  var count: Int { palette.count }

  /// The colour at a stop.
  package subscript(stop: Int) -> Color {
    palette[before[stop]].mixed(with: palette[after[stop]], part)
  }
}
