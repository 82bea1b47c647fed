// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Stage
internal import Theme

/// Draws the images of an element's parts on one output.
struct PartsPainter {
  /// The opacity of what is drawn only to take its time: less than half of a step of any channel of an output.
  static var invisible: Fraction { Fraction(1, over: 65535) }

  private let images: PartImages
  private let pixmaps: PixmapSet
  private let version: Int
  private let scale: Fixed
  private let rotation: Rotation
  /// The output in pixels, as they lie in memory.
  private let width, height: Int

  /// Nil for an element without such images.
  init?(_ element: ThemeLayout.Element, _ theme: ThemeLayout, _ layout: StageLayout) {
    guard let images = element.images, let pixmaps = theme.pixmaps else { return nil }
    (self.images, self.pixmaps, version) = (images, pixmaps, theme.choice.version)
    (scale, rotation) = (layout.scale, layout.rotation)
    (width, height) = (layout.widthInPixels, layout.heightInPixels)
  }

  /// A bar's track or a panel; nil where it is drawn in colours.
  var back: SlicedImage? { made(images.back) }
  /// A bar's fill or a prompt's field.
  var front: SlicedImage? { made(images.front) }

  private func made(_ image: SlicedImage?) -> SlicedImage? {
    guard let image else { return nil }
    for piece in 0..<9 where image.pixmaps[piece] >= 0 && !pixmaps.isMade(image.pixmaps[piece]) {
      return nil
    }
    return image
  }

  /// Draws an image at a point of the stage.
  func draw(_ image: SlicedImage, at point: Point, into scene: inout Scene) {
    draw(image, x: (point.x * scale).rounded, y: (point.y * scale).rounded, into: &scene)
  }

  /// Draws an image at a pixel of the stage, with no more than a height of it: the middle is cut.
  func draw(
    _ image: SlicedImage, x: Int, y: Int, height: Int = .max, into scene: inout Scene
  ) {
    draw(
      image, x: x, y: y, from: 0, to: Fixed(image.columns.length),
      height: min(height, image.rows.length), .one, into: &scene)
  }

  /// Draws a bar's fill at a pixel of the stage, from one fraction of its width to another.
  func draw(_ image: SlicedImage, x: Int, y: Int, _ span: FlowSpan, into scene: inout Scene) {
    let width = Fixed(image.columns.length)
    draw(
      image, x: x, y: y, from: width * span.from, to: width * span.to, height: image.rows.length,
      span.opacity, into: &scene)
  }

  /// Draws bullets from a point on, at half their height; returns the distance of their end, or nil without an image.
  func drawBullets(
    _ typed: Int, from start: Point, width: Fixed, into scene: inout Scene
  ) -> Fixed? {
    guard let image = made(images.bullet) else { return nil }
    let pitch = image.columns.length
    let fitting = (width * scale).floor / pitch
    let count = max(EntryField.bullets(typed, fitting: fitting), 0)
    let (x, y) = ((start.x * scale).rounded, (start.y * scale).rounded - image.rows.length / 2)
    // Both are translucent, which takes the same time.
    let visible = Fraction.one - PartsPainter.invisible
    for index in 0..<max(EntryField.most(fitting: fitting), count) {
      draw(
        image, x: x + index * pitch, y: y, from: 0, to: Fixed(pitch), height: image.rows.length,
        index < count ? visible : PartsPainter.invisible, into: &scene)
    }
    return Fixed(count * pitch) / scale
  }

  private func draw(
    _ image: SlicedImage, x: Int, y: Int, from start: Fixed, to end: Fixed, height: Int,
    _ opacity: Fraction, into scene: inout Scene
  ) {
    for row in 0..<3 {
      guard let down = image.rows.piece(row, from: 0, to: Fixed(height)) else { continue }
      for column in 0..<3 where image.pixmaps[3 * row + column] >= 0 {
        guard let across = image.columns.piece(column, from: start, to: end) else { continue }
        let all = PixelRectangle(
          x: x + across.position, y: y + down.position,
          width: image.columns.pixels(ofPiece: column).count,
          height: image.rows.pixels(ofPiece: row).count)
        let shown = Rectangle(
          x: Fixed(x) + across.visible.lowerBound, y: Fixed(y) + down.visible.lowerBound,
          width: across.visible.upperBound - across.visible.lowerBound,
          height: down.visible.upperBound - down.visible.lowerBound)
        let corner = corner(of: all)
        scene.add(
          .rectangle(shown),
          paint: .pixmap(
            index: image.pixmaps[3 * row + column], version: version, x: corner.x, y: corner.y),
          opacity: opacity, transform: rotation.transform(width: width, height: self.height))
      }
    }
  }

  /// The top left pixel on the output of a rectangle of the stage.
  private func corner(of box: PixelRectangle) -> (x: Int, y: Int) {
    switch rotation {
    case .degrees0: (box.x, box.y)
    case .degrees90: (width - box.bottom, box.x)
    case .degrees180: (width - box.right, height - box.bottom)
    case .degrees270: (box.y, height - box.right)
    }
  }
}

extension ThemePainter {
  /// Draws an animation: a bar with the images of its track and its fill, where it has them.
  func drawAnimation(
    _ element: ThemeLayout.Element, at t: Instant, into scene: inout Scene
  ) {
    let parts = PartsPainter(element, theme, layout)
    let fill = parts == nil ? nil : motion.fill(ofBar: element.node, at: t)
    let place = layout.pixels(of: element.box)
    if let parts, fill != nil, let track = parts.back {
      parts.draw(track, x: place.x, y: place.y, into: &scene)
    }
    motion.draw(element, at: t, on: layout, into: &scene)
    if let parts, let fill, let image = parts.front {
      for index in 0..<2 where fill[index].isSeen {
        parts.draw(image, x: place.x, y: place.y, fill[index], into: &scene)
      }
    }
  }
}

extension StageLayout {
  /// The whole pixels of a box of the stage, before the rotation.
  func pixels(of box: Rectangle) -> PixelRectangle { box.pixels(scale: scale) }
}
