// SPDX-License-Identifier: Apache-2.0

/// An image of a script: its size, and where its pixels come from, which are not needed to run it.
package final class ScriptImage: Sendable {
  /// Where pixels come from; an image that is made twice in the same way is the same image.
  package enum Source: Hashable, Sendable {
    /// A file of the image folder.
    case file(String)
    case text(TextStyle)
    /// Scaled to the image's size.
    case scaled(Int)
    /// Turned clockwise about its middle, in radians; the size stays.
    case rotated(Int, angle: Double)
    /// The part that begins at a point; what lies outside is transparent.
    case cropped(Int, x: Int, y: Int)
    /// Repeated to the image's size.
    case tiled(Int)
  }

  /// A text with its look.
  package struct TextStyle: Hashable, Sendable {
    /// The words, in one or several lines.
    package var text: String
    /// 0…1 each.
    package var red, green, blue, alpha: Double
    /// A font in Pango's notation, such as `Sans Bold 12`; nil for Plymouth's default.
    package var font: String?
  }

  /// Its number, from 0 in the order in which images are made.
  package let id: Int
  /// Where its pixels come from.
  package let source: Source
  /// In pixels.
  package let width, height: Int

  init(id: Int, source: Source, width: Int, height: Int) {
    (self.id, self.source, self.width, self.height) = (id, source, width, height)
  }
}

/// All images of a run.
package final class ImageStore {
  private struct Key: Hashable {
    var source: ScriptImage.Source
    var width, height: Int
  }

  /// In the order of their making.
  package private(set) var images: [ScriptImage] = []
  private var known: [Key: ScriptImage] = [:]
  /// Files that scripts asked for and that are none or no images.
  package private(set) var missing: [String] = []
  private var missingNames: Set<String> = []
  private let size: (String) -> (width: Int, height: Int)?
  private let limit: Int
  private var sizes: [String: (width: Int, height: Int)] = [:]

  init(limit: Int, size: @escaping (String) -> (width: Int, height: Int)?) {
    (self.limit, self.size) = (limit, size)
  }

  /// The image with these properties; nil if there are too many.
  func image(_ source: ScriptImage.Source, width: Int, height: Int) -> ScriptImage? {
    let key = Key(source: source, width: width, height: height)
    if let image = known[key] { return image }
    guard images.count < limit else { return nil }
    let image = ScriptImage(id: images.count, source: source, width: width, height: height)
    images.append(image)
    known[key] = image
    return image
  }

  /// Whether a name was asked for before.
  func knows(_ name: String) -> Bool { sizes[name] != nil || missingNames.contains(name) }

  /// The size of a file; nil if there is no such image.
  func sizeOfFile(_ name: String) -> (width: Int, height: Int)? {
    if let size = sizes[name] { return size }
    guard !missingNames.contains(name), let found = size(name) else {
      if missing.count < 1000, missingNames.insert(name).inserted { missing.append(name) }
      return nil
    }
    sizes[name] = found
    return found
  }
}
