// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList

/// The kind of an animation; the raw values are those of its record.
package enum AnimationKind: UInt8, RecordChoice, Sendable {
  case bar, download, ring, frames
}

/// A record of an animation.
///
/// What a field means depends on the kind.
package struct AnimationElement: ElementRecord {
  /// The direction in which a bar's colours move.
  package enum Flow: UInt8, Sendable {
    case forward, backward, still
  }

  /// The colours of a ring along its arc.
  package enum Paint: UInt8, Sendable {
    case halves, quadrants, conic
  }

  package var placement = ElementPlacement()
  package var kind = AnimationKind.bar
  package var flow = Flow.forward
  package var paint = Paint.halves
  /// Whether a ring grows counter-clockwise.
  package var isCounterclockwise = false
  /// Whether frames follow the progress instead of time.
  package var isBound = false
  /// Whether the outro begins at once, and not at the end of the loop.
  package var endsAtOnce = false
  package var showsLabel = false
  /// The number of rings, or of frames of the intro.
  package var parts: UInt16 = 0
  package var colors = 0..<0
  /// The image of a frame sequence.
  package var image: Int?
  package var font: Int?
  package var doneText: Int?
  package var failedText: Int?
  package var outro: UInt16 = 0
  /// Microseconds.
  package var period: UInt32 = 0
  package var spring: UInt32 = 0
  package var axisStart = Point.zero
  package var axisEnd = Point.zero
  /// The colour of a failure; for a download, of the text of a failure.
  package var failure = StraightColor()
  /// The colour behind the progress; for a download, of its box.
  package var track = StraightColor()
  /// A download's fill, arrow, label, and text when it is done; a ring's dot and label.
  package var others: InlineArray<4, StraightColor> = InlineArray(repeating: StraightColor())
  package var radius = Length()
  package var arc: Fixed = 0
  package var trackWidth: Fixed = 0
  package var gap: Fixed = 0
  package var dot: Fixed = 0

  /// Whether a part moves along a bar while the progress is unknown; it has the bits of a ring's paint.
  package var sweeps: Bool {
    get { paint == .quadrants }
    set { paint = newValue ? .quadrants : .halves }
  }

  /// Whether frames follow the time since the stage entered its phase, since minor version 4; it has the bits of a ring's
  /// paint.
  package var followsPhase: Bool {
    get { paint == .quadrants }
    set { paint = newValue ? .quadrants : .halves }
  }

  package init() {}

  package mutating func code(_ coder: inout some RecordCoder) {
    placement.code(&coder)
    coder.field(&kind, "kind")
    codeStyle(&coder)
    coder.field(&parts, "rings, or frames of the intro")
    coder.range(&colors, in: .colors, UInt16.self, "first colour", UInt16.self, "colours")
    coder.reference(&image, to: .images, "image")
    coder.reference(&font, to: .fonts, "font")
    coder.reference(&doneText, to: .texts, "text when done")
    coder.reference(&failedText, to: .texts, "text when failed")
    coder.field(&outro, "frames of the outro")
    coder.zeros(2)
    coder.time(&period, "period")
    coder.time(&spring, "spring")
    axisStart.code(&coder, "axis start x", "axis start y")
    axisEnd.code(&coder, "axis end x", "axis end y")
    coder.field(&failure, "failure, or a download's text of a failure")
    coder.field(&track, "track, or a download's box")
    coder.field(&others[0], "a download's fill, or a ring's dot")
    coder.field(&others[1], "a download's arrow, or a ring's label")
    coder.field(&others[2], "a download's label")
    coder.field(&others[3], "a download's text when done")
    coder.field(&radius, "radius")
    coder.field(&arc, "arc")
    coder.field(&trackWidth, "track width")
    coder.field(&gap, "gap")
    coder.field(&dot, "dot")
    switch kind {
    case .bar: coder.require(1...128 ~= colors.count)
    case .ring: coder.require(colors.count >= 2)
    case .download, .frames: break
    }
  }

  private mutating func codeStyle(_ coder: inout some RecordCoder) {
    var style = flow.rawValue | paint.rawValue << 2 | (isCounterclockwise ? 16 : 0)
    style |= (isBound ? 32 : 0) | (endsAtOnce ? 64 : 0) | (showsLabel ? 128 : 0)
    coder.field(
      &style, "bits 0-1 flow, 2-3 paint, unknown or phase, 4 direction, 5 bound, 6 finish, 7 label")
    let (flow, paint) = (Flow(rawValue: style & 3), Paint(rawValue: style >> 2 & 3))
    coder.require(flow != nil && paint != nil)
    (self.flow, self.paint) = (flow ?? .forward, paint ?? .halves)
    isCounterclockwise = style & 16 != 0
    (isBound, endsAtOnce, showsLabel) = (style & 32 != 0, style & 64 != 0, style & 128 != 0)
  }

  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    if kind != .frames { return true }
    guard let image else { return false }
    let frames = pack[ImageRecord.self, image]
    return frames.kind == .frames && Int(parts) + Int(outro) <= frames.content.count
  }
}
