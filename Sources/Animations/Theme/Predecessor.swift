// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion
internal import Raster
internal import Theme

/// What was shown before another look, and goes on until that has taken its place.
///
/// A class, for no value holds another of its own type.
final class Predecessor<Content: Animation> {
  var model: StageModel<Content>
  /// How much of the frame is the other look's.
  var coming: LinearTransition

  init(_ model: consuming StageModel<Content>, _ coming: LinearTransition) {
    self.model = model
    self.coming = coming
  }
}

/// Where the elements of such a look are on an output; a class for the same reason.
final class PreviousLayout {
  let layout: StageLayout

  init(_ layout: StageLayout) { self.layout = layout }
}

extension StageModel {
  /// Whether another look is still taking the place of the one before.
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
    /// Lets another look take the place of this one, in the time that its theme says: as another theme, or as another
    /// situation of the same one.
    ///
    /// Where that happens while this one still takes the place of another, the one of which more is seen is
    /// what goes.
    ///
    /// - Returns: Whether that is the one which was going.
    @inline(never)
    package mutating func dissolve(into next: consuming StageModel, at time: Instant) -> Bool {
      let time = max(now, time)
      swap(&self, &next)
      let isSame = theme.map { $0.choice.pack === next.theme?.choice.pack } ?? false
      let duration =
        isSame ? fade : theme?.choice.duration(StageField.dissolve) ?? .milliseconds(400)
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

    /// Draws what goes, below what is to be drawn next.
    mutating func drawPredecessor(
      at time: Instant, on layout: StageLayout, into scene: inout Scene
    ) {
      guard let predecessor, let previous = layout.previous, isDissolving(at: time) else { return }
      predecessor.model.drawOwn(at: time, on: previous.layout, into: &scene)
      scene.beginDissolve(UInt32(predecessor.coming.value(at: time).raw >> 16))
    }
  #endif
}

extension ThemeChoice {
  /// One of the durations of a theme's stage.
  func duration(_ field: Int) -> Duration {
    Duration(
      nanoseconds: 1000 * Int64(pack.u32(pack.position(.stages, variant) + field)))
  }
}
