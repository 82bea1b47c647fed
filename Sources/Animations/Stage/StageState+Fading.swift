// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Stage

extension StageState {
  /// The state of an animation that fades to its failure and back, and otherwise follows its progress.
  init(fade: FailureFade, at t: Instant, isUnknown: Bool, shown: Fixed, target: Fixed?) {
    if fade.isFailed {
      self = fade.isSettled(at: t) ? .failed : .failing
    } else if isUnknown {
      self = .running
    } else if target == 0 && (shown > 0 || !fade.isSettled(at: t)) {
      self = .resuming
    } else if shown == target && (target == 0 || target == 1) {
      self = target == 0 ? .idle : .succeeded
    } else {
      self = .running
    }
  }
}

extension FlowMotion {
  /// The bar's state.
  func state(at t: Instant) -> StageState {
    StageState(
      fade: fade, at: t, isUnknown: isUnknown, shown: progress(at: t), target: target)
  }

  /// When the state changes next without an input.
  func stateChange(after t: Instant) -> Instant? {
    fade.stateChange(
      after: t, isUnknown: isUnknown, target: target, arrival: arrival(notBefore: t))
  }
}

extension RingMotion {
  /// The ring's state.
  func state(at t: Instant) -> StageState {
    StageState(fade: fade, at: t, isUnknown: isUnknown, shown: length(at: t), target: target)
  }

  /// When the state changes next without an input.
  func stateChange(after t: Instant) -> Instant? {
    fade.stateChange(
      after: t, isUnknown: isUnknown, target: target, arrival: arrival(notBefore: t))
  }
}
