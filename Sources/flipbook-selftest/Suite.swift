// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Raster
import Text

/// The destination of the suite's lines.
protocol LineSink: ~Copyable {
  /// Takes a line with its end; false where it is lost.
  mutating func write(_ line: Span<UInt8>) -> Bool
}

/// Draws scenes and prints a line with the hash of each.
struct Suite<Sink: LineSink & ~Copyable>: ~Copyable {
  /// Larger than any frame of the suite.
  private static var capacity: Int { 1 << 20 }

  private var scene = Scene(elementCapacity: 16384)
  private var renderer = Renderer(
    maximumWidth: 1024, maximumHeight: 1024, edgeCapacity: 1 << 17)
  private var all = DamageRegion(width: 1024, height: 1024)
  private var pixels = [UInt32](repeating: 0, count: Suite.capacity)
  /// The destination of all lines so far.
  private(set) var sink: Sink

  /// Creates a suite that prints to a sink.
  init(sink: consuming Sink) {
    self.sink = sink
  }

  /// Draws one scenario in all render variants and at its times; false if drawing or printing
  /// fails.
  mutating func run(
    _ name: StaticString, _ configuration: StageConfiguration, _ timedCommands: [TimedCommand],
    at times: [Int64]
  ) -> Bool {
    var succeeded = true
    for index in RenderVariant.all.indices {
      succeeded =
        run(name, configuration, timedCommands, at: times, RenderVariant.all[index]) && succeeded
    }
    return succeeded
  }

  private mutating func run(
    _ name: StaticString, _ configuration: StageConfiguration, _ timedCommands: [TimedCommand],
    at times: [Int64],
    _ variant: RenderVariant
  ) -> Bool {
    var seen = StageConfiguration(
      animation: configuration.animation, width: configuration.width ?? 1,
      height: configuration.height ?? 1, scale: variant.scale, rotation: variant.rotation)
    seen.takeStyle(from: configuration)
    guard var stage = try? Stage(seen, at: .zero) else { return false }
    renderer.dithering = variant.dithering
    var succeeded = true
    var played = 0
    for index in stride(from: variant.step / 2, to: times.count, by: variant.step) {
      while played < timedCommands.count, timedCommands[played].milliseconds <= times[index] {
        stage.apply(timedCommands[played].command, at: timedCommands[played].instant)
        played += 1
      }
      let hash = draw(&stage, at: Instant(milliseconds: times[index]), as: variant.format)
      guard let hash, print(name, variant.name, times[index], hash) else {
        succeeded = false
        continue
      }
    }
    return succeeded
  }

  /// Draws a scene in all render variants; false if drawing or printing fails.
  mutating func run(
    _ name: StaticString, width: Int, height: Int, _ add: (inout Scene, Transform) -> Void
  ) -> Bool {
    var succeeded = true
    for index in RenderVariant.all.indices {
      let variant = RenderVariant.all[index]
      let unrotated = (
        (Fixed(width) * variant.scale).rounded, (Fixed(height) * variant.scale).rounded
      )
      let turned = variant.rotation.turned(width: unrotated.0, height: unrotated.1)
      scene.removeAll()
      add(
        &scene,
        variant.rotation.transform(width: turned.width, height: turned.height)
          .scaled(x: variant.scale, y: variant.scale))
      renderer.dithering = variant.dithering
      let hash = hash(width: turned.width, height: turned.height, as: variant.format)
      succeeded = hash.map { print(name, variant.name, 0, $0) } ?? false && succeeded
    }
    return succeeded
  }

  private mutating func draw(
    _ stage: inout Stage, at time: Instant, as format: PixelFormat
  ) -> UInt64? {
    let width = stage.widthInPixels
    let height = stage.heightInPixels
    guard width * height <= Suite.capacity else { return nil }
    scene.removeAll()
    stage.draw(at: time, into: &scene)
    return hash(width: width, height: height, as: format)
  }

  /// Draws the current scene; nil where it does not fit.
  private mutating func hash(width: Int, height: Int, as format: PixelFormat) -> UInt64? {
    all.removeAll(width: width, height: height)
    all.insertAll()
    // Whole words. The last word of a row may contain padding bytes, which must stay unchanged.
    let wordsPerRow = (width * format.bytesPerPixel + 3) / 4
    for index in 0..<wordsPerRow * height { pixels[index] = 0xDEAD_BEEF }
    Suite.draw(
      scene, all, with: &renderer, into: &pixels, width: width, height: height,
      wordsPerRow: wordsPerRow, format: format)
    guard !scene.overflowed, !renderer.overflowed else { return nil }
    var hash = FrameHash()
    hash.update(pixels.span.extracting(first: wordsPerRow * height))
    return hash.value
  }

  private static func draw(
    _ scene: borrowing Scene, _ damage: borrowing DamageRegion, with renderer: inout Renderer,
    into pixels: inout [UInt32], width: Int, height: Int, wordsPerRow: Int, format: PixelFormat
  ) {
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: width, height: height, strideInBytes: 4 * wordsPerRow,
      format: format)
    renderer.draw(scene, damage: damage, into: &buffer)
  }

  private mutating func print(
    _ name: StaticString, _ variant: StaticString, _ milliseconds: Int64, _ hash: UInt64
  ) -> Bool {
    var line = InlineText<128>()
    line.append(name)
    line.append(" ")
    line.append(variant)
    line.append(" ")
    line.append(milliseconds)
    line.append(" ")
    for digit in 0..<16 {
      let value = UInt8(truncatingIfNeeded: hash >> UInt64(60 - 4 * digit) & 15)
      line.append(byte: value < 10 ? 48 + value : 87 + value)
    }
    line.append("\n")
    return sink.write(line.bytes)
  }
}

extension StageConfiguration {
  /// Takes over all but the sizes.
  fileprivate mutating func takeStyle(from other: StageConfiguration) {
    boxWidth = other.boxWidth
    boxHeight = other.boxHeight
    background = other.background
    palette = other.palette
    flow = other.flow
    axis = other.axis
    paint = other.paint
    direction = other.direction
    rings = other.rings
    showsLabel = other.showsLabel
    showsMessage = other.showsMessage
  }
}
