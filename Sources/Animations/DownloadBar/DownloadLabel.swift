// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Motion

/// The label of the download bar's bubble.
package enum DownloadLabel: Equatable {
  case none
  case percent(Int)
  case done
  case failed
}

extension DownloadMotion {
  /// By how much of a percent the progress may be short, as at the end of a spring.
  static var labelTolerance: Fixed { Fixed(1, over: 1024) }

  /// The label at an instant in the present state.
  package func label(at t: Instant) -> DownloadLabel {
    switch state {
    case .idle, .resuming: .none
    case .readying, .settling: .percent(0)
    case .downloading: bob.isOn ? .none : percentLabel(at: t)
    case .succeeded: turn.isPastMiddle(at: t) ? .done : percentLabel(at: t)
    case .failing: labelBefore
    case .failed: .failed
    }
  }

  /// The whole percents.
  private func percentLabel(at t: Instant) -> DownloadLabel {
    let percent = progress(at: t) * 100 + DownloadMotion.labelTolerance
    return .percent(min(percent.floor, 100))
  }
}
