// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Testing
import Stage
import Text

@Suite struct CommandTests {
  @Test func `a percentage is kept as given and its target is at most the whole`() throws {
    let percent = try #require(Percent(Fixed(250)))
    #expect(percent.value == 250)
    #expect(percent.target == 1)
    #expect(Percent(Fixed(425, over: 10))?.target == Fixed(425, over: 1000))
  }

  @Test func `a negative percentage is refused`() {
    #expect(Percent(Fixed(raw: -1)) == nil)
    #expect(Percent(0) == .zero)
  }

  @Test func `a message holds up to 255 bytes`() {
    let longest = [UInt8](repeating: 65, count: 255)
    #expect(Message(longest.span)?.count == 255)
    #expect(Message((longest + [65]).span) == nil)
  }

  @Test func `a message that is cut keeps whole characters`() {
    // 254 letters and an `é` of two bytes: the cut is between its bytes.
    let text = [UInt8](repeating: 65, count: 254) + [0xC3, 0xA9]
    #expect(Message(truncating: text.span).count == 254)
    let fitting = [UInt8](repeating: 65, count: 253) + [0xC3, 0xA9, 66]
    #expect(Message(truncating: fitting.span).count == 255)
  }

  @Test func `messages compare by their text`() {
    #expect(Command.say("one") == Command.say("one"))
    #expect(Command.say("one") != Command.say("on"))
    #expect(Command.say("one") != Command.say("ons"))
    #expect(Message().isEmpty)
  }

  @Test func `a message reads back its bytes`() {
    let message = Message(truncating: [72, 105].span)
    #expect(message.utf8.count == 2)
    #expect(message.utf8[0] == 72 && message.utf8[1] == 105)
  }

  @Test func `done is a progress of the whole on every channel`() {
    #expect(MotionInput(.done, channel: 1) == .progress(1))
    #expect(MotionInput(.done, channel: 5) == .progress(1))
  }

  @Test func `a progress concerns its own channel only`() {
    #expect(MotionInput(.progress(channel: 2, percent: .hundred), channel: 1) == nil)
    #expect(MotionInput(.progress(channel: 2, percent: .hundred), channel: 2) == .progress(1))
    #expect(MotionInput(.progressUnknown(channel: 2), channel: 1) == nil)
    #expect(MotionInput(.quit, channel: 1) == nil)
  }
}
