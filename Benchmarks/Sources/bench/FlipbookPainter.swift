// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList

/// Draws the scenes with Flipbook, rebuilding the scene for each frame.
struct FlipbookPainter: ~Copyable {
  private let name: SceneName
  private var scene = Scene()
  /// The animation.
  private(set) var canvas: Canvas
  private var flow = FlowStops()

  /// Makes a black image of a scene's size.
  init(_ name: SceneName) {
    self.name = name
    canvas = Canvas(width: name.width, height: name.height)
  }

  /// Whether a capacity was exceeded and something was left out.
  var isIncomplete: Bool { scene.overflowed || canvas.isIncomplete }

  /// Draws a frame over the whole image.
  mutating func draw(frame: Int) {
    build(frame: frame)
    canvas.draw(scene)
  }

  /// Leaves the image's memory mapped for good.
  mutating func keepMemory() { canvas.memory.keep() }

  private mutating func build(frame: Int) {
    scene.removeAll()
    switch name {
    case .s1, .s1b: addFlow(frame: frame)
    case .s2: addRing(unit: 1)
    case .s2b: addRing(unit: Fixed(1, over: 5))
    case .s3: addDownload()
    case .s4: scene.background = Color(hex: 0x8ECEED)
    case .s5:
      scene.background = Color(hex: 0x8ECEED)
      scene.add(.rectangle(bounds), paint: .solid(.black), opacity: .half)
    }
  }

  private var bounds: Rectangle {
    Rectangle(x: 0, y: 0, width: Fixed(name.width), height: Fixed(name.height))
  }

  private mutating func addFlow(frame: Int) {
    scene.background = .black
    let stops = flow.add(to: &scene, frame: frame)
    let end = Point(Fixed(name.width), 0)
    guard let gradient = LinearGradient(from: .zero, to: end, stops: stops) else { return }
    scene.add(.rectangle(bounds), paint: .linear(gradient))
  }

  /// The ring of 1080 units.
  private mutating func addRing(unit: Fixed) {
    scene.background = .white
    let side = unit * 1080
    let center = Point(side / 2, side / 2)
    let radius = unit * ((1080 - 46) / 2)
    scene.add(
      .ring(center: center, radius: radius, width: unit * 27),
      paint: .solid(Color(hex: 0xF6F6F9)))
    let stops = scene.addStops(Color(hex: 0xEBD6AB), Color(hex: 0xC6A05D))
    let tenth = side / 10
    guard let left = LinearGradient(from: .zero, to: Point(0, side - tenth), stops: stops),
      let right = LinearGradient(from: Point(0, tenth), to: Point(0, side), stops: stops)
    else { return }
    let sweep = Angle.turns(Fixed(72, over: 100))
    scene.add(
      .ringArc(
        center: center, radius: radius, width: unit * 46, start: -.quarterTurn, sweep: sweep),
      paint: .halves(left: left, right: right, x: side / 2))
    let head = sweep - .quarterTurn
    scene.add(
      .circle(
        center: center
          + Point(radius.scaled(by: head.cosine), radius.scaled(by: head.sine)),
        radius: unit * 14),
      paint: .solid(.white))
  }

  private mutating func addDownload() {
    scene.background = Color(hex: 0x8ECEED)
    let end = 8 + Fixed(42 * 784, over: 100)
    scene.add(
      .roundedRectangle(Rectangle(x: 0, y: 152, width: 800, height: 16), radius: 8),
      paint: .solid(Color(hex: 0x808080)))
    scene.beginPath()
    scene.move(to: Point(8, 160))
    scene.line(to: Point(end, 160))
    let line = scene.endPath()
    scene.add(.stroke(line, width: 16), paint: .solid(.white))
    let turned = Transform.identity.translated(x: end, y: 148).rotated(by: .degrees(15))
    scene.add(
      .roundedRectangle(Rectangle(x: -48, y: -112, width: 96, height: 72), radius: 4),
      paint: .solid(.white), transform: turned)
    scene.beginPath()
    scene.move(to: Point(-48, -40))
    scene.line(to: Point(48, -40))
    scene.line(to: .zero)
    scene.close()
    let tip = scene.endPath()
    scene.add(.fill(tip), paint: .solid(.white), transform: turned)
  }
}
