/// Neighbouring pixels of the row that is being composed, of which the same is known.
///
/// A row's segments follow each other without a gap, so that each begins where the last one ends.
struct RowSegment: BitwiseCopyable {
  /// The first column beyond it.
  var end: Int32
  /// Where its colours are.
  var content: Content
  /// Whether a gradient has to do with its colours, so that dithering makes them better.
  var isGradient: Bool
  /// The colour of all its pixels, if they have one.
  var color: Color

  /// Where the colours of a segment are.
  enum Content: UInt8, BitwiseCopyable {
    /// All pixels have the segment's own colour.
    case color
    /// Each pixel has its own, in the line buffer.
    case composed
  }

  /// Pixels of one colour.
  init(upTo end: Int, _ color: Color, isGradient: Bool = false) {
    (self.end, content, self.isGradient, self.color) = (Int32(end), .color, isGradient, color)
  }

  /// Pixels whose colours are in the line buffer.
  init(composedUpTo end: Int, isGradient: Bool) {
    (self.end, content, self.isGradient) = (Int32(end), .composed, isGradient)
    color = .black
  }
}
