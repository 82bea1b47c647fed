// SPDX-License-Identifier: Apache-2.0

import Animations
import Fbdev
import FixedPoint
import Linux
import Motion
import DisplayList
import Raster
import Scanout
import Stage

/// Times full frames in a framebuffer device's memory, which most machines do not cache, and in ordinary memory.
struct FramebufferFrames: ~Copyable {
  private static let rounds = 15

  private var device: FramebufferOutput
  private var memory: PixelMemory
  private var renderer: Renderer
  private let all: DamageRegion
  private let size: PixelSize

  /// Opens a device; nothing is shown but what is drawn.
  init(opening path: borrowing Path) throws(SystemError) {
    device = try FramebufferOutput(opening: path, time: TimeSource { .zero })
    size = device.sizeInPixels
    // Four bytes a pixel, as many as any format has.
    memory = PixelMemory(count: size.width * size.height)
    renderer = Renderer(
      maximumWidth: size.width, maximumHeight: size.height, edgeCapacity: 1 << 17)
    all = DamageRegion(allOfWidth: size.width, height: size.height)
  }

  /// Prints `FRAME DEVICE MEMORY WIDTH HEIGHT BYTES`: the medians in nanoseconds, the bytes of a pixel.
  mutating func run() {
    // One colour is what the memory itself takes.
    var scene = Scene(elementCapacity: 16384)
    scene.background = Color(hex: 0x8ECEED)
    measure("one-colour", scene)
    for animation in StageConfiguration.AnimationKind.allCases {
      var configuration = animation.configuration(.p1080, scale: 1)
      (configuration.widthInPixels, configuration.heightInPixels) = (size.width, size.height)
      guard var stage = try? Stage(configuration, at: .zero), let percent = Percent(Fixed(40))
      else { fatalError("no stage") }
      stage.apply(.progress(channel: 1, percent: percent), at: .zero)
      stage.draw(at: .zero + .milliseconds(5000), into: &scene)
      measure(animation.name, scene)
    }
  }

  private mutating func measure(_ name: StaticString, _ scene: borrowing Scene) {
    var (slow, quick) = (Samples(), Samples())
    for _ in 0..<FramebufferFrames.rounds {
      slow.add(FramebufferFrames.time(scene, all, with: &renderer, into: &device))
      quick.add(
        FramebufferFrames.time(scene, all, with: &renderer, into: &memory, device.format))
    }
    var line = Line()
    line.append(name)
    for number in [Int(slow.median()), Int(quick.median()), size.width, size.height] {
      line.append(number)
    }
    line.append(device.format.bytesPerPixel)
    line.print()
  }

  private static func time(
    _ scene: borrowing Scene, _ all: borrowing DamageRegion, with renderer: inout Renderer,
    into device: inout FramebufferOutput
  ) -> Int64 {
    device.restart()
    guard let buffer = device.acquire() else { fatalError("no buffer after a restart") }
    var pixels = device.pixels(of: buffer)
    let start = Processor.nanoseconds
    renderer.draw(scene, damage: all, into: &pixels)
    return Processor.nanoseconds - start
  }

  private static func time(
    _ scene: borrowing Scene, _ all: borrowing DamageRegion, with renderer: inout Renderer,
    into memory: inout PixelMemory, _ format: PixelFormat
  ) -> Int64 {
    var pixels = PixelBuffer(
      memory.mutableSpan, width: all.width, height: all.height,
      strideInBytes: all.width * format.bytesPerPixel, format: format)
    let start = Processor.nanoseconds
    renderer.draw(scene, damage: all, into: &pixels)
    return Processor.nanoseconds - start
  }
}
