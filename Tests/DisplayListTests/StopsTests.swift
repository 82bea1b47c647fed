// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Testing

@Suite struct StopsTests {
  private static func palette(_ count: Int) -> [Color] {
    (0..<count).map { Color(hex: UInt32(truncatingIfNeeded: $0 &* 0x9E_3779)) }
  }

  /// A scene with a bar in the colours that `body` adds.
  private static func scene(_ body: (inout Scene) -> Void) -> Scene {
    var scene = Scene(stopCapacity: 512)
    scene.beginStops()
    body(&scene)
    let stops = scene.endStops()
    if let gradient = LinearGradient(from: .zero, to: Point(100, 0), stops: stops) {
      scene.add(
        .rectangle(Rectangle(x: 0, y: 0, width: 100, height: 10)), paint: .linear(gradient))
    }
    return scene
  }

  @Test func `stops that are spread evenly are those that are added one by one`() {
    var damage = DamageRegion(width: 100, height: 10)
    for count in 2...512 {
      let colors = StopsTests.palette(count)
      let (first, second) = (count * 2 / 3, count / 3)
      let part = Fixed(count, over: 600)
      let spread = StopsTests.scene { $0.addStops(colors.span, from: first, to: second, part) }
      let single = StopsTests.scene { scene in
        for stop in 0..<count {
          let color = colors[(first + stop) % count].mixed(
            with: colors[(second + stop) % count], part)
          scene.addStop(color, at: Fixed(stop, over: count - 1))
        }
      }
      let (overflowed, shapeCount) = (spread.overflowed, spread.shapeCount)
      #expect(!overflowed && shapeCount == 1)
      spread.findDamage(since: single, into: &damage)
      let isEqual = damage.isEmpty
      #expect(isEqual, "\(count) stops")
    }
  }

  @Test func `too many stops are flagged, and none of them are added`() {
    let colors = StopsTests.palette(513)
    let scene = StopsTests.scene { $0.addStops(colors.span, from: 0, to: 1, .half) }
    let (overflowed, shapeCount) = (scene.overflowed, scene.shapeCount)
    #expect(overflowed && shapeCount == 0)
  }
}
