// SPDX-License-Identifier: Apache-2.0

import Flipbook
import StageTest
import Testing

/// Scenes of one's own, with only Flipbook's public API.
@Suite struct SceneTests {
  private static let (red, blue) = (Color(hex: 0xFF0000), Color(hex: 0x0000FF))

  @Test func `a scene is drawn into memory of one's own`() {
    let frame = Frame(40, 30) { scene in
      scene.background = Color(hex: 0x102030)
      scene.add(.rectangle(Rectangle(x: 5, y: 5, width: 10, height: 10)), paint: .solid(Self.red))
    }
    #expect(frame[0, 0] == 0x102030 && frame[5, 5] == 0xFF0000 && frame[15, 15] == 0x102030)
    #expect(!frame.overflowed)
  }

  @Test func `only what differs from an earlier frame is stored`() {
    var pixels = [UInt32](repeating: 0, count: 64 * 48)
    var renderer = SceneRenderer(width: 64, height: 48, shapeCapacity: 8, edgeCapacity: 256)
    var before = Scene(background: Self.blue, shapeCapacity: 8)
    var scene = Scene(background: Self.blue, shapeCapacity: 8)
    func add(_ x: Fixed, to scene: inout Scene) {
      scene.removeAll()
      scene.add(.rectangle(Rectangle(x: x, y: 8, width: 4, height: 6)), paint: .solid(Self.red))
    }
    add(10, to: &before)
    renderer.draw(before, into: pixels.mutableSpan, strideInBytes: 256)
    add(12, to: &scene)
    let box = renderer.draw(scene, since: before, into: pixels.mutableSpan, strideInBytes: 256)
    #expect(box == (10, 8, 6, 6))
    #expect(pixels[8 * 64 + 11] == 0x0000FF && pixels[8 * 64 + 14] == 0xFF0000)
    let nothing = renderer.draw(scene, since: scene, into: pixels.mutableSpan, strideInBytes: 256)
    #expect(nothing.width == 0 && nothing.height == 0)
  }

  @Test func `pixels have the format of the other library`() {
    var scene = Scene(background: Color(hex: 0xFF8000))
    scene.beginGroup(.one)
    var renderer = SceneRenderer(width: 3, height: 2)
    var words = [UInt32](repeating: 0, count: 6)
    for (format, word) in [
      (PixelFormat.xrgb8888, UInt32(0xFF8000)), (.argb8888, 0xFFFF_8000), (.xbgr8888, 0x0080FF),
    ] {
      renderer.draw(scene, into: words.mutableSpan, strideInBytes: 12, format: format)
      #expect(words.allSatisfy { $0 == word })
    }
    var small = [UInt16](repeating: 0, count: 8)
    renderer.draw(scene, into: small.mutableSpan, strideInBytes: 8, format: .rgb565)
    #expect(small[0] == 0xFC00 && small[3] == 0)
  }

  @Test func `a shape that does not fit is missing, and said so`() {
    var scene = Scene(shapeCapacity: 2, elementCapacity: 4, stopCapacity: 2)
    for _ in 0..<2 { scene.add(.circle(center: Point(9, 9), radius: 4), paint: .solid(Self.red)) }
    var overflowed = [scene.overflowed]
    scene.add(.circle(center: Point(9, 9), radius: 4), paint: .solid(Self.blue))
    overflowed.append(scene.overflowed)
    scene.removeAll()
    overflowed.append(scene.overflowed)
    scene.beginPath()
    for step in 0..<5 { scene.line(to: Point(Fixed(step), 0)) }
    overflowed.append(scene.overflowed)
    #expect(overflowed == [false, true, false, true])
  }

  @Test func `paths have straight lines, quadratic and cubic curves`() {
    let frame = Frame(60, 60) { scene in
      scene.beginPath()
      scene.move(to: Point(10, 50))
      scene.cubic(Point(10, 0), Point(50, 0), to: Point(50, 50))
      scene.quadratic(control: Point(30, 60), to: Point(10, 50))
      scene.close()
      scene.add(.fill(scene.endPath()), paint: .solid(Self.red))
      scene.beginPath()
      scene.move(to: Point(4, 56))
      scene.line(to: Point(56, 56))
      scene.add(.stroke(scene.endPath(), width: 2), paint: .solid(Self.blue))
    }
    // The top of the curve is at y = 12.5.
    #expect(frame[30, 11] == 0 && frame[30, 13] == 0xFF0000 && frame[30, 50] == 0xFF0000)
    #expect(frame[11, 20] == 0 && frame[30, 56] == 0x0000FF)
  }

  @Test func `groups are seen through as a whole`() {
    let frame = Frame(30, 20) { scene in
      scene.background = Color(hex: 0xFFFFFF)
      scene.beginGroup(Fraction(.half))
      scene.add(.rectangle(Rectangle(x: 0, y: 0, width: 20, height: 20)), paint: .solid(Self.red))
      scene.add(.rectangle(Rectangle(x: 10, y: 0, width: 10, height: 20)), paint: .solid(Self.blue))
      scene.beginGroup(.one)
      scene.add(.rectangle(Rectangle(x: 25, y: 0, width: 5, height: 20)), paint: .solid(Self.red))
    }
    #expect(isNear(frame.channels(5, 5), [255, 128, 128]))
    // No red shows through the blue.
    #expect(isNear(frame.channels(15, 5), [128, 128, 255]))
    #expect(frame[27, 5] == 0xFF0000)
  }

  @Test func `transforms are made of coefficients and of steps`() {
    let own = Transform(a: 2, b: 0, c: 0, d: 1, tx: 10, ty: 5)
    let wide = Transform(a: 2, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    #expect(wide.followed(by: .identity.translated(x: 10, y: 5)) == own)
    let frame = Frame(30, 20) { scene in
      scene.add(
        .rectangle(Rectangle(x: 1, y: 1, width: 3, height: 3)), paint: .solid(Self.red),
        transform: own)
    }
    #expect(frame[12, 6] == 0xFF0000 && frame[17, 8] == 0xFF0000)
    #expect(frame[11, 6] == 0 && frame[18, 6] == 0 && frame[12, 9] == 0)
  }
}
