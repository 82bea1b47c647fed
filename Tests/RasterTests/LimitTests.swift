import FixedPoint
import Raster
import Testing

@Suite struct LimitTests {
  @Test func `What does not fit into a scene is left out and told`() {
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
    _ = scene.path([(0, 0), (1, 1), (2, 2), (3, 3)])
    overflowed = scene.overflowed
    #expect(overflowed)
    scene.removeAll()
    _ = scene.addStops(evenly: [Color.black, .white, .black].span)
    overflowed = scene.overflowed
    #expect(overflowed)
  }

  @Test func `A shape without room for its outline is left out as a whole`() {
    var scene = Scene()
    scene.add(.rectangle(Rectangle(x: 1, y: 1, width: 2, height: 2)), paint: .solid(.white))
    scene.add(.ring(center: Point(8, 4), radius: 2, width: 2), paint: .solid(.white))
    scene.add(.rectangle(Rectangle(x: 13, y: 1, width: 2, height: 2)), paint: .solid(.white))
    var renderer = Renderer(maximumWidth: 16, edgeCapacity: 5)
    var canvas = Canvas(16, 8)
    canvas.draw(scene, with: &renderer)
    let overflowed = renderer.overflowed
    #expect(overflowed)
    #expect(
      canvas.pattern == """
        ................
        .##..........##.
        .##..........##.
        ................
        ................
        ................
        ................
        ................
        """)
  }

  @Test func `Shapes that reach far outside are right inside`() {
    for far in [100.0, 20_000, 1e6, 5e8] {
      expectCoverage(
        { _ in
          .rectangle(
            Rectangle(
              x: WideFixed(10.3), y: WideFixed(-far), width: WideFixed(far),
              height: WideFixed(far + 20.6)))
        }, equals: ReferenceShape { x, y in max(10.3 - x, y - 20.6) }, "\(far)")
    }
    // A corner of a huge turned square.
    for far in [1000.0, 1e6] {
      expectCoverage(
        { .fill($0.path([(20.2, 10.6), (20.2 + far, 10.6 + far), (20.2 - far, 10.6 + far)])) },
        equals: ReferenceShape { x, y in (abs(x - 20.2) - (y - 10.6)) / 2.0.squareRoot() },
        "\(far)")
    }
  }

  @Test func `Numbers of any size draw something or nothing, but never trap`() {
    for a in [WideFixed.min, 0, .max] {
      for b in [WideFixed(raw: .min + 1), 1, .max] {
        var scene = Scene()
        let stops = scene.addStops(.black, .white)
        let transform = Transform(a: a, b: b, c: -1, d: a, tx: b, ty: a)
        var paint = Paint.solid(.white)
        if let linear = LinearGradient(from: Point(a, 0), to: Point(b, 1), stops: stops) {
          paint = .linear(linear)
        }
        let ring = RingGradient(
          center: Point(b, a), radius: a, capRadius: b, tail: Angle(raw: a.raw),
          sweep: Angle(raw: b.raw), stops: stops)
        scene.add(.circle(center: Point(a, b), radius: b), paint: paint)
        scene.add(.ring(center: Point(a, b), radius: b, width: a), paint: paint)
        scene.add(.circle(center: .zero, radius: b), paint: .conic(ring), transform: transform)
        scene.add(
          .ringArc(
            center: Point(b, a), radius: a, width: b, start: Angle(raw: a.raw),
            sweep: Angle(raw: b.raw)), paint: .quadrants(ring))
        scene.add(
          .roundedRectangle(Rectangle(x: a, y: b, width: b, height: a), radius: a), paint: paint,
          transform: transform)
        scene.beginPath()
        scene.move(to: Point(a, 0))
        scene.quadratic(control: Point(0, b), to: Point(b, a))
        scene.line(to: Point(3, 4))
        scene.close()
        let path = scene.endPath()
        scene.add(.stroke(path, width: b), paint: paint)
        scene.add(.fill(path), paint: paint, transform: transform)
        scene.add(.convexPolygon(path, outset: a), paint: paint)
        var canvas = Canvas(8, 8)
        canvas.draw(scene)
        let untouched = canvas.pixels.filter { $0 == Canvas.untouched }
        #expect(untouched.isEmpty)
      }
    }
  }

  @Test func `Small shapes look as they measure`() {
    var scene = Scene()
    scene.add(.rectangle(Rectangle(x: 1, y: 1, width: 3, height: .half)), paint: .solid(.white))
    scene.add(
      .rectangle(Rectangle(x: WideFixed(5.25), y: 1, width: 2, height: 2)),
      paint: .solid(.white), opacity: .half)
    scene.add(.circle(center: Point(10, 2), radius: 2), paint: .solid(.white))
    var canvas = Canvas(13, 5)
    canvas.draw(scene)
    #expect(
      canvas.pattern == """
        ........3993.
        .555.4519##9.
        .....4519##9.
        ........3993.
        .............
        """)
  }
}
