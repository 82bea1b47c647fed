// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList
internal import Theme

/// Colours and measures of the animations that only a theme can change.
///
/// A class, because configurations and animations are copied: they share one, which never changes after its
/// setup.
package final class AnimationLook: Equatable, @unchecked Sendable {
  /// The default look without a theme.
  package static let usual = AnimationLook()

  /// A colour with an opacity.
  package struct Tint: Equatable, Sendable {
    package var color: Color
    package var opacity: Fraction

    package init(_ color: Color, _ opacity: Fraction = .one) {
      (self.color, self.opacity) = (color, opacity)
    }
  }

  /// The flow bar: the colour behind the progress, and the radius of its ends.
  package var barTrack = Tint(.black, .zero)
  package var barRadius: Fixed = 0
  /// Whether a part moves along the bar while the progress is unknown; else the whole bar is full.
  package var barSweeps = false

  /// The font of labels; nil for the built-in font.
  #if arch(wasm32)
    var labels: LabelFont? { nil }
  #else
    var labels: LabelFont?
  #endif

  /// The download bar.
  package var box = Color(hex: 0x808080)
  package var fill = Color.white
  package var arrow = Color.white
  package var percent = Color.black
  package var done = Color(hex: 0x00FF00)
  package var failed = Color(hex: 0xFF0000)
  private(set) var doneText: [UInt8] = AnimationLook.letters("done")
  private(set) var failedText: [UInt8] = AnimationLook.letters("failed")
  /// The cap heights of `doneText` and `failedText`, in units of the indicator.
  private(set) var (doneHeight, failedHeight): (Fixed, Fixed) = (10, 10)

  /// The ring: the colours along its arc; the middle ones are for quadrants only.
  package var ringColors: InlineArray<5, Color> = [
    Color(hex: 0xEBD6AB), Color(hex: 0xE2C998), Color(hex: 0xD9BB84), Color(hex: 0xCFAE71),
    Color(hex: 0xC6A05D),
  ]
  package var ringTrack = Tint(Color(hex: 0xF6F6F9))
  package var dot = Tint(.white)
  package var ringLabel = Color(hex: 0xC8A159)
  /// In points: the width of the arc and of the track below it, and the gap to the next ring.
  package var arcWidth: Fixed = 17
  package var trackWidth: Fixed = 10
  package var gap: Fixed = 6

  package init() {}

  /// Sets the texts of the download bar's end; texts wider than the bubble become smaller.
  func setTexts(done: [UInt8], failed: [UInt8], inPackFont: Bool) {
    func height(_ text: [UInt8]) -> Fixed {
      // Computed when they are drawn.
      if inPackFont { return 10 }
      // A text that is empty, or contains only marks, has no width.
      let width = max(
        StrokeFont.width(of: text.span, capHeight: 10), DownloadGeometry.labelWidth)
      return max(6, 10 * DownloadGeometry.labelWidth / width)
    }
    (doneText, doneHeight) = (done, height(done))
    (failedText, failedHeight) = (failed, height(failed))
  }

  private static func letters(_ text: StaticString) -> [UInt8] {
    // A literal lives as long as the program, and has this many bytes.
    unsafe [UInt8](UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The distance between the circles of two adjacent rings.
  var inset: Fixed { arcWidth + gap }

  /// Whether both are the same object.
  package static func == (a: AnimationLook, b: AnimationLook) -> Bool { a === b }
}
