// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster
import Testing

@Suite struct LimitTests {
  @Test func `a shape without room for its outline is left out as a whole`() {
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

  @Test func `a gradient's colours go on beyond its ends, in both directions`() {
    let (first, last) = (Color(hex: 0x102030), Color(hex: 0xA0B0C0))
    // Opaque, as columns of a finished row, and half seen, blended; each along rows, and nearly along columns.
    for opacity in [Fraction.one, Fraction(1, over: 2)] {
      for (start, end) in [(Fixed(10), Fixed(20)), (Fixed(20), Fixed(10))] {
        for height in [Fixed(0), Fixed(1 << 20)] {
          var scene = Scene()
          let stops = scene.addStops(first, last)
          guard
            let gradient = LinearGradient(
              from: Point(start, 0), to: Point(end, height), stops: stops)
          else { continue }
          scene.add(
            .rectangle(Rectangle(x: 0, y: 0, width: 40, height: 2)), paint: .linear(gradient),
            opacity: opacity)
          var canvas = Canvas(40, 2)
          canvas.draw(scene)
          if height > 0 {
            // The whole of both rows is at the beginning.
            var beginning = Scene()
            beginning.add(
              .rectangle(Rectangle(x: 0, y: 0, width: 40, height: 2)), paint: .solid(first),
              opacity: opacity)
            var expected = Canvas(40, 2)
            expected.draw(beginning)
            #expect(canvas.pixels == expected.pixels)
            continue
          }
          let isRising = start < end
          var ends = Scene()
          ends.add(
            .rectangle(Rectangle(x: 0, y: 0, width: 20, height: 2)),
            paint: .solid(isRising ? first : last), opacity: opacity)
          ends.add(
            .rectangle(Rectangle(x: 20, y: 0, width: 20, height: 2)),
            paint: .solid(isRising ? last : first), opacity: opacity)
          var expected = Canvas(40, 2)
          expected.draw(ends)
          for x in [0, 9, 20, 39] {
            #expect(canvas[x, 0] == expected[x, 0] && canvas[x, 1] == expected[x, 1], "\(x)")
          }
        }
      }
    }
  }

  @Test func `shapes that reach far outside are right inside`() {
    for far in [100.0, 20_000, 1e6, 5e8] {
      expectCoverage(
        { _ in
          .rectangle(
            Rectangle(
              x: Fixed(10.3), y: Fixed(-far), width: Fixed(far),
              height: Fixed(far + 20.6)))
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

  @Test func `numbers of any size draw something or nothing, but never trap`() {
    var before = Scene()
    for a in [Fixed.min, 0, .max] {
      for b in [Fixed(raw: .min + 1), 1, .max] {
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
        for radial in [
          RadialGradient(center: Point(b, a), radius: b, stops: stops),
          RadialGradient(
            center: Point(a, b), xAxis: Point(a, b), yAxis: Point(b, 1), focus: Point(.half, .half),
            stops: stops),
        ] {
          guard let radial else { continue }
          scene.add(.circle(center: .zero, radius: b), paint: .radial(radial))
          scene.add(
            .rectangle(Rectangle(x: -9, y: -9, width: 30, height: 30)), paint: .radial(radial),
            transform: transform)
        }
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
        scene.cubic(Point(b, b), Point(a, 0), to: Point(a, b))
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
        var damage = DamageRegion(width: 8, height: 8)
        scene.findDamage(since: before, into: &damage)
        scene.findDamage(since: Scene(), into: &damage)
        swap(&scene, &before)
      }
    }
  }

  @Test func `rings of any size have their damage`() {
    let sizes: [Fixed] = [1, 24_000, 30_000, 46_342, .max, .min]
    func scene(_ radius: Fixed, _ width: Fixed, _ sweep: Angle, _ scale: Fixed) -> Scene {
      var scene = Scene()
      // The tail's end is in the frame.
      let center = Point(scale == 1 && radius > 0 && radius < 1_048_576 ? 8 - radius : 8, 8)
      let transform = Transform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
      for other in [width, .max, 1, .min] {
        scene.add(
          .ring(center: center, radius: radius, width: other), paint: .solid(.white),
          transform: transform)
      }
      scene.add(
        .ringArc(center: center, radius: radius, width: width, start: .zero, sweep: sweep),
        paint: .solid(Color(hex: 0x123456)), transform: transform)
      return scene
    }
    var renderer = Renderer(maximumWidth: 16)
    for radius in sizes {
      for width in [Fixed(8), .max, .min] {
        for scale in [Fixed(1), 0, .min, .max] {
          for sweep in [Angle.zero, .turns(Fixed(1, over: 3)), Angle(raw: .min)] {
            let before = scene(radius, width, sweep, scale)
            let after = scene(radius, width, Angle(raw: sweep.raw &+ 1 << 16), scale)
            var damage = DamageRegion(width: 16, height: 16)
            after.findDamage(since: before, into: &damage)
            // Drawing the largest takes long.
            if width != 8 || scale != 1 { continue }
            var (frame, expected) = (Canvas(16, 16), Canvas(16, 16))
            frame.draw(before, with: &renderer)
            frame.draw(after, with: &renderer, damage: damage)
            expected.draw(after, with: &renderer)
            #expect(frame.pixels == expected.pixels, "\(radius) \(width) \(scale) \(sweep)")
          }
        }
      }
    }
  }

  @Test func `small shapes look as they measure`() {
    var scene = Scene()
    scene.add(.rectangle(Rectangle(x: 1, y: 1, width: 3, height: .half)), paint: .solid(.white))
    scene.add(
      .rectangle(Rectangle(x: Fixed(5.25), y: 1, width: 2, height: 2)),
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
