// SPDX-License-Identifier: Apache-2.0

extension ScriptImage.TextStyle {
  /// The height of an em in pixels, from Pango's points at 96 dots an inch; Plymouth's default is 12 points.
  package var emInPixels: Double {
    guard let size = font?.split(separator: " ").last else { return 16 }
    let isInPixels = size.hasSuffix("px")
    guard let number = Double(isInPixels ? size.dropLast(2) : size), number > 0, number < 1000
    else {
      return 16
    }
    return isInPixels ? max(1, number) : number * 96 / 72
  }

  /// About the size that the text has as an image, as no font is opened for it.
  var estimatedSize: (width: Int, height: Int) {
    let isMono = font?.lowercased().contains("mono") ?? false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let longest = lines.map(\.unicodeScalars.count).max() ?? 0
    let width = Double(longest) * emInPixels * (isMono ? 0.6 : 0.53)
    let height = Double(lines.count) * emInPixels * 1.17
    return (Int(width.rounded(.up)), Int(height.rounded(.up)))
  }
}
