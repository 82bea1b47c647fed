// SPDX-License-Identifier: Apache-2.0

/// The `trim.txt` of a part: where the content of each frame lies, of which the transparent edges are cut off.
enum TrimFile {
  /// The rectangles, one a line: `WxH+X+Y`; nil where a line is none.
  static func parts(_ text: String) -> [StraightImage.Part?] {
    text.split(whereSeparator: \.isNewline).prefix(ImportLimit.collectedFrames).map { line in
      let numbers = line.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "+" }
        .map { word in Int(word.filter { !$0.isWhitespace }) }
      guard numbers.count == 4, let width = numbers[0], let height = numbers[1],
        let x = numbers[2], let y = numbers[3],
        [width, height].allSatisfy({ 1...ImportLimit.side ~= $0 }),
        [x, y].allSatisfy({ 0...ImportLimit.side ~= $0 })
      else { return nil }
      return StraightImage.Part(x: x, y: y, width: width, height: height)
    }
  }
}
