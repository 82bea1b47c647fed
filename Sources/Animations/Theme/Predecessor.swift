// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
internal import DisplayList
internal import Theme

/// The outgoing look during a transition to another look.
///
/// A class, because no value can contain one of its own type.
final class Predecessor<Content: Animation> {
  var model: StageModel<Content>
  /// The other look's share of the frame.
  var coming: LinearTransition

  init(_ model: consuming StageModel<Content>, _ coming: LinearTransition) {
    self.model = model
    self.coming = coming
  }
}

/// The layout of an outgoing look on an output; a class for the same reason.
final class PreviousLayout {
  let layout: StageLayout

  init(_ layout: StageLayout) { self.layout = layout }
}

extension StageModel {
  /// Whether a transition from an outgoing look is in progress.
  package func isDissolving(at time: Instant) -> Bool {
    guard let predecessor else { return false }
    return !predecessor.coming.isFinished(at: time)
  }

  #if arch(wasm32)
    mutating func advancePredecessor() {}

    @inline(never)
    mutating func drawPredecessor(
      at time: Instant, on layout: StageLayout, into scene: inout Scene
    ) {}
  #else
    /// Starts a transition to another look, in its theme's time: to another theme, or to another situation of
    /// the same theme.
    ///
    /// If a transition is in progress already, the look with the larger share becomes the outgoing look.
    ///
    /// - Returns: Whether the earlier outgoing look stays the outgoing look.
    @inline(never)
    package mutating func dissolve(into next: consuming StageModel, at time: Instant) -> Bool {
      let time = max(now, time)
      swap(&self, &next)
      let isSame = theme.map { $0.choice.pack === next.theme?.choice.pack } ?? false
      let own = theme.map { Duration(microseconds: $0.choice.stage.dissolve) }
      let duration = isSame ? fade : own ?? .milliseconds(400)
      let coming = LinearTransition(at: time, from: 0, to: 1, duration: duration)
      if let before = next.predecessor, before.coming.value(at: time) < .half {
        before.coming = coming
        predecessor = before
        return true
      }
      next.predecessor = nil
      predecessor = duration > .zero ? Predecessor(next, coming) : nil
      return false
    }

    mutating func advancePredecessor() {
      guard let predecessor else { return }
      if predecessor.coming.isFinished(at: now) {
        self.predecessor = nil
      } else {
        predecessor.model.advance(to: now)
      }
    }

    /// Draws the outgoing look, below the shapes that are drawn next.
    mutating func drawPredecessor(
      at time: Instant, on layout: StageLayout, into scene: inout Scene
    ) {
      guard let predecessor, let previous = layout.previous, isDissolving(at: time) else { return }
      predecessor.model.drawOwn(at: time, on: previous.layout, into: &scene)
      scene.beginDissolve(UInt32(predecessor.coming.value(at: time).raw >> 16))
    }
  #endif
}

extension Duration {
  /// A duration of a pack.
  init(microseconds: UInt32) { self.init(nanoseconds: 1000 * Int64(microseconds)) }
}
