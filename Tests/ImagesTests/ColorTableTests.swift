// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Images

@Suite struct ColorTableTests {
  private func differences(_ pixels: [UInt32]) -> [Int] {
    let table = ColorTable(for: pixels)
    #expect(table.colors.count <= 256)
    return pixels.map { pixel in
      let shown = table.colors[Int(table.index(of: pixel))]
      return [16, 8, 0].map { abs(Int(pixel >> $0 & 0xFF) - Int(shown >> $0 & 0xFF)) }.max() ?? 0
    }
  }

  private func color(red: Int, green: Int, blue: Int) -> UInt32 {
    UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  @Test func `up to 256 colours are exact`() {
    #expect(differences((0..<256).map { $0 * 0x010305 & 0xFFFFFF }).allSatisfy { $0 == 0 })
    #expect(differences([0xFF12_3456, 0x0012_3456]).allSatisfy { $0 == 0 })
  }

  @Test func `a gradient of more colours differs by few steps`() {
    let gradient = (0..<1024).map { color(red: $0 / 4, green: 255 - $0 / 4, blue: $0 % 4) }
    #expect(differences(gradient).allSatisfy { $0 <= 3 })
    // A cube of colours: 256 groups of 16 colours.
    let cube = (0..<4096).map {
      color(red: 16 * ($0 >> 8), green: $0 & 0xF0, blue: 16 * ($0 & 15))
    }
    #expect(differences(cube).allSatisfy { $0 <= 40 })
  }

  @Test func `a rare colour keeps its place beside a large area`() {
    let area = [UInt32](repeating: 0x101010, count: 100_000)
    let gradient = (0..<300).map { UInt32($0 * 255 / 299) << 8 }
    #expect(differences(area + gradient + [0xFF0000]).allSatisfy { $0 <= 4 })
  }

  @Test func `the same pixels have the same table`() {
    let pixels = (0..<2000).map { UInt32(truncatingIfNeeded: $0 * 2_654_435) }
    #expect(ColorTable(for: pixels).colors == ColorTable(for: pixels).colors)
  }
}
