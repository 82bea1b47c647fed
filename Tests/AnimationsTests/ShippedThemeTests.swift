// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import Raster
import Support
import Testing
import Theme

/// The shipped themes on displays of all sizes, scales and rotations: their frames are those of the hashes beside the
/// packs, and a rotated frame is the frame rotated.
@Suite struct ShippedThemeTests {
  /// The large ones take most of the time, and are left to the long run.
  private static let sizes =
    [(390, 844), (1024, 768)]
    + (LongRun.isOn ? [(1920, 1080), (2560, 1080), (1080, 1920)] : [])
  private static let scales = [(4, "1"), (5, "1.25"), (6, "1.5"), (8, "2")]
  private static let rotations: [Rotation] = [.degrees0, .degrees90, .degrees180, .degrees270]

  /// The frames of a theme on a display: at work, failed, and with a question; nothing fades in any.
  private struct Frames {
    var all: [[UInt32]] = []
    var hash = KeptPacks.hashStart
  }

  /// A renderer for all sizes, and its scene.
  private final class Painter {
    private var scene = Scene(shapeCapacity: 256, elementCapacity: 1 << 15, stopCapacity: 2048)
    private var renderer = Renderer(
      maximumWidth: 2560, maximumHeight: 2560, shapeCapacity: 256, edgeCapacity: 1 << 16)

    func frames(
      _ pack: Pack, variant: Int, size: (width: Int, height: Int), scale: Fixed,
      _ rotation: Rotation
    ) throws -> Frames {
      let (width, height) = rotation.turned(width: size.width, height: size.height)
      var configuration = StageConfiguration(
        animation: .flow, widthInPixels: width, heightInPixels: height, scale: scale)
      configuration.rotation = rotation
      configuration.showsMessage = true
      configuration.theme = ThemeChoice(pack, variant: variant)
      var stage = try Stage(configuration, at: .zero)
      stage.makePixmaps()
      let steps: [[Command]] = [
        [
          .progress(channel: 1, percent: .of(62)), .progress(channel: 2, percent: .of(30)),
          .remaining(seconds: 240), .say("Unpacking libtext-charwidth-perl (amd64)"),
        ], [.fail], [.reset, .say("Passphrase"), .entry(EntryField(bulletCount: 5))],
      ]
      var frames = Frames()
      for (number, commands) in steps.enumerated() {
        for command in commands { stage.apply(command, at: ms(5000 * Double(number))) }
        stage.draw(at: ms(5000 * Double(number) + 4000), into: &scene)
        var words = [UInt32](repeating: 0, count: width * height)
        var buffer = PixelBuffer(
          words.mutableSpan, width: width, height: height, strideInBytes: 4 * width,
          format: .xrgb8888)
        renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
        #expect(!scene.overflowed && !renderer.overflowed)
        frames.hash = KeptPacks.hash(words, from: frames.hash)
        frames.all.append(words)
      }
      return frames
    }
  }

  @Test(arguments: KeptPacks.names)
  func framesAreThoseOfTheHashesBesideThePack(name: String) throws {
    let file = try KeptPacks.file(name)
    let pack = try Pack(file)
    let kept = KeptPacks.frames(name)
    let checksum = file[16..<24].reversed().map { String(Int($0) | 0x100, radix: 16).dropFirst() }
    var lines = [
      "# pack \(checksum.joined()): width × height, scale, variant: a hash for each rotation"
    ]
    let painter = Painter()
    for variant in 0...pack.count(.variants) {
      for size in Self.sizes {
        for (quarters, scale) in Self.scales {
          var line = "\(size.0)x\(size.1) \(scale) \(variant):"
          var unrotated = Frames()
          for (turns, rotation) in Self.rotations.enumerated() {
            let frames = try painter.frames(
              pack, variant: variant, size: size, scale: Fixed(quarters, over: 4), rotation)
            if turns == 0 { unrotated = frames }
            for (frame, rotated) in zip(unrotated.all, frames.all) {
              let difference = KeptPacks.difference(
                frame, rotated, width: size.0, height: size.1, quarters: turns)
              #expect(difference <= 2, "\(name): \(line) \(rotation)")
            }
            line += " " + String(frames.hash, radix: 16)
          }
          lines.append(line)
        }
      }
    }
    let others = lines.count { !kept.contains($0) }
    #expect(others == 0, "\(name): other frames; the long run writes the hashes of all")
    if LongRun.isOn && lines != kept {
      Issue.record("\(name): if these frames are meant, keep \(try KeptPacks.write(lines, name))")
    }
  }
}
