import Raster
import Testing

@Suite struct RegionTests {
  @Test func `A pixel counts once however often it is inserted`() {
    var seed: UInt64 = 1
    func next(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    for _ in 0..<200 {
      var region = Region()
      var expected = [Bool](repeating: false, count: 40 * 40)
      for _ in 0..<30 {
        let part = PixelRectangle(x: next(35), y: next(35), width: next(6), height: next(6))
        region.insert(part)
        for y in part.y..<max(part.bottom, part.y) {
          for x in part.x..<max(part.right, part.x) { expected[y * 40 + x] = true }
        }
      }
      var covered = [Int](repeating: 0, count: 45 * 45)
      for index in 0..<region.count {
        for y in region[index].y..<region[index].bottom {
          for x in region[index].x..<region[index].right { covered[y * 45 + x] += 1 }
        }
      }
      #expect(covered.allSatisfy { $0 <= 1 })
      #expect(covered.reduce(0, +) == region.pixelCount)
      let missing = (0..<1600).filter { expected[$0] && covered[$0 / 40 * 45 + $0 % 40] == 0 }
      #expect(missing.isEmpty)
    }
  }

  @Test func `Rectangles far apart stay apart`() {
    var region = Region(PixelRectangle(x: 0, y: 0, width: 4, height: 4))
    region.insert(PixelRectangle(x: 100, y: 0, width: 4, height: 4))
    #expect(region.count == 2)
    #expect(region.pixelCount == 32)
  }
}
