// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme

/// The font, the colours and the texts of a download bar.
package struct DownloadStyle {
  var showsLabel = true
  /// The font of labels.
  var font = LabelFont.builtIn
  var box = Color(hex: 0x808080)
  var fill = Color.white
  var arrow = Color.white
  /// The colours of the labels.
  var percent = Color.black
  var done = Color(hex: 0x00FF00)
  var failed = Color(hex: 0xFF0000)
  /// The texts for the end of the work, in UTF-8.
  var doneText = DownloadStyle.letters("done")
  var failedText = DownloadStyle.letters("failed")

  private static func letters(_ text: StaticString) -> [UInt8] {
    // A literal lives as long as the program, and has this many bytes.
    unsafe [UInt8](UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
