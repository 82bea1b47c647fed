// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import FixedPoint
import Motion
import Stage
import Testing
import Text

/// An animation for which each query has another answer than the protocol's default.
private struct Probe: Animation {
  var count = 0
  var latest = Instant.zero

  mutating func apply(_ command: Command, at time: Instant) { count += 1 }
  mutating func advance(to time: Instant) { latest = time }

  func draw(at time: Instant, in box: AnimationBox, style: Fixed, into scene: inout Scene) {
    let width = style + Fixed(Int((time - Instant.zero).nanoseconds / 10_000_000)) + Fixed(count)
    scene.add(
      .rectangle(Rectangle(x: 0, y: 0, width: width, height: box.height)),
      paint: .solid(Color(hex: 0x123456)), transform: box.transform)
  }

  func nextChange(after time: Instant, in box: AnimationBox, style: Fixed) -> NextChange {
    .at(latest + .seconds(style))
  }
  func state(at time: Instant) -> StageState { count > 1 ? .failed : .running }
  func stateChange(after time: Instant) -> Instant? { latest + .milliseconds(5) }
  func progress(at time: Instant, channel: Int) -> Fixed { Fixed(channel, over: 8) }
  func showsProgress(at time: Instant, channel: Int) -> Bool { channel != 2 }
  var channelCount: Int { 3 }
  func isEndless(at time: Instant) -> Bool { count == 1 }
  func holdsMessage(at time: Instant) -> Bool { count == 2 }
  func resetCount(at time: Instant) -> Int { count / 3 }
  var background: Color { Color(hex: 0x654321) }
  var messageColor: Color { Color(hex: 0xABCDEF) }
  func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { (stageWidth / 3, 17) }
  func check(_ box: AnimationBox, style: Fixed) throws(StageError) {
    if style < 1 { throw .ringTooSmall }
  }
  func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) { (9, 4) }
}

@Suite struct AnyAnimationTests {
  private func stage<Content: Animation>(
    _ content: Content, _ style: Content.Style
  ) throws -> AnimationStage<Content> {
    try AnimationStage(
      content, style: style, widthInPixels: 300, heightInPixels: 100, showsMessage: true,
      at: .zero)
  }

  @Test func `a stage of an animation of a hidden type is the same`() throws {
    var known = try stage(Probe(), 3)
    var hidden = try stage(OwnedAnimation(Probe(), style: 3) as AnyAnimation, ())
    var scene = Scene()
    var expected = Scene()
    let commands: [Command] = [
      .progress(channel: 1, percent: 40), .message("one"), .message("two"), .fail,
      .message("three"), .prompt(Prompt(question: "which", entry: EntryField())), .reset, .done,
    ]
    for (index, command) in commands.enumerated() {
      let time = ms(Double(100 * index))
      known.apply(command, at: time)
      hidden.apply(command, at: time)
      for time in [time, time + .milliseconds(30)] {
        known.draw(at: time, into: &expected)
        hidden.draw(at: time, into: &scene)
        let isSame = areEqual(scene, expected)
        #expect(isSame, "\(command)")
        #expect(known.nextChange(after: time) == hidden.nextChange(after: time))
        let areEndless = (known.isEndless(at: time), hidden.isEndless(at: time))
        #expect(areEndless.0 == areEndless.1)
        for channel in 1...4 {
          #expect(
            known.status(at: time, channel: channel) == hidden.status(at: time, channel: channel))
        }
      }
    }
  }

  @Test func `each query has the answer of the animation`() throws {
    let hidden: AnyAnimation = OwnedAnimation(Probe(), style: 3)
    hidden.apply(.start, at: .zero)
    hidden.advance(to: ms(7))
    #expect(hidden.isEndless(at: .zero) && hidden.stateChange(after: .zero) == ms(12))
    hidden.apply(.start, at: .zero)
    #expect(hidden.holdsMessage(at: .zero) && hidden.state(at: .zero) == .failed)
    hidden.apply(.start, at: .zero)
    #expect(hidden.resetCount(at: .zero) == 1 && hidden.channelCount == 3)
    #expect(!hidden.showsProgress(at: .zero, channel: 2))
    #expect(hidden.background == Color(hex: 0x654321))
    #expect(hidden.messageColor == Color(hex: 0xABCDEF))
  }

  @Test func `it is refused where its own check refuses it`() {
    #expect(throws: StageError.ringTooSmall) {
      _ = try stage(OwnedAnimation(Probe(), style: 0) as AnyAnimation, ())
    }
  }

  @Test func `it is changed by what no command has`() throws {
    let owned = OwnedAnimation(Probe(), style: 3)
    owned.update { $0.count = 2 }
    #expect(owned.state(at: .zero) == .failed)
  }
}
