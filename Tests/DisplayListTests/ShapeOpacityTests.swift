// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Testing

@Suite struct ShapeOpacityTests {
  @Test(arguments: [1, 2, 3])
  func `a shape's opacity is its own times its group's`(count: Int) {
    var scene = Scene()
    scene.beginGroup(Fraction(Fixed(1, over: 2)))
    for index in 0..<count {
      scene.add(
        .rectangle(Rectangle(x: Fixed(index), y: 0, width: 4, height: 4)), paint: .solid(.white),
        opacity: Fraction(Fixed(1, over: 4)))
    }
    scene.beginGroup(.one)
    for index in 0..<count { #expect(scene.shapes[index].effectiveOpacity == 8192) }
  }
}
