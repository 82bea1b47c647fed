// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Testing

@Suite struct PixelBufferTests {
  @Test func `what fits exactly is taken`() {
    // The last row needs no padding.
    var bytes = [UInt32](repeating: 0, count: 2 * 6 + 4)
    let buffer = PixelBuffer(
      bytes.mutableSpan, width: 4, height: 3, strideInBytes: 24, format: .xrgb8888)
    let size = (buffer.width, buffer.height, buffer.strideInBytes, buffer.format)
    #expect(size == (4, 3, 24, .xrgb8888))
  }

  @Test func `too little memory traps`() async {
    await #expect(processExitsWith: .failure) {
      var bytes = [UInt32](repeating: 0, count: 2 * 6 + 3)
      _ = PixelBuffer(bytes.mutableSpan, width: 4, height: 3, strideInBytes: 24, format: .xrgb8888)
    }
  }

  @Test func `rows that overlap trap`() async {
    await #expect(processExitsWith: .failure) {
      var bytes = [UInt32](repeating: 0, count: 64)
      _ = PixelBuffer(bytes.mutableSpan, width: 4, height: 3, strideInBytes: 12, format: .xrgb8888)
    }
  }

  @Test func `a stride that splits pixels traps`() async {
    await #expect(processExitsWith: .failure) {
      var bytes = [UInt32](repeating: 0, count: 64)
      _ = PixelBuffer(bytes.mutableSpan, width: 4, height: 3, strideInBytes: 18, format: .xrgb8888)
    }
  }

  @Test func `no size traps`() async {
    await #expect(processExitsWith: .failure) {
      var bytes = [UInt32](repeating: 0, count: 64)
      _ = PixelBuffer(bytes.mutableSpan, width: 0, height: 3, strideInBytes: 16, format: .xrgb8888)
    }
  }

  @Test func `three bytes per pixel need no alignment`() {
    var bytes = [UInt8](repeating: 7, count: 13 * 3)
    var buffer = PixelBuffer(
      bytes.mutableSpan, width: 4, height: 3, strideInBytes: 13, format: .rgb888)
    var renderer = Renderer(maximumWidth: 4, maximumHeight: 3)
    renderer.draw(
      Scene(background: .white), damage: DamageRegion(allOfWidth: 4, height: 3), into: &buffer)
    #expect(bytes.filter { $0 == 255 }.count == 36 && bytes[12] == 7 && bytes[25] == 7)
  }
}
