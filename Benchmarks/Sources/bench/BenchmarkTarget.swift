// SPDX-License-Identifier: Apache-2.0

import Baselines

/// One scene's image, and all painters that draw it.
struct BenchmarkTarget: ~Copyable {
  private let name: SceneName
  private var flipbook: FlipbookPainter
  private let cairo: CairoPainter
  /// A row of colours: memory may be quicker with zeros.
  private var row: PixelMemory
  private var frame = 0

  /// Allocates an image of a scene's size.
  init(_ name: SceneName) {
    self.name = name
    flipbook = FlipbookPainter(name)
    row = PixelMemory(count: name.width)
    cairo = CairoPainter(name, pixels: flipbook.canvas.memory)
    var colors = row.mutableSpan
    for column in 0..<name.width { colors[column] = 0x8ECEED &+ UInt32(column) &* 0x010203 }
  }

  /// Whether Flipbook has left something out.
  var isIncomplete: Bool { flipbook.isIncomplete }

  /// Draws some frames; returns the CPU time in nanoseconds.
  mutating func time(_ painter: Painter, frames: Int) -> Int64 {
    let start = Processor.nanoseconds
    for _ in 0..<frames { draw(painter) }
    return Processor.nanoseconds - start
  }

  /// Draws the next frame.
  mutating func draw(_ painter: Painter) {
    frame += 1
    draw(painter, frame: frame)
  }

  /// Draws a frame.
  mutating func draw(_ painter: Painter, frame: Int) {
    let size = name.pixelCount * 4
    switch painter {
    case .flipbook: flipbook.draw(frame: frame)
    case .cairo: cairo.draw(name, frame: frame)
    case .copy:
      unsafe baseline_copy_row(
        flipbook.canvas.memory.unsafeAddress, CInt(name.width), CInt(name.height),
        row.unsafeAddress)
    case .set:
      unsafe baseline_set(flipbook.canvas.memory.unsafeAddress, size, CInt(frame & 63 | 128))
    case .stream: unsafe baseline_stream(flipbook.canvas.memory.unsafeAddress, size, 0x8ECEED)
    }
  }

  /// Lets Cairo draw what the last scene's blend lies over.
  mutating func drawSky() { cairo.draw(.s4, frame: 0) }

  /// The errors of the image against a frame of the scene.
  func errors(frame: Int) -> baseline_errors {
    var errors = baseline_errors()
    // The image has these sizes, and its address is valid during the call.
    unsafe baseline_check(
      CInt(name.rawValue), CInt(frame), flipbook.canvas.memory.unsafeAddress, CInt(name.width),
      CInt(name.height), &errors)
    return errors
  }
}
