// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme

/// The colours and texts of a download bar.
package struct DownloadStyle {
  /// A text for the end of the work in the bubble, and its cap height in units of the indicator.
  struct EndText {
    let utf8: [UInt8]
    let capHeight: Fixed

    /// A text that is wider than the bubble becomes smaller; in a pack's font when it is drawn.
    init(_ utf8: [UInt8], inPackFont: Bool = false) {
      // A text that is empty, or contains only marks, has no width.
      let width = max(
        StrokeFont.width(of: utf8.span, capHeight: 10), DownloadGeometry.labelWidth)
      self.utf8 = utf8
      capHeight = inPackFont ? 10 : max(6, 10 * DownloadGeometry.labelWidth / width)
    }

    static var done: EndText { EndText(DownloadStyle.letters("done")) }
    static var failed: EndText { EndText(DownloadStyle.letters("failed")) }
  }

  var showsLabel = true
  /// The font of labels; nil for the built-in font.
  var font: LabelFont?
  var box = Color(hex: 0x808080)
  var fill = Color.white
  var arrow = Color.white
  /// The colours of the labels.
  var percent = Color.black
  var done = Color(hex: 0x00FF00)
  var failed = Color(hex: 0xFF0000)
  var doneText = EndText.done
  var failedText = EndText.failed

  private static func letters(_ text: StaticString) -> [UInt8] {
    // A literal lives as long as the program, and has this many bytes.
    unsafe [UInt8](UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
