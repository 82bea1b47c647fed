// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion

/// A box with an arrow that becomes a thin bar with a speech bubble riding along it.
///
/// `advance(to:)` executes pending inputs and changes state at exact instants, whenever it is called.
/// So the drawing is a function of only the commands and the time. Where the specification leaves a
/// rule open:
///
/// - A `progress` or `done` executed in idle sets the target at once and does not wait. So a later
///   `progress unknown` that waits bobs on a bar that moves to that target, as if the bar had existed
///   before.
/// - `start` does nothing while the arrow bobs in its box: with unknown progress there is no bar to
///   show.
/// - A `fail` during the first half of the turn keeps the label `99%` until `failed`. A `fail` while
///   progress is unknown keeps the label hidden until then.
package struct DownloadMotion {
  package private(set) var state = DownloadState.idle
  /// When the state began.
  package private(set) var since: Instant
  /// The target progress, from 0 to 1.
  package private(set) var target: Fixed = 0
  /// The number of executed resets that left a state.
  private(set) var resetCount = 0
  /// The shown progress while it moves, in `downloading` and `succeeded`.
  var shown: Spring
  /// The shown progress since it stopped, from `failing` to `resuming`.
  var stopped: Fixed = 0
  /// The indicator's lean while it swings: from `downloading` to `failing`.
  var tilt: Tilt
  /// The lean in degrees with which `failed` or `resuming` began.
  var tiltBefore: Fixed = 0
  /// The label that `failing` keeps.
  var labelBefore = DownloadLabel.none
  /// Whether there was a fill when `resuming` began.
  var hadFill = false
  package internal(set) var bob = Bob()
  package internal(set) var turn = Turn()
  /// When success will be reached without another input; only in `downloading`.
  private var successTime: Instant?

  private var pendingInputs = PendingInputs()

  /// Starts idle; the shown progress covers 99.9 % of its distance within `springDuration`.
  package init(at start: Instant, springDuration: TimeSpan = .milliseconds(500)) {
    since = start
    shown = Spring(at: start, position: 0, target: 0, duration: springDuration)
    tilt = Tilt(at: start)
  }

  /// Whether the progress is unknown.
  package var isUnknown: Bool { bob.isOn }

  /// The shown progress, from 0 to 1.
  package func progress(at t: Instant) -> Fixed {
    switch state {
    case .idle, .readying, .settling: 0
    case .downloading, .succeeded: shown.position(at: t).clamped(to: 0...1)
    case .failing, .failed, .resuming: stopped
    }
  }

  /// How long the water takes to run out; zero without a fill.
  var drainDuration: TimeSpan { .seconds(stopped / 2) }

  /// When the state ends by itself.
  package var end: Instant? {
    switch state {
    case .idle, .succeeded, .failed: nil
    case .readying: since + .milliseconds(900)
    case .settling: since + .milliseconds(200)
    case .downloading: successTime
    case .failing: since + drainDuration + .milliseconds(350)
    case .resuming: since + .milliseconds(500)
    }
  }

  /// Handles all events up to and including an instant.
  package mutating func advance(to t: Instant) {
    while let end, end <= t {
      leaveState(at: end)
      executePending(at: end)
    }
    if tiltSwings { tilt.advance(to: t, following: followed) }
  }

  /// The motion at an instant: all its own changes until then have happened.
  func advanced(to t: Instant) -> DownloadMotion {
    var motion = self
    motion.advance(to: t)
    return motion
  }

  /// Applies an input; it is queued if the current state may not be left.
  ///
  /// Time must not go back.
  package mutating func apply(_ input: MotionInput, at t: Instant) {
    advance(to: t)
    if mayBeLeft { execute(input, at: t) } else { pendingInputs.append(input) }
  }

  /// Whether the lean is that of the swinging spring.
  var tiltSwings: Bool {
    switch state {
    case .downloading, .succeeded, .failing: true
    case .idle, .readying, .settling, .failed, .resuming: false
    }
  }

  /// The progress that determines the lean by its speed; nil once it has stopped.
  var followed: Spring? { state == .failing ? nil : shown }

  /// Whether no input is pending.
  var hasNoPendingInput: Bool { pendingInputs.isEmpty }

  private var mayBeLeft: Bool {
    switch state {
    case .idle, .downloading, .succeeded, .failed: true
    case .readying, .settling, .failing, .resuming: false
    }
  }

  private mutating func executePending(at t: Instant) {
    while mayBeLeft, let input = pendingInputs.popFirst() { execute(input, at: t) }
  }

  private mutating func leaveState(at t: Instant) {
    switch state {
    case .readying: enter(.settling, at: t)
    case .settling: beginDownloading(at: t)
    case .downloading: succeed(at: t)
    case .failing:
      tilt.advance(to: t, following: nil)
      tiltBefore = tilt.angle(at: t, following: nil)
      enter(.failed, at: t)
    case .resuming: enter(.idle, at: t)
    case .idle, .succeeded, .failed: break
    }
  }
}

