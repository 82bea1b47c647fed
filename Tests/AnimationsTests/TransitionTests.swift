// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

@testable import Animations

@Suite struct TransitionTests {
  private let second = TimeSpan.milliseconds(1000)

  @Test func `a value alone has the whole share`() {
    let value = Transition(7)
    #expect(value.incoming == 7 && value.share(at: .zero) == 1 && value.isFinished(at: .zero))
  }

  @Test func `back to the outgoing value shares continue`() {
    var value = Transition(1)
    value.change(to: 2, at: ms(0), second)
    #expect(value.share(at: ms(250)) == Fixed(1, over: 4))
    value.change(to: 1, at: ms(250), second)
    #expect(value.outgoing == 2 && value.incoming == 1)
    #expect(value.share(at: ms(250)) == Fixed(3, over: 4))
    #expect(value.share(at: ms(750)) == Fixed(7, over: 8))
    #expect(!value.isFinished(at: ms(1249)) && value.isFinished(at: ms(1250)))
  }

  @Test func `to a third value it starts from the one with the larger share`() {
    var early = Transition(1)
    early.change(to: 2, at: ms(0), second)
    early.change(to: 3, at: ms(400), second)
    #expect(early.outgoing == 1 && early.incoming == 3)
    #expect(early.share(at: ms(500)) == .half)
    var late = Transition(1)
    late.change(to: 2, at: ms(0), second)
    late.change(to: 3, at: ms(600), second)
    #expect(late.outgoing == 2 && late.incoming == 3 && late.share(at: ms(600)) == 0)
  }

  @Test func `the present value changes nothing`() {
    var value = Transition(1)
    value.change(to: 2, at: ms(0), second)
    value.change(to: 2, at: ms(500), second)
    #expect(value.outgoing == 1 && value.share(at: ms(750)) == Fixed(3, over: 4))
  }

  @Test func `a switch has a level`() {
    var isOn = Transition(false)
    #expect(isOn.level(at: ms(0)) == 0)
    isOn.change(to: true, at: ms(0), second)
    #expect(isOn.level(at: ms(250)) == Fixed(1, over: 4))
    isOn.change(to: false, at: ms(250), second)
    // From there back to 0, in the whole time.
    #expect(isOn.level(at: ms(250)) == Fixed(1, over: 4))
    #expect(isOn.level(at: ms(750)) == Fixed(1, over: 8))
    #expect(isOn.level(at: ms(1250)) == 0)
  }
}
