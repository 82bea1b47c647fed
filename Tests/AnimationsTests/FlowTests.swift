// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Testing

@Suite struct FlowTests {
  private func permutation(_ sources: [Int]) -> Permutation? {
    Permutation(sources.span)
  }

  private func palette(_ colors: [Color]) -> Palette? {
    Palette(colors.span, failureColor: .white)
  }

  /// The colours at the stops after a number of periods, by shifting them each time.
  private func stepped(_ sources: [Int], times: Int) -> [Int] {
    var content = Array(sources.indices)
    for _ in 0..<times { content = sources.map { content[$0] } }
    return content
  }

  @Test func `a permutation names each place once`() {
    #expect(permutation([1, 0, 2]) != nil)
    #expect(permutation([1, 1, 2]) == nil)
    #expect(permutation([0, 3]) == nil)
    #expect(permutation([-1, 0]) == nil)
    #expect(permutation([Int]()) == nil)
    #expect(permutation(Array(0..<129)) == nil)
  }

  @Test func `a power is as many steps`() throws {
    let sources = [3, 0, 1, 5, 2, 4, 6]
    let successor = try #require(permutation(sources))
    for times in 0...40 {
      let power = successor.power(Int64(times))
      #expect((0..<7).map { power[$0] } == stepped(sources, times: times))
    }
  }

  @Test func `forward moves the last colour to the front`() throws {
    let after = Flow.forward.sources(after: 1, count: 5)
    #expect((0..<5).map { after[$0] } == [4, 0, 1, 2, 3])
    let custom = try #require(permutation([4, 0, 1, 2, 3]))
    #expect(
      Flow.custom(custom).sources(after: 13, count: 5) == Flow.forward.sources(after: 13, count: 5))
  }

  @Test func `backward moves the first colour to the end`() {
    let after = Flow.backward.sources(after: 1, count: 5)
    #expect((0..<5).map { after[$0] } == [1, 2, 3, 4, 0])
  }

  @Test func `a still gradient stays`() {
    #expect((0..<5).map { Flow.still.sources(after: 77, count: 5)[$0] } == [0, 1, 2, 3, 4])
  }

  @Test func `thirty days of periods are as far as their rest`() {
    let periods: Int64 = 30 * 24 * 3600 * 10 + 7
    #expect(
      Flow.forward.sources(after: periods, count: 72)
        == Flow.forward.sources(after: periods % 72, count: 72))
  }

  @Test func `the default palette has the specified colours`() {
    let palette = Palette.rainbow
    #expect(palette.count == 72)
    #expect(palette[0] == Color(red: 65535, green: 0, blue: 0))
    #expect(palette[36] == Color(red: 0, green: 65535, blue: 65535))
    // 5° is a twelfth of the way from red to yellow.
    #expect(palette[1] == Color(red: 65535, green: 5461, blue: 0))
    #expect(palette[71] == Color(red: 65535, green: 0, blue: 5461))
    #expect(palette.failureColor == Color(hex: 0xD0312D))
  }

  @Test func `the red palette has the specified colours`() {
    let palette = Palette.red
    let tenths =
      [2, 2, 3, 4, 5, 6, 7, 8, 9] + Array(repeating: 10, count: 8)
      + [9, 8, 7, 6, 5, 4, 3, 2, 2]
    #expect(palette.count == 26)
    for (index, tenth) in tenths.enumerated() {
      let red = UInt16((Double(tenth) * 6553.5).rounded())
      #expect(palette[index] == Color(red: red, green: 0, blue: 0))
    }
    #expect(palette.failureColor == .white)
  }

  @Test func `a palette has two colours at least`() {
    #expect(palette([.black]) == nil)
    #expect(palette([.black, .white])?.count == 2)
    #expect(palette([Color](repeating: .black, count: 129)) == nil)
  }

  @Test(arguments: [
    (0, (255.00, 0.00, 53.13)), (10, (255.00, 159.38, 0.00)), (36, (0.00, 255.00, 201.87)),
  ])
  func `colours at a quarter second are the check values`(
    stop: Int, expected: (red: Double, green: Double, blue: Double)
  ) {
    let color = FlowColors(after: .milliseconds(250))
      .color(of: .rainbow, flow: .forward, at: stop)
    #expect(abs(Double(color.red) / 257 - expected.red) < 0.006)
    #expect(abs(Double(color.green) / 257 - expected.green) < 0.006)
    #expect(abs(Double(color.blue) / 257 - expected.blue) < 0.006)
  }
}
