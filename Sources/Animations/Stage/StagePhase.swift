// SPDX-License-Identifier: Apache-2.0

internal import Motion

/// When a phase of a stage, such as a failure, began.
struct PhaseBegin {
  let instant: Instant
  /// The same on the clock that pauses during a prompt.
  let pausing: Instant
}

/// The present phase of a stage, and its previous phase.
struct StagePhase {
  private(set) var previous: PhaseBegin
  private(set) var present: PhaseBegin

  /// The first phase.
  init(at start: Instant) {
    present = PhaseBegin(instant: start, pausing: start)
    previous = present
  }

  /// The next phase begins.
  mutating func change(to begin: PhaseBegin) { (previous, present) = (present, begin) }
}
