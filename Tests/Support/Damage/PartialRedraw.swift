// SPDX-License-Identifier: Apache-2.0

public import DisplayList
import Raster

/// Draws each frame of a scenario in full, and as an update of one of the last three frames.
///
/// Both are equal if the damage is correct. The three take turns: buffers may be one, two or three
/// frames old.
public struct PartialRedraw: ~Copyable {
  /// The ages of frames that are updated.
  public static let ages = 1...3

  private var count = 0
  private let width: Int
  private let height: Int
  private var renderer: Renderer
  private var damage: DamageRegion
  private let whole: DamageRegion
  // The last scene and earlier scenes. An array cannot hold noncopyable values.
  private var scene = Scene()
  private var first = Scene()
  private var second = Scene()
  private var third = Scene()
  private var frames: [[UInt32]] = []

  /// Begins a scenario with frames of a size.
  public init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    renderer = Renderer(maximumWidth: width, maximumHeight: height)
    damage = DamageRegion(width: width, height: height)
    whole = DamageRegion(allOfWidth: width, height: height)
  }

  /// Draws the next frame; returns how the update of an older frame differs from it.
  public mutating func next(_ draw: (inout Scene) -> Void) -> String? {
    swap(&third, &second)
    swap(&second, &first)
    swap(&first, &scene)
    scene.removeAll()
    draw(&scene)
    var full = [UInt32](repeating: 0, count: width * height)
    PartialRedraw.draw(scene, whole, with: &renderer, into: &full)
    var difference: String?
    count += 1
    let age = count % 3 + 1
    if age <= frames.count {
      switch age {
      case 1: scene.findDamage(since: first, into: &damage)
      case 2: scene.findDamage(since: second, into: &damage)
      default: scene.findDamage(since: third, into: &damage)
      }
      var partial = frames[age - 1]
      PartialRedraw.draw(scene, damage, with: &renderer, into: &partial)
      let wrong = PartialRedraw.difference(partial, full)
      if let wrong {
        difference =
          "pixel \(wrong % width), \(wrong / width) of a frame \(age) old: "
          + String(partial[wrong], radix: 16) + " for " + String(full[wrong], radix: 16)
          + (damage.contains(x: wrong % width, y: wrong / width) ? ", damaged" : ", not damaged")
      }
    }
    frames.insert(full, at: 0)
    if frames.count > PartialRedraw.ages.upperBound { frames.removeLast() }
    return difference
  }

  private static func draw(
    _ scene: borrowing Scene, _ damage: borrowing DamageRegion, with renderer: inout Renderer,
    into pixels: inout [UInt32]
  ) {
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: damage.width, height: damage.height,
      strideInBytes: 4 * damage.width, format: .xrgb8888)
    renderer.draw(scene, damage: damage, into: &buffer)
  }

  /// The first index at which two frames differ.
  private static func difference(_ a: [UInt32], _ b: [UInt32]) -> Int? {
    for index in a.indices where a[index] != b[index] { return index }
    return nil
  }
}
