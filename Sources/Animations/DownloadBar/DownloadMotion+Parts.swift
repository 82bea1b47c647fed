// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion
package import DisplayList

// The positions of all parts at an instant of the present state; `advance(to:)` must have been
// called.
extension DownloadMotion {
  /// How far the box has unfolded to a bar, from 0 to 1; the arrow's parts change with it.
  package func unfolding(at t: Instant) -> Fixed {
    switch state {
    case .idle: 0
    case .readying: part(of: .milliseconds(300), at: t)
    case .settling, .downloading, .succeeded, .failing, .failed: 1
    case .resuming: 1 - part(of: .milliseconds(300), at: t)
    }
  }

  /// The indicator's lean in degrees, clockwise.
  package func lean(at t: Instant) -> Fixed {
    switch state {
    case .idle: return 0
    case .readying:
      let times: InlineArray<2, Fixed> = [Fixed(4, over: 10), Fixed(7, over: 10)]
      return Keyframes(times: times, values: [0, 15]).value(at: readyingTime(at: t))
    case .settling:
      let angles: InlineArray<3, Fixed> = [15, Fixed(-45, over: 4), 0]
      return Keyframes(angles).value(at: part(of: .milliseconds(200), at: t))
    case .downloading, .succeeded, .failing:
      return tilt.angle(at: t, following: followed)
    case .failed:
      return leanTransition(to: Tilt.limit, in: .milliseconds(200)).value(at: t)
    case .resuming:
      return leanTransition(to: 0, in: .milliseconds(100)).value(at: t)
    }
  }

  /// The indicator's centre in a box, without the bob.
  package func position(at t: Instant, in box: DownloadGeometry) -> Point {
    let riding = Point(x: box.width * progress(at: t), y: box.ridingHeight)
    switch state {
    case .idle: return box.center
    case .readying: return box.readyingPath(at: readyingTime(at: t))
    case .settling, .downloading, .succeeded, .failing, .failed: return riding
    case .resuming:
      return box.resumingPath(from: riding, at: part(of: .milliseconds(300), at: t))
    }
  }

  /// The remaining part of the fill: less than 1 while it runs out or fades.
  package func fillPart(at t: Instant) -> Fixed {
    switch state {
    case .idle, .readying, .settling, .failed: 0
    case .downloading, .succeeded: 1
    case .failing: stopped == 0 ? 0 : 1 - part(of: drainDuration, at: t)
    case .resuming: hadFill ? 1 - part(of: .milliseconds(50), at: t) : 0
    }
  }

  /// The elapsed fraction of a duration since the state began, from 0 to 1.
  func part(of duration: TimeSpan, at t: Instant) -> Fixed {
    let elapsed = t - since
    return elapsed >= duration ? 1 : elapsed.fraction(of: duration)
  }

  /// The clock that path and lean of `readying` share.
  private func readyingTime(at t: Instant) -> Fixed {
    TimingFunction.easeOut.value(at: part(of: .milliseconds(900), at: t))
  }

  private func leanTransition(to end: Fixed, in duration: TimeSpan) -> LinearTransition {
    LinearTransition(at: since, from: tiltBefore, to: end, duration: duration)
  }
}
