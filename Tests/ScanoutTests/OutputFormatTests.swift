// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import DisplayList
import Raster
import Scanout
import Testing

/// Strict outputs of all formats: the stored pixels are those of the damage, whole and no more.
@Suite struct OutputFormatTests {
  private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  /// Shows a gradient that moves to the right, in rows with some bytes between them.
  private func show(
    _ format: PixelFormat, _ dithering: Dithering, frames: Int
  ) throws -> Presenter<MemoryOutput> {
    var presenter = Presenter(
      output: MemoryOutput(
        width: 37, height: 11, format: format, refreshMillihertz: 100_000,
        strideInBytes: 37 * format.bytesPerPixel + 12 - 37 * format.bytesPerPixel % 4),
      dithering: dithering)
    for frame in 0..<frames {
      try presenter.advance(at: at(10 * frame))
      _ = presenter.beginFrame(at: at(10 * frame))
      draw(Fixed(frame), into: &presenter.scene)
      try presenter.endFrame(at: at(10 * frame))
    }
    try presenter.advance(at: at(10 * frames))
    return presenter
  }

  private func draw(_ x: Fixed, into scene: inout Scene) {
    scene.background = Color(hex: 0x204060)
    let stops = scene.addStops(.black, .white)
    guard let gradient = LinearGradient(from: Point(x, 0), to: Point(x + 20, 7), stops: stops)
    else { return }
    scene.add(
      .roundedRectangle(Rectangle(x: x, y: 2, width: 20, height: 7), radius: 3),
      paint: .linear(gradient))
  }

  @Test(arguments: [PixelFormat.xrgb8888, .xbgr8888, .argb8888, .rgb565, .xrgb2101010, .rgb888])
  func `frame after frame is what a full redraw would be`(format: PixelFormat) throws {
    for dithering in [Dithering.off, .on] {
      let presenter = try show(format, dithering, frames: 8)
      #expect(presenter.presentedFrameCount == 8)
      var renderer = Renderer(maximumWidth: 37, maximumHeight: 11)
      renderer.dithering = dithering
      var scene = Scene()
      draw(7, into: &scene)
      var words = [UInt32](repeating: 0, count: 37 * 11)
      var buffer = PixelBuffer(
        words.mutableSpan, width: 37, height: 11, strideInBytes: 148, format: format)
      renderer.draw(scene, damage: DamageRegion(allOfWidth: 37, height: 11), into: &buffer)
      for y in 0..<11 {
        for x in 0..<37 {
          let bytes = (0..<format.bytesPerPixel).map { index in
            let byte = x * format.bytesPerPixel + index
            return words[37 * y + byte / 4] >> UInt32(byte % 4 * 8) & 255
          }
          let pixel = bytes.reversed().reduce(0) { $0 << 8 | $1 }
          #expect(presenter.output.pixel(x: x, y: y) == pixel)
        }
      }
    }
  }

  @Test func `a snapshot is of any format`() throws {
    var presenter = try show(.rgb565, .automatic, frames: 2)
    let other = try show(.xrgb8888, .automatic, frames: 2)
    var copy = [UInt32](repeating: 0, count: 37 * 11)
    var buffer = PixelBuffer(
      copy.mutableSpan, width: 37, height: 11, strideInBytes: 148, format: .xrgb8888)
    let isDrawn = presenter.drawSnapshot(into: &buffer)
    #expect(isDrawn)
    for y in 0..<11 {
      for x in 0..<37 { #expect(copy[37 * y + x] == other.output.pixel(x: x, y: y)) }
    }
  }

  @Test func `a still dithered frame is shown once`() throws {
    var presenter = try show(.rgb565, .automatic, frames: 1)
    _ = presenter.beginFrame(at: at(20))
    draw(0, into: &presenter.scene)
    #expect(try presenter.endFrame(at: at(20)) == .unchanged)
    _ = presenter.beginFrame(at: at(31))
    draw(1, into: &presenter.scene)
    #expect(try presenter.endFrame(at: at(31)) == .queued)
  }
}
