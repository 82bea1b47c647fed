// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// An image of 256 × 256 pixels, half of them translucent, in the middle of 512 × 512.
///
/// At rest its pixels are copied: that is also what a step of a motion would cost that had been prepared in its own pixmap.
/// In motion each is interpolated from four.
struct ImageRun: ~Copyable {
  /// How the image is drawn.
  enum Pose { case rest, moved, turned }

  private static var side: Int { 256 }
  private var scene = Scene()
  private var canvas = Canvas(width: 512, height: 512)
  private let pixmaps = PixmapSet()

  init() {
    var stream: [UInt8] = []
    for y in 0..<ImageRun.side {
      for x in 0..<ImageRun.side {
        let alpha = x < ImageRun.side / 2 ? 255 : 128
        stream.append(0xF1)
        for channel in [x ^ y, x, y] { stream.append(UInt8(channel * alpha / 255)) }
        stream.append(UInt8(alpha))
      }
    }
    let size = (width: ImageRun.side, height: ImageRun.side)
    let fit = PixmapFit(
      size, natural: size, into: size, .stretch, isSmooth: true, rotation: .degrees0)
    guard let pixmap = Pixmap(stream.span, size: size, fit: fit) else { fatalError("no pixmap") }
    _ = pixmaps.add(pixmap)
  }

  /// Makes a scene of the image, and draws it whole.
  mutating func draw(_ pose: Pose) {
    let side = Fixed(ImageRun.side)
    scene.removeAll()
    scene.pixmaps = pixmaps
    var (place, transform) = (Fixed(128), Transform.identity)
    var paint = Paint.pixmap(index: 0, version: 0, x: 128, y: 128)
    if pose != .rest {
      (place, paint) = (0, .sampledPixmap(index: 0, version: 0))
      transform = transform.translated(x: Fixed(513, over: 2), y: 256)
      if pose == .turned { transform = transform.rotated(by: .degrees(30)) }
      transform = transform.translated(x: -side / 2, y: -side / 2)
    }
    scene.add(
      .rectangle(Rectangle(x: place, y: place, width: side, height: side)), paint: paint,
      transform: transform)
    canvas.draw(scene)
  }
}
