// SPDX-License-Identifier: Apache-2.0

import Installers
import Testing

@testable import Followers

@Suite struct StageWeightsTests {
  @Test func `a stage begins where those before it end`() throws {
    let weights = try #require(StageWeights("8,1,1"))
    #expect(weights.overall(stage: 0, Percentage(whole: 50)) == Percentage(whole: 40))
    #expect(weights.overall(stage: 1, .zero) == Percentage(whole: 80))
    #expect(weights.overall(stage: 2, .hundred) == .hundred)
  }

  @Test func `stages that do not exist are before or behind all`() {
    let weights = StageWeights([1])
    #expect(weights.overall(stage: -1, .hundred) == .zero)
    #expect(weights.overall(stage: 1, .zero) == .hundred)
  }

  @Test(arguments: ["", "0", "0,0", "1,", "-1,2", "a", "1000001"])
  func `malformed text is no weights`(text: String) {
    #expect(StageWeights(text) == nil)
  }
}
