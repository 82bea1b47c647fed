// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion
package import DisplayList
package import Stage

/// An animation, with its style, whose type is hidden: `OwnedAnimation` has it.
///
/// A model of an animation from outside of the package would be drawn by generic code that looks types up at run time
/// (compiler-workarounds.md: specialisation). So that code is compiled for this type alone, and a query of the animation is a
/// virtual call.
///
/// A class and not an existential, which Embedded Swift does not have. Nothing copies an animation that is shown.
package class AnyAnimation: Animation {
  init() {}

  package func apply(_ command: Command, at time: Instant) { hidden() }
  package func advance(to time: Instant) { hidden() }
  package func draw(
    at time: Instant, in box: AnimationBox, style: Void, into scene: inout Scene
  ) { hidden() }
  package func nextChange(after time: Instant, in box: AnimationBox, style: Void) -> NextChange {
    hidden()
  }
  package func state(at time: Instant) -> StageState { hidden() }
  package func stateChange(after time: Instant) -> Instant? { hidden() }
  package func progress(at time: Instant, channel: Int) -> Fixed { hidden() }
  package func showsProgress(at time: Instant, channel: Int) -> Bool { hidden() }
  package var channelCount: Int { hidden() }
  package func isEndless(at time: Instant) -> Bool { hidden() }
  package func holdsMessage(at time: Instant) -> Bool { hidden() }
  package func resetCount(at time: Instant) -> Int { hidden() }
  package var background: Color { hidden() }
  package var messageColor: Color { hidden() }
  package func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { hidden() }
  package func check(_ box: AnimationBox, style: Void) throws(StageError) { hidden() }
  package func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) { hidden() }

  private func hidden() -> Never { preconditionFailure("An owned animation overrides it.") }
}

/// An animation of any type, with its style.
package final class OwnedAnimation<Content: Animation>: AnyAnimation {
  private var content: Content
  private let style: Content.Style

  /// Takes an animation over.
  package init(_ content: Content, style: Content.Style) {
    (self.content, self.style) = (content, style)
  }

  /// Changes the animation by what no command has.
  package func update(_ change: (inout Content) -> Void) { change(&content) }

  package override func apply(_ command: Command, at time: Instant) {
    content.apply(command, at: time)
  }
  package override func advance(to time: Instant) { content.advance(to: time) }
  package override func draw(
    at time: Instant, in box: AnimationBox, style: Void, into scene: inout Scene
  ) {
    content.draw(at: time, in: box, style: self.style, into: &scene)
  }
  package override func nextChange(
    after time: Instant, in box: AnimationBox, style: Void
  ) -> NextChange {
    content.nextChange(after: time, in: box, style: self.style)
  }
  package override func state(at time: Instant) -> StageState { content.state(at: time) }
  package override func stateChange(after time: Instant) -> Instant? {
    content.stateChange(after: time)
  }
  package override func progress(at time: Instant, channel: Int) -> Fixed {
    content.progress(at: time, channel: channel)
  }
  package override func showsProgress(at time: Instant, channel: Int) -> Bool {
    content.showsProgress(at: time, channel: channel)
  }
  package override var channelCount: Int { content.channelCount }
  package override func isEndless(at time: Instant) -> Bool { content.isEndless(at: time) }
  package override func holdsMessage(at time: Instant) -> Bool { content.holdsMessage(at: time) }
  package override func resetCount(at time: Instant) -> Int { content.resetCount(at: time) }
  package override var background: Color { content.background }
  package override var messageColor: Color { content.messageColor }
  package override func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    content.defaultBox(stageWidth: stageWidth)
  }
  package override func check(_ box: AnimationBox, style: Void) throws(StageError) {
    try content.check(box, style: self.style)
  }
  package override func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) {
    content.overhang(of: box)
  }
}
