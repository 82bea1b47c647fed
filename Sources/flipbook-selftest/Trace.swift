// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Raster
import Scanout
import Linux
import Stage
import Text

/// Draws frames for a watcher of all loads and stores, in the same way as the daemon.
///
/// First it prints the address of the memory and waits for a byte of input. Then it prints a line for
/// each frame: its number, the scene, the format, the number of pixels that it should store, and the
/// bytes of each.
///
/// A program under watch is a thousand times slower. So the frames are small and without text. Text
/// takes most of the time, and it reaches the pixels in the same way as everything else.
struct Trace: ~Copyable {
  private static var size: PixelSize { PixelSize(width: 41, height: 37) }

  private let output: FileDescriptor
  private let isShort: Bool
  private var player: Player<TracedOutput>
  private var now = Instant.zero

  /// Prints to a file; nil where there is no memory.
  init?(output: consuming FileDescriptor, fault: TracedOutput.Fault) {
    guard let memory = try? TracedOutput(size: Trace.size, fault: fault) else { return nil }
    player = Player(output: memory)
    isShort = fault != .none
    self.output = output
  }

  /// Draws everything; false if drawing or printing fails.
  mutating func runAll() -> Bool {
    guard waitForWatcher() else { return false }
    if isShort { return run("flow", Trace.stage(.flow, 35, 3)) }
    let rotations: [4 of Rotation] = [.degrees0, .degrees90, .degrees180, .degrees270]
    for round in 0..<TracedOutput.formats.count {
      guard runScenes(rotations[round & 3]) else { return false }
    }
    return true
  }

  /// Each animation, in one format.
  private mutating func runScenes(_ rotation: Rotation) -> Bool {
    var scenes: [3 of StageConfiguration] = [
      Trace.stage(.flow, 35, 3), Trace.stage(.download, 30, 12), Trace.stage(.ring, 34, 34),
    ]
    for index in scenes.indices { scenes[index].rotation = rotation }
    scenes[2].paint =
      rotation == .degrees0 ? .halves : rotation == .degrees90 ? .conic : .quadrants
    return run("flow", scenes[0]) && run("download", scenes[1]) && run("ring", scenes[2])
  }

  private static func stage(
    _ animation: StageConfiguration.AnimationKind, _ width: Fixed, _ height: Fixed
  ) -> StageConfiguration {
    var configuration = StageConfiguration(
      animation: animation, widthInPixels: size.width, heightInPixels: size.height)
    (configuration.boxWidth, configuration.boxHeight) = (width, height)
    configuration.showsLabel = false
    return configuration
  }

  /// Draws a few frames: the first ones into both buffers, then only the changes.
  private mutating func run(_ name: StaticString, _ configuration: StageConfiguration) -> Bool {
    guard var stage = try? Stage(configuration, at: .zero) else { return false }
    stage.apply(.progress(channel: 1, percent: Percent(Fixed(50)) ?? .zero), at: .zero)
    for milliseconds in [20, 60, 1300] {
      let (number, format) = (player.presenter.output.frameCount, player.presenter.output.format)
      now = now + .milliseconds(100)
      let time = Instant.zero + .milliseconds(milliseconds)
      guard let pixels = player.show(&stage, at: time, now: now),
        print(number, name, format, pixels)
      else { return false }
    }
    return true
  }

  /// Prints the address of the memory, and waits for the watcher to start.
  private func waitForWatcher() -> Bool {
    var line = InlineText<64>()
    line.append("memory ")
    line.append(Int(player.presenter.output.address))
    line.append(" ")
    line.append(TracedOutput.byteCount)
    line.append(" ")
    line.append(TracedOutput.marksStart)
    line.append("\n")
    guard (try? output.writeAll(line.bytes)) != nil,
      let input = try? FileDescriptor(duplicating: 0)
    else { return false }
    var byte: InlineArray<1, UInt8> = [0]
    var span = byte.mutableSpan
    return (try? input.read(into: &span)) == .bytes(1)
  }

  private func print(
    _ number: Int, _ name: StaticString, _ format: PixelFormat, _ pixels: Int
  ) -> Bool {
    var line = InlineText<96>()
    line.append("frame ")
    line.append(number)
    line.append(" ")
    line.append(name)
    line.append(" ")
    for shift: UInt32 in [0, 8, 16, 24] {
      line.append(byte: UInt8(truncatingIfNeeded: format.rawValue >> shift))
    }
    line.append(" ")
    line.append(pixels)
    line.append(" ")
    line.append(format.bytesPerPixel)
    line.append("\n")
    return (try? output.writeAll(line.bytes)) != nil
  }
}
