// SPDX-License-Identifier: Apache-2.0

import Images
import Testing

@testable import Recording

@Suite struct ChangedRectangleTests {
  @Test func `equal frames have none`() {
    let frame = Image(width: 3, height: 2, filledWith: 7)
    #expect(ChangedRectangle(from: frame, to: frame) == nil)
  }

  @Test(arguments: [
    [(0, 0)], [(6, 4)], [(2, 1), (5, 3)], [(5, 1), (2, 3)], [(0, 4), (6, 0)], [(3, 2), (3, 3)],
  ])
  func `all changed pixels are inside, and the edges changed`(_ points: [(x: Int, y: Int)]) throws {
    let old = Image(width: 7, height: 5)
    var new = old
    for point in points { new.pixels[point.y * 7 + point.x] = 1 }
    let rectangle = try #require(ChangedRectangle(from: old, to: new))
    let (x, y) = (points.map(\.x), points.map(\.y))
    #expect(rectangle.columns == x.min()!..<x.max()! + 1)
    #expect(rectangle.rows == y.min()!..<y.max()! + 1)
  }
}
