// SPDX-License-Identifier: Apache-2.0

import Flipbook
import StageTest
import Testing

/// Adds a dial of 100 points: a lit ball, an arc up to a value from 0 to 1, and the value in per cent.
func addDial(_ value: Fixed, in font: Font, transform: Transform, to scene: inout Scene) {
  let center = Point(50, 50)
  // White near the upper left, then the ball's colour, then its shade.
  scene.addStop(Color(hex: 0xF4F8FF), at: 0)
  scene.addStop(Color(hex: 0x3A6EA5), at: Fixed(2, over: 5))
  scene.addStop(Color(hex: 0x14304D), at: 1)
  let light = RadialGradient(
    center: center, radius: 40, focus: Point(36, 32), stops: scene.endStops())
  if let light {
    scene.add(.circle(center: center, radius: 34), paint: .radial(light), transform: transform)
  }
  let (start, sweep) = (-Angle.quarterTurn, Angle.fullTurn * value)
  let colors = scene.addStops(Color(hex: 0x2FBF71), Color(hex: 0xF2C14E))
  scene.add(
    .ringArc(center: center, radius: 43, width: 8, start: start, sweep: sweep),
    paint: .conic(
      RingGradient(
        center: center, radius: 43, width: 8, start: start, sweep: sweep, stops: colors)),
    transform: transform)
  scene.addText(
    "\((value * 100).rounded) %".utf8.span, in: font, capHeight: 14, at: Point(50, 57),
    anchor: .half, color: Color(hex: 0xFFFFFF), transform: transform)
}

@Test func `a dial is drawn into memory, twice as large`() throws {
  let font = Font()
  var scene = Scene(background: Color(hex: 0x0B1622))
  addDial(Fixed(7, over: 10), in: font, transform: Transform.identity.scaled(by: 2), to: &scene)
  var pixels = [UInt32](repeating: 0, count: 200 * 200)
  var renderer = SceneRenderer(width: 200, height: 200)
  renderer.draw(scene, into: pixels.mutableSpan, strideInBytes: 4 * 200)
  #expect(pixels[0] == 0x0B1622)
  try StageImage(width: 200, height: 200, pixels: pixels).expectMatch(golden: "dial.png")
}
