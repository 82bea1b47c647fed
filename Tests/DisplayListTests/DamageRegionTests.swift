// SPDX-License-Identifier: Apache-2.0

import DisplayList
import Support
import Testing

@Suite struct DamageTests {
  @Test func `all that is inserted is there, and little else`() {
    var generator = SeededGenerator(3)
    for round in 0..<200 {
      var damage = DamageRegion(width: 40, height: 40)
      var expected = [Bool](repeating: false, count: 40 * 40)
      // With few parts every row has four spans at most: then the region is exact.
      let count = 1 + generator.next(below: round % 2 == 0 ? 4 : 30)
      for _ in 0..<count {
        let part = PixelRectangle(
          x: generator.next(below: 45) - 5, y: generator.next(below: 45) - 5,
          width: generator.next(below: 9), height: generator.next(below: 9))
        damage.insert(part)
        mark(part, in: &expected)
      }
      let found = pixels(of: damage)
      #expect(found.count { $0 } == damage.pixelCount)
      #expect(!zip(found, expected).contains { !$0 && $1 })
      if count <= 4 { #expect(found == expected) }
      checkRows(damage, found)
    }
  }

  @Test func `where a fifth span is needed the smallest gap goes`() {
    var damage = DamageRegion(width: 100, height: 2)
    for start in [0, 20, 40, 60] {
      damage.insert(PixelRectangle(x: start, y: 0, width: 10, height: 1))
    }
    damage.insert(PixelRectangle(x: 72, y: 0, width: 8, height: 1))
    #expect(damage.pixelCount == 50)
    damage.insert(PixelRectangle(x: 32, y: 0, width: 1, height: 1))
    #expect(damage.pixelCount == 53)
  }

  @Test func `the whole frame is one band`() {
    let damage = DamageRegion(allOfWidth: 1920, height: 1080)
    #expect(damage.pixelCount == 1920 * 1080)
    let rectangles = damage.rectangles
    #expect(rectangles.count == 1)
    #expect(rectangles[0] == PixelRectangle(x: 0, y: 0, width: 1920, height: 1080))
  }

  @Test func `after removing all it may be of another size`() {
    var damage = DamageRegion(width: 100, height: 100)
    damage.insert(PixelRectangle(x: 10, y: 10, width: 5, height: 80))
    damage.removeAll(width: 20, height: 50)
    let (isEmpty, bounds) = (damage.isEmpty, damage.bounds)
    #expect(isEmpty && bounds == .empty)
    damage.insertAll()
    #expect(damage.pixelCount == 1000)
  }

  @Test func `its rectangles cover it and never overlap`() {
    var generator = SeededGenerator(8)
    for round in 0..<100 {
      var damage = DamageRegion(width: 40, height: 40)
      for _ in 0..<1 + generator.next(below: round % 3 == 0 ? 3 : 40) {
        damage.insert(
          PixelRectangle(
            x: generator.next(below: 40), y: generator.next(below: 40),
            width: generator.next(below: 5), height: generator.next(below: 5)))
      }
      var covered = [Int](repeating: 0, count: 40 * 40)
      let rectangles = damage.rectangles
      for index in 0..<rectangles.count {
        let part = rectangles[index]
        for y in part.y..<part.bottom { for x in part.x..<part.right { covered[y * 40 + x] += 1 } }
      }
      #expect(rectangles.count <= 16)
      #expect(covered.allSatisfy { $0 <= 1 })
      #expect(!zip(pixels(of: damage), covered).contains { $0 && $1 == 0 })
    }
  }

  private func pixels(of damage: borrowing DamageRegion) -> [Bool] {
    var found: [Bool] = []
    for index in 0..<damage.width * damage.height {
      found.append(damage.contains(x: index % damage.width, y: index / damage.width))
    }
    return found
  }

  private func mark(_ part: PixelRectangle, in pixels: inout [Bool]) {
    for y in max(part.y, 0)..<max(min(part.bottom, 40), max(part.y, 0)) {
      for x in max(part.x, 0)..<max(min(part.right, 40), max(part.x, 0)) {
        pixels[y * 40 + x] = true
      }
    }
  }

  /// Whether bounds and rows are those of the pixels.
  private func checkRows(_ damage: borrowing DamageRegion, _ found: [Bool]) {
    var bounds = PixelRectangle.empty
    for index in found.indices where found[index] {
      bounds = bounds.union(PixelRectangle(x: index % 40, y: index / 40, width: 1, height: 1))
    }
    let (itsBounds, rows) = (damage.bounds, damage.rows)
    #expect(itsBounds == bounds)
    #expect(bounds.isEmpty ? rows.isEmpty : rows == bounds.y..<bounds.bottom)
  }
}
