// SPDX-License-Identifier: Apache-2.0

/// A font as Pango describes it: `Cantarell Light 30`.
struct PlymouthFont: Equatable {
  /// The description as in the theme; nil where it has none.
  let description: String?
  let family: String
  /// Words such as `Light` and `Italic`.
  let styles: [String]
  /// The size in points of 1/72 inch, in thousandths.
  let size: Int

  /// What Pango takes as styles at the end of a description.
  private static let words: Set<String> = [
    "thin", "ultra-light", "extra-light", "light", "semi-light", "demi-light", "book", "regular",
    "medium", "semi-bold", "demi-bold", "bold", "ultra-bold", "extra-bold", "heavy", "black",
    "italic", "oblique", "condensed", "semi-condensed", "expanded", "normal", "roman",
  ]

  init(_ description: String?, usual: Int) {
    self.description = description
    var words = (description ?? "").split(separator: " ").map(String.init)
    var size = 1000 * usual
    if let last = words.last, let number = Double(last.replacing("px", with: "")), number >= 0,
      number < 1000
    {
      // Pixels are 3/4 point at Plymouth's 96 dots an inch; 0 means the usual size.
      if number >= 1 { size = Int(number * (last.hasSuffix("px") ? 750 : 1000)) }
      words.removeLast()
    }
    var styles: [String] = []
    while words.count > 1, let last = words.last, Self.words.contains(last.lowercased()) {
      styles.insert(words.removeLast(), at: 0)
    }
    family = words.joined(separator: " ").split(separator: ",").first.map(String.init) ?? ""
    (self.styles, self.size) = (styles, size)
  }

  /// The height of its capitals in thousandths of a pixel, at 96 dots an inch: 7/10 of the size, as most fonts have.
  var capHeight: Int { size * 96 / 72 * 7 / 10 }
}
