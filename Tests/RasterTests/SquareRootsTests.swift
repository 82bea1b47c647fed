// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Raster
import Testing

@Suite struct SquareRootsTests {
  @Test func `roots are the exact floor next to every square's border`() {
    let roots = SquareRoots()
    var wrong = 0
    func check(_ roots: borrowing SquareRoots, _ number: Int64, _ root: Int64) {
      if Int64(roots.floor(number)) != root { wrong += 1 }
    }
    for root in Int64(1)..<20_000 {
      check(roots, root * root - 1, root - 1)
      check(roots, root * root, root)
      check(roots, root * root + 2 * root, root)
    }
    // Up to 2³¹ - 1, by steps without a pattern.
    var root: Int64 = 20_000
    while root < 1 << 31 {
      check(roots, root * root - 1, root - 1)
      check(roots, root * root, root)
      check(roots, root * root + root, root)
      check(roots, root * root + 2 * root, root)
      root += root / 4093 + 1
    }
    for power in 0..<62 {
      for offset in Int64(-2)...2 {
        let number = Int64(1) << power + offset
        if number < 0 || number >= 1 << 62 { continue }
        let found = Int64(roots.floor(number))
        if found * found > number || (found + 1) * (found + 1) <= number { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func `the root of what is not above 0 is 0`() {
    let roots = SquareRoots()
    for number in [Int64.min, -1, 0] {
      let root = roots.floor(number)
      #expect(root == 0)
    }
  }
}
