// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing

@testable import Animations

struct AnimationKindTests {
  @Test func `the text of an error has every name`() {
    let names = StageConfiguration.AnimationKind.allCases.map { "\($0.name)" }
    let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    #expect("\(StageConfiguration.AnimationKind.expected)" == "expected " + list)
  }

  @Test func `the default box of a square animation is square`() {
    for kind in StageConfiguration.AnimationKind.allCases where kind.isSquare {
      let box = kind.defaultBox(stageWidth: 1920)
      #expect(box.width == box.height)
    }
  }
}
