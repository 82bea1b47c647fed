// SPDX-License-Identifier: Apache-2.0

/// How the pixels of an image are made; equal recipes of two runs give the same pixels.
package indirect enum ImageRecipe: Hashable, Sendable {
  /// A file of the image folder.
  case file(String)
  case text(ScriptImage.TextStyle)
  case scaled(ImageRecipe, width: Int, height: Int)
  /// Turned clockwise about its middle, in radians; the size stays.
  case rotated(ImageRecipe, angle: Double)
  case cropped(ImageRecipe, x: Int, y: Int, width: Int, height: Int)
  case tiled(ImageRecipe, width: Int, height: Int)

  /// The file or the text that it is made of.
  package var base: ImageRecipe {
    switch self {
    case .file, .text: self
    case .scaled(let inner, _, _), .rotated(let inner, _), .tiled(let inner, _, _),
      .cropped(let inner, _, _, _, _):
      inner.base
    }
  }

  /// The style, if it is made of a text.
  var style: ScriptImage.TextStyle? {
    if case .text(let style) = base { style } else { nil }
  }

  /// Whether its last step is another size.
  var isScaled: Bool {
    if case .scaled = self { true } else { false }
  }

  /// A file that is shown as it is, or scaled as a whole.
  package var wholeFile: String? {
    switch self {
    case .file(let name): name
    case .scaled(let inner, _, _): inner.wholeFile
    default: nil
    }
  }
}

extension ImageStore {
  /// The recipe of an image; nil for one that is made in more than eight steps.
  func recipe(_ id: Int, depth: Int = 0) -> ImageRecipe? {
    guard depth < 8 else { return nil }
    let image = images[id]
    let inner = { (id: Int) in self.recipe(id, depth: depth + 1) }
    switch image.source {
    case .file(let name): return .file(name)
    case .text(let style): return .text(style)
    case .scaled(let id):
      return inner(id).map { .scaled($0, width: image.width, height: image.height) }
    case .rotated(let id, let angle): return inner(id).map { .rotated($0, angle: angle) }
    case .cropped(let id, let x, let y):
      return inner(id).map {
        .cropped($0, x: x, y: y, width: image.width, height: image.height)
      }
    case .tiled(let id):
      return inner(id).map { .tiled($0, width: image.width, height: image.height) }
    }
  }
}