// The effects of inputs in states that may be left.
extension DownloadMotion {
  private mutating func execute(_ input: MotionInput, at t: Instant) {
    switch state {
    case .idle: executeInIdle(input, at: t)
    case .downloading: executeInDownloading(input, at: t)
    case .succeeded:
      if input == .fail { fail(at: t) }
      if input == .reset { resume(at: t) }
    case .failed:
      if input == .reset { resume(at: t) }
    case .readying, .settling, .failing, .resuming: break
    }
  }

  private mutating func executeInIdle(_ input: MotionInput, at t: Instant) {
    switch input {
    case .start:
      if !bob.isOn { enter(.readying, at: t) }
    case .progress(let target):
      self.target = target
      bob.leave(at: t)
      enter(.readying, at: t)
    case .unknown: bob.enter(at: t)
    case .fail:
      bob.leave(at: t)
      pendingInputs.prepend(.fail)
      enter(.readying, at: t)
    case .reset:
      bob.leave(at: t)
    }
  }

  private mutating func executeInDownloading(_ input: MotionInput, at t: Instant) {
    switch input {
    case .start: break
    case .progress(let target):
      bob.leave(at: t)
      guard target != self.target else { return }
      self.target = target
      tilt.restart(at: t, following: shown)
      shown.retarget(to: target, at: t)
      findSuccess(notBefore: t)
    case .unknown: bob.enter(at: t)
    case .fail: fail(at: t)
    case .reset: resume(at: t)
    }
  }

  private mutating func enter(_ state: DownloadState, at t: Instant) {
    self.state = state
    since = t
  }

  private mutating func beginDownloading(at t: Instant) {
    shown = Spring(at: t, position: 0, target: target, duration: shown.duration)
    tilt = Tilt(at: t)
    enter(.downloading, at: t)
    findSuccess(notBefore: t)
  }

  /// Success is when all but 2⁻¹⁰ of the whole is shown and the target is the whole, to the
  /// nanosecond.
  private mutating func findSuccess(notBefore t: Instant) {
    successTime =
      target == .one
      ? shown.firstTime(atOrAbove: Fixed(1023, over: 1024), notBefore: t) : nil
  }

  private mutating func succeed(at t: Instant) {
    successTime = nil
    turn = Turn(at: t)
    bob.leave(at: t)
    enter(.succeeded, at: t)
  }

  private mutating func fail(at t: Instant) {
    labelBefore = label(at: t)
    stopped = progress(at: t)
    tilt.restart(at: t, following: shown)
    bob.leave(at: t)
    enter(.failing, at: t)
  }

  private mutating func resume(at t: Instant) {
    tiltBefore = lean(at: t)
    hadFill = state != .failed
    stopped = progress(at: t)
    bob.leave(at: t)
    target = 0
    resetCount &+= 1
    enter(.resuming, at: t)
  }
}
