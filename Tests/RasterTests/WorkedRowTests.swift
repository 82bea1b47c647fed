// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Testing

/// The example row of ARCHITECTURE.md.
@Suite struct WorkedRowTests {
  private func row(isComposited: Bool) -> [UInt32] {
    let bar = Paint.solid(Color(hex: 0x404040))
    var scene = Scene(background: .black)
    scene.add(.rectangle(Rectangle(x: 0, y: 4, width: 20, height: 4)), paint: bar)
    scene.add(.circle(center: Point(10, 10), radius: 8), paint: .solid(.white))
    if isComposited {
      // A half opaque shape is composited, with all of its row.
      scene.add(
        .rectangle(Rectangle(x: 18, y: 4, width: 2, height: 4)), paint: bar,
        opacity: Fraction(.half))
    }
    var canvas = Canvas(20, 20)
    canvas.draw(scene)
    return (0..<20).map { canvas[$0, 5] & 0xFFFFFF }
  }

  @Test(arguments: [false, true])
  func `it is as it says`(isComposited: Bool) {
    let (gray, edge, white): (UInt32, UInt32, UInt32) = (0x404040, 0xB3B3B3, 0xFFFFFF)
    let expected =
      [gray, gray, gray, edge] + Array(repeating: white, count: 12) + [edge, gray, gray, gray]
    #expect(row(isComposited: isComposited) == expected)
  }
}
