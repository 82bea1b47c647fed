// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
internal import DisplayList
internal import Theme

/// The outgoing stage during a transition to another look.
///
/// A class, because no value can contain one of its own type.
final class OutgoingStage<Content: Animation> {
  var model: StageModel<Content>
  /// The incoming look's share of the frame.
  var incomingShare: LinearTransition

  init(_ model: consuming StageModel<Content>, _ incomingShare: LinearTransition) {
    self.model = model
    self.incomingShare = incomingShare
  }
}

/// The layout of an outgoing stage on an output; a class for the same reason.
final class OutgoingLayout {
  let layout: StageLayout

  init(_ layout: StageLayout) { self.layout = layout }
}

extension StageModel {
  /// Whether a transition from an outgoing look is in progress.
  package func isDissolving(at time: Instant) -> Bool {
    guard let outgoing else { return false }
    return !outgoing.incomingShare.isFinished(at: time)
  }

  /// Starts a transition to another look, in its theme's time: to another theme, or to another situation of
  /// the same theme.
  ///
  /// If a transition is in progress already, the look with the larger share becomes the outgoing look.
  ///
  /// - Returns: Whether the earlier outgoing look stays the outgoing look.
  package mutating func dissolve(into next: consuming StageModel, at time: Instant) -> Bool {
    let time = max(now, time)
    swap(&self, &next)
    let isSame = theme.map { $0.choice.pack === next.theme?.choice.pack } ?? false
    let own = theme.map { TimeSpan(microseconds: $0.choice.stage.dissolve) }
    let duration = isSame ? fade : own ?? .milliseconds(400)
    let share = LinearTransition(at: time, from: 0, to: 1, duration: duration)
    if let before = next.outgoing, before.incomingShare.value(at: time) < .half {
      before.incomingShare = share
      outgoing = before
      return true
    }
    next.outgoing = nil
    outgoing = duration > .zero ? OutgoingStage(next, share) : nil
    return false
  }

  mutating func advanceOutgoing() {
    guard let outgoing else { return }
    if outgoing.incomingShare.isFinished(at: now) {
      self.outgoing = nil
    } else {
      outgoing.model.advance(to: now)
    }
  }
}
