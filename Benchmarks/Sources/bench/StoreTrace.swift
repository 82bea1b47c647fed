// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Stage

/// Draws one full frame of each kind, each into memory of its own.
///
/// valgrind records the stores. Before each frame comes a line with its name, where its memory begins, and its size in bytes.
enum StoreTrace {
  /// What is drawn: the animations on a small display, where rows end most often, and a scene.
  static func run() {
    var painter = FlipbookPainter(.s3)
    report("S3", painter.canvas.memory)
    painter.draw(frame: 5)
    painter.keepMemory()
    trace(.flow, "flow")
    trace(.download, "download")
    trace(.ring, "ring")
    trace(.ring, "ring-turned", rotation: .degrees90)
  }

  /// A frame five seconds after a progress of 40 %.
  private static func trace(
    _ animation: StageConfiguration.AnimationKind, _ name: StaticString,
    rotation: Rotation = .degrees0
  ) {
    var configuration = StageConfiguration(
      animation: animation, widthInPixels: 640, heightInPixels: 480)
    configuration.rotation = rotation
    guard var stage = try? Stage(configuration, at: .zero), let percent = Percent(Fixed(40)) else {
      fatalError("no stage")
    }
    stage.apply(.progress(channel: 1, percent: percent), at: .zero)
    var scene = Scene(elementCapacity: 16384)
    stage.draw(at: .zero + .milliseconds(5000), into: &scene)
    var canvas = Canvas(
      width: configuration.widthInPixels, height: configuration.heightInPixels)
    report(name, canvas.memory)
    canvas.draw(scene)
    canvas.memory.keep()
  }

  private static func report(_ name: StaticString, _ memory: borrowing PixelMemory) {
    var line = Line()
    line.append(name)
    line.append(unsafe Int(bitPattern: memory.unsafeAddress))
    line.append(memory.count * 4)
    line.print()
  }
}
