// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Raster
internal import Theme

/// Colours and measures of the animations that only a theme can change.
///
/// A class, for configurations and animations are copied: they share one, which nobody changes once it is theirs.
package final class AnimationLook: Equatable, @unchecked Sendable {
  /// What the animations have where no theme says otherwise.
  package static let usual = AnimationLook()

  /// A colour that may let through what is below.
  package struct Tint: Equatable, Sendable {
    package var color: Color
    package var opacity: Fraction

    package init(_ color: Color, _ opacity: Fraction = .one) {
      (self.color, self.opacity) = (color, opacity)
    }
  }

  /// Of the flow bar: what is behind the progress, and the radius of its ends.
  package var barTrack = Tint(.black, .zero)
  package var barRadius: Fixed = 0
  /// Whether a part of the bar passes along it while the progress is unknown; else all of it is full then.
  package var barSweeps = false

  /// What labels are written with; nil for the built-in font.
  #if arch(wasm32)
    var labels: LabelFont? { nil }
  #else
    var labels: LabelFont?
  #endif

  /// Of the download bar.
  package var box = Color(hex: 0x808080)
  package var fill = Color.white
  package var arrow = Color.white
  package var percent = Color.black
  package var done = Color(hex: 0x00FF00)
  package var failed = Color(hex: 0xFF0000)
  private(set) var doneText: [UInt8] = AnimationLook.letters("done")
  private(set) var failedText: [UInt8] = AnimationLook.letters("failed")
  /// Their cap heights in units of the indicator.
  private(set) var (doneHeight, failedHeight): (Fixed, Fixed) = (10, 10)

  /// Of the ring: the colours along its arc; the middle ones are for quadrants only.
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

  /// Sets the texts of the download bar's end; those that are wider than the bubble become smaller.
  func setTexts(done: [UInt8], failed: [UInt8], inPackFont: Bool) {
    func height(_ text: [UInt8]) -> Fixed {
      // Found when they are drawn.
      if inPackFont { return 10 }
      // A text that is empty, or marks alone, has no width.
      let width = max(
        StrokeFont.width(of: text.span, capHeight: 10), DownloadGeometry.labelWidth)
      return max(6, 10 * DownloadGeometry.labelWidth / width)
    }
    (doneText, doneHeight) = (done, height(done))
    (failedText, failedHeight) = (failed, height(failed))
  }

  private static func letters(_ text: StaticString) -> [UInt8] {
    // A literal lives as long as the program, and has so many bytes.
    unsafe [UInt8](UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// How much further in each ring is.
  var inset: Fixed { arcWidth + gap }

  /// Whether both are the same one.
  package static func == (a: AnimationLook, b: AnimationLook) -> Bool { a === b }
}
