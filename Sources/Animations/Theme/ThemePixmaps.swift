// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme

/// A pixmap that is still to be made: of an image, or of the first frame of a sequence.
final class PixmapTask {
  let number: Int
  let pixmap: Pixmap
  /// Nil for an image.
  let sequence: ThemeSequence?
  let size: (width: Int, height: Int)
  let fit: PixmapFit
  /// Where its pixels are in the pack.
  let stream: Range<Int>

  init(
    _ pixmap: Pixmap, number: Int, _ sequence: ThemeSequence?, size: (width: Int, height: Int),
    fit: PixmapFit, stream: Range<Int>
  ) {
    (self.pixmap, self.number, self.sequence) = (pixmap, number, sequence)
    (self.size, self.fit, self.stream) = (size, fit, stream)
  }
}

/// Reserves an output's pixmaps of a pack's images, each size of each once.
struct ThemePixmaps {
  private final class Known {
    let image: Int
    /// The node of a sequence, where each element shows its own frame; -1 for an image.
    let node: Int
    let fit: PixmapFit
    /// -1 for none.
    let number: Int
    /// The pixmap made before.
    let previous: Known?

    init(image: Int, node: Int, fit: PixmapFit, number: Int, after previous: Known?) {
      (self.image, self.node, self.fit) = (image, node, fit)
      (self.number, self.previous) = (number, previous)
    }
  }

  private let pack: Pack
  private let version: Int
  private let set: PixmapSet
  let scale: Fixed
  private let rotation: Rotation
  /// The pixmap made last.
  private var last: Known?
  /// The number of images that are left out because they are too large.
  private(set) var missing = 0
  /// Why the last of those is missing that are missing.
  private(set) var shortage: StageError?
  /// What is to be made, in the order of the situations.
  private(set) var tasks: [PixmapTask] = []
  /// The longest rows of images that are to be made, before and after they are scaled.
  private(set) var imageWidth = 1
  private(set) var scaledWidth = 1
  /// The last of all sequences.
  private(set) var sequence: ThemeSequence?

  init(_ choice: ThemeSelection, _ set: PixmapSet, scale: Fixed, rotation: Rotation) {
    (pack, version) = (choice.pack, choice.version)
    (self.set, self.scale, self.rotation) = (set, scale, rotation)
  }

  /// The pixmap of a node's image in a box of the stage, and its pixels; nil where it cannot be shown.
  ///
  /// A drawing has no pixmap: its image's number is returned.
  mutating func pixmap(
    _ image: Int, of node: Int, in box: Rectangle, _ transform: Transform,
    _ way: PixmapFit.ContentMode
  ) -> (number: Int, pixels: PixelRectangle)? {
    let record = pack[ImageRecord.self, image]
    let place = ThemePixmaps.pixels(of: box, transform)
    let size = (width: Int(record.width), height: Int(record.height))
    guard max(place.width, place.height) <= 16384 else { return nil }
    let natural = (
      width: min(max((Fixed(size.width) * scale).rounded, 1), 32768),
      height: min(max((Fixed(size.height) * scale).rounded, 1), 32768)
    )
    let fit = PixmapFit(
      size, natural: natural, into: rotation.turned(width: place.width, height: place.height), way,
      isSmooth: record.isSmooth, rotation: rotation)
    if record.kind == .vector { return (image, fit.pixels(within: place)) }
    let number = number(of: image, record.kind == .frames ? node : -1, record, size, fit)
    return number < 0 ? nil : (number, fit.pixels(within: place))
  }

  /// The pixmap of a piece of an image, in a size in pixels before the rotation; nil where it has no room.
  mutating func pixmap(
    _ image: Int, _ piece: PixelRectangle, width: Int, height: Int
  ) -> Int? {
    let record = pack[ImageRecord.self, image]
    let size = (width: Int(record.width), height: Int(record.height))
    let box = (width: width, height: height)
    let fit = PixmapFit(
      size, piece, natural: box, into: box, .stretch, isSmooth: true, rotation: rotation)
    let number = number(of: image, -1, record, size, fit)
    return number < 0 ? nil : number
  }

  /// The size of an image in its own pixels.
  func imageSize(_ image: Int) -> (width: UInt16, height: UInt16) {
    let record = pack[ImageRecord.self, image]
    return (record.width, record.height)
  }

  private mutating func number(
    of image: Int, _ node: Int, _ record: ImageRecord, _ size: (width: Int, height: Int),
    _ fit: PixmapFit
  ) -> Int {
    var next = last
    while let known = next {
      if known.image == image && known.node == node && known.fit == fit { return known.number }
      next = known.previous
    }
    var number = -1
    let isSequence = node >= 0
    if !set.takesRoom(for: fit, of: size, isSequence: isSequence) {
      shortage = .tooMuchWork
    } else if isSequence {
      if let made = ThemeSequence(
        pack, image: record, size: size, fit: fit, version: version, addingTo: set, after: sequence)
      {
        (sequence, number) = (made, made.number)
        let stream = made.firstStream
        add(made.images.pixmap, number, made, size: size, fit: fit, stream: stream)
      } else {
        shortage = .outOfMemory
      }
    } else if let pixmap = Pixmap(fit, version: version) {
      number = set.add(pixmap)
      add(pixmap, number, nil, size: size, fit: fit, stream: record.content)
    } else {
      shortage = .outOfMemory
    }
    if number < 0 { missing += 1 }
    last = Known(image: image, node: node, fit: fit, number: number, after: last)
    return number
  }

  /// Adds a task, and counts the longest rows.
  private mutating func add(
    _ pixmap: Pixmap, _ number: Int, _ sequence: ThemeSequence?, size: (width: Int, height: Int),
    fit: PixmapFit, stream: Range<Int>
  ) {
    imageWidth = max(imageWidth, size.width)
    if fit.repeats == 0 { scaledWidth = max(scaledWidth, fit.scaled.width) }
    tasks.append(
      PixmapTask(pixmap, number: number, sequence, size: size, fit: fit, stream: stream))
  }

  /// Whether an image consists of outlines, which each frame draws.
  func isDrawing(_ image: Int) -> Bool { pack[ImageRecord.self, image].kind == .vector }

  /// The whole pixels of a box: each edge rounded half up, at least one pixel.
  static func pixels(of box: Rectangle, _ transform: Transform) -> PixelRectangle {
    let a = transform.apply(Point(box.x, box.y))
    let b = transform.apply(Point(box.x + box.width, box.y + box.height))
    let (left, right) = (min(a.x, b.x).halfUp, max(a.x, b.x).halfUp)
    let (top, bottom) = (min(a.y, b.y).halfUp, max(a.y, b.y).halfUp)
    return PixelRectangle(
      x: left, y: top, width: max(right - left, 1), height: max(bottom - top, 1))
  }
}

extension Fixed {
  fileprivate var halfUp: Int { (self + .half).floor }
}

extension PixmapFit {
  /// The position of the pixmap in the pixels of its box.
  fileprivate func pixels(within box: PixelRectangle) -> PixelRectangle {
    let (w, h) = (visible.width, visible.height)
    let (x, y, turned) =
      switch rotation {
      case .degrees0: (x, y, (w, h))
      case .degrees90: (box.width - y - h, x, (h, w))
      case .degrees180: (box.width - x - w, box.height - y - h, (w, h))
      case .degrees270: (y, box.height - x - w, (h, w))
      }
    return PixelRectangle(x: box.x + x, y: box.y + y, width: turned.0, height: turned.1)
  }
}
