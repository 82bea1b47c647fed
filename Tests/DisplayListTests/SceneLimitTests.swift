// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Testing

@Suite struct SceneLimitTests {
  @Test func `what does not fit into a scene is left out and reported`() {
    var scene = Scene(shapeCapacity: 2, elementCapacity: 3, stopCapacity: 2)
    for _ in 0..<2 { scene.add(.circle(center: .zero, radius: 1), paint: .solid(.white)) }
    var overflowed = scene.overflowed
    #expect(!overflowed)
    scene.add(.circle(center: .zero, radius: 1), paint: .solid(.white))
    overflowed = scene.overflowed
    #expect(overflowed)
    let count = scene.shapeCount
    #expect(count == 2)
    scene.removeAll()
    overflowed = scene.overflowed
    #expect(!overflowed)
    scene.beginPath()
    scene.move(to: .zero)
    for number in 1...3 { scene.line(to: Point(Fixed(number), Fixed(number))) }
    overflowed = scene.overflowed
    #expect(overflowed)
    scene.removeAll()
    scene.beginStops()
    for number in 0..<3 { scene.addStop(.white, at: Fixed(number, over: 2)) }
    overflowed = scene.overflowed
    #expect(overflowed)
  }
}
