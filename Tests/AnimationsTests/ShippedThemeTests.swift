// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Raster
import Support
import Testing
import Theme
import Stage

/// The shipped themes on displays of all sizes, scales and rotations: their frames are those of the hashes beside the
/// packs, and a rotated frame is the frame rotated.
@Suite struct ShippedThemeTests {
  /// The large displays take most of the time, and are only in the long run.
  private static let sizes =
    [(390, 844), (1024, 768)]
    + (LongRun.isOn ? [(1920, 1080), (2560, 1080), (1080, 1920)] : [])
  private static let scales = [(4, "1"), (5, "1.25"), (6, "1.5"), (8, "2")]
  private static let rotations: [Rotation] = [.degrees0, .degrees90, .degrees180, .degrees270]

  /// The frames of a theme on a display: at work, failed, and with a question; without fades.
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
      configuration.theme = ThemeSelection(pack, variant: variant)
      var stage = try Stage(configuration, at: .zero)
      stage.makePixmaps()
      let steps: [[Command]] = [
        [
          .progress(channel: 1, percent: .of(62)), .progress(channel: 2, percent: .of(30)),
          .remaining(seconds: 240), .say("Unpacking libtext-charwidth-perl (amd64)"),
        ], [.fail], [.reset, .ask("Passphrase", EntryField(bulletCount: 5))],
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
  func `frames are those of the hashes beside the pack`(name: String) throws {
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

  /// Earlier frames and their number do not influence a frame.
  @Test(arguments: KeptPacks.names)
  func `frames of all rates are the same at the same time`(name: String) throws {
    let pack = try Pack(KeptPacks.file(name))
    let commands: [(milliseconds: Int, command: Command)] = [
      (10, .start), (140, .progress(channel: 1, percent: .of(40))),
      (390, .progress(channel: 2, percent: .of(80))), (420, .say("Unpacking")),
      (1010, .progress(channel: 1, percent: .of(90))), (1300, .say("Configuring")), (1520, .fail),
      (2270, .reset), (2300, .unknown), (2900, .ask("Passphrase", EntryField(bulletCount: 2))),
      (3400, .prompt(nil)), (3600, .done),
    ]
    func frames(_ rate: Int) throws -> [UInt64] {
      var configuration = StageConfiguration(
        animation: .flow, widthInPixels: 480, heightInPixels: 320)
      configuration.showsMessage = true
      configuration.theme = ThemeSelection(pack)
      var stage = try Stage(configuration, at: .zero)
      stage.makePixmaps()
      var scene = Scene(shapeCapacity: 256, elementCapacity: 1 << 15, stopCapacity: 2048)
      var renderer = Renderer(maximumWidth: 480, maximumHeight: 320, shapeCapacity: 256)
      var hashes: [UInt64] = []
      var next = 0
      for frame in 0...5 * rate {
        let time = Instant(nanoseconds: Int64(frame) * 1_000_000_000 / Int64(rate))
        while next < commands.count, ms(Double(commands[next].milliseconds)) <= time {
          stage.apply(commands[next].command, at: ms(Double(commands[next].milliseconds)))
          next += 1
        }
        stage.draw(at: time, into: &scene)
        _ = stage.nextChange(after: time)
        // All of them have the quarters of a second.
        if frame % (rate / 4) != 0 { continue }
        var words = [UInt32](repeating: 0, count: 480 * 320)
        var buffer = PixelBuffer(
          words.mutableSpan, width: 480, height: 320, strideInBytes: 4 * 480, format: .xrgb8888)
        renderer.draw(scene, damage: DamageRegion(allOfWidth: 480, height: 320), into: &buffer)
        hashes.append(KeptPacks.hash(words, from: KeptPacks.hashStart))
      }
      return hashes
    }
    let slow = try frames(24)
    #expect(slow.count == 21 && Set(slow).count > 5)
    #expect(try frames(60) == slow)
    #expect(try frames(144) == slow)
  }
}
