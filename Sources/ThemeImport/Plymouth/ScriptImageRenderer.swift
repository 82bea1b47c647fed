// SPDX-License-Identifier: Apache-2.0

import Glibc
import PlymouthScript

/// Draws the images of a script.
final class ScriptImageRenderer {
  private let files: ScriptImageFiles
  private var known: [ImageRecipe: StraightImage] = [:]
  private var knownBytes = 0
  /// The pixels of all drawn images and of all layers of composites that are left, as hostile scripts make many large
  /// ones.
  private var pixelsLeft, layerPixelsLeft: Int
  /// How much of the drawn images is kept.
  private static let mostKept = 192 << 20

  /// Draws images of a folder, as long as all together have no more pixels than the limits.
  init(
    _ files: ScriptImageFiles, mostPixels: Int = 200_000_000, mostLayerPixels: Int = 400_000_000
  ) {
    self.files = files
    (pixelsLeft, layerPixelsLeft) = (mostPixels, mostLayerPixels)
  }

  /// An image's pixels; nil for texts, broken files, and what exceeds the limits.
  func image(_ recipe: ImageRecipe) -> StraightImage? {
    if let image = known[recipe] { return image }
    guard let image = draw(recipe) else { return nil }
    pixelsLeft -= image.width * image.height
    if knownBytes + image.pixels.count > ScriptImageRenderer.mostKept {
      known = [:]
      knownBytes = 0
    }
    known[recipe] = image
    knownBytes += image.pixels.count
    return image
  }

  private func draw(_ recipe: ImageRecipe) -> StraightImage? {
    guard pixelsLeft > 0 else { return nil }
    switch recipe {
    case .file(let name): return files.bytes(of: name).flatMap { StraightImage(file: $0) }
    case .text: return nil
    case .scaled(let inner, let width, let height):
      guard isPossible(width, height), let image = image(inner) else { return nil }
      return image.scaled(width: width, height: height)
    case .rotated(let inner, let angle):
      return image(inner)?.rotated(by: angle)
    case .cropped(let inner, let x, let y, let width, let height):
      guard isPossible(width, height), let image = image(inner) else { return nil }
      return image.cropped(to: .init(x: x, y: y, width: width, height: height))
    case .tiled(let inner, let width, let height):
      guard isPossible(width, height), let image = image(inner) else { return nil }
      return image.tiled(width: width, height: height)
    }
  }

  private func isPossible(_ width: Int, _ height: Int) -> Bool {
    max(width, height) <= ImportLimit.side && width * height <= ImportLimit.pixels
  }

  /// A frame's composite on a transparent ground; nil where the layers have too many pixels.
  func composite(
    _ frame: SceneDescription.Frame, width: Int, height: Int
  ) -> StraightImage? {
    var result = StraightImage(width: width, height: height)
    for layer in frame.layers {
      guard var image = image(layer.image) else { continue }
      layerPixelsLeft -= image.width * image.height
      guard layerPixelsLeft > 0 else { return nil }
      if layer.opacity < 255 { image.fade(to: layer.opacity) }
      result.composite(image, x: layer.x, y: layer.y)
    }
    return result
  }
}

extension StraightImage {
  /// Multiplies the alpha of all pixels by a fraction of 255.
  mutating func fade(to opacity: Int) {
    for index in stride(from: 3, to: pixels.count, by: 4) {
      pixels[index] = UInt8((Int(pixels[index]) * opacity + 127) / 255)
    }
  }

  /// The image turned clockwise about its middle; the size stays.
  func rotated(by angle: Double) -> StraightImage {
    var result = StraightImage(width: width, height: height)
    let (cosine, sine) = (cos(angle), sin(angle))
    let (middleX, middleY) = (Double(width / 2), Double(height / 2))
    for y in 0..<height {
      for x in 0..<width {
        let (dx, dy) = (Double(x) - middleX, Double(y) - middleY)
        let pixel = sample(
          x: middleX + cosine * dx + sine * dy, y: middleY - sine * dx + cosine * dy)
        result.set(pixel, at: y * width + x)
      }
    }
    return result
  }

  /// The image in another size: means of the covered pixels where it gets smaller, else in between them.
  func scaled(width: Int, height: Int) -> StraightImage {
    if width == self.width, height == self.height { return self }
    // Halving first keeps fine lines.
    if 2 * width <= self.width, 2 * height <= self.height {
      return halved.scaled(width: width, height: height)
    }
    var result = StraightImage(width: width, height: height)
    let (stepX, stepY) = (
      Double(self.width) / Double(width), Double(self.height) / Double(height)
    )
    for y in 0..<height {
      for x in 0..<width {
        let pixel = sample(
          x: min(Double(self.width - 1), max(0, (Double(x) + 0.5) * stepX - 0.5)),
          y: min(Double(self.height - 1), max(0, (Double(y) + 0.5) * stepY - 0.5)))
        result.set(pixel, at: y * width + x)
      }
    }
    return result
  }

  /// A pixel between pixels, its channels multiplied by the alpha; transparent outside.
  private func sample(
    x: Double, y: Double
  ) -> (red: Double, green: Double, blue: Double, alpha: Double) {
    var sum = (red: 0.0, green: 0.0, blue: 0.0, alpha: 0.0)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    guard left >= -1, top >= -1, left < Double(width), top < Double(height) else { return sum }
    let (fractionX, fractionY) = (x - left, y - top)
    for row in 0...1 {
      let rowWeight = row == 0 ? 1 - fractionY : fractionY
      let y = Int(top) + row
      guard rowWeight > 0, y >= 0, y < height else { continue }
      for column in 0...1 {
        let weight = rowWeight * (column == 0 ? 1 - fractionX : fractionX)
        let x = Int(left) + column
        guard weight > 0, x >= 0, x < width else { continue }
        let at = 4 * (y * width + x)
        let alpha = weight * Double(pixels[at + 3])
        sum.red += alpha * Double(pixels[at])
        sum.green += alpha * Double(pixels[at + 1])
        sum.blue += alpha * Double(pixels[at + 2])
        sum.alpha += alpha
      }
    }
    return sum
  }

  private mutating func set(
    _ pixel: (red: Double, green: Double, blue: Double, alpha: Double), at index: Int
  ) {
    guard pixel.alpha >= 0.5 else { return }
    pixels[4 * index] = UInt8(min(255, pixel.red / pixel.alpha + 0.5))
    pixels[4 * index + 1] = UInt8(min(255, pixel.green / pixel.alpha + 0.5))
    pixels[4 * index + 2] = UInt8(min(255, pixel.blue / pixel.alpha + 0.5))
    pixels[4 * index + 3] = UInt8(min(255, pixel.alpha + 0.5))
  }
}
