// SPDX-License-Identifier: Apache-2.0

/// The download bar of animations.md §2 in float64: its states and when they change.
///
/// Histories are replayed from the start for every image, so nothing is cached or carried over.
package struct ReferenceDownloadBar {
  enum State: Equatable {
    case idle, readying, settling, downloading, succeeded, failing, failed, resuming
  }

  let width: Double, height: Double
  var state = State.idle
  /// When the present state began.
  var since = 0.0
  var waiting: [ReferenceCommand] = []
  var spring = ReferenceSpring(time: 0, position: 0, velocity: 0, target: 0)
  var tilt = ReferenceTilt()
  /// Whether the tilt follows its spring: from `downloading` until `failed` or `resuming`.
  var tiltIsFree = false
  /// When the turn of `succeeded` began.
  var turnedAt: Double?
  var bob = ReferenceBob()
  /// The progress at which the bar failed or was reset.
  var frozen = 0.0
  /// The progress that was reported before it could be shown.
  var reported = 0.0
  /// The initial values of `resuming`.
  var resumed = Resumed()

  struct Resumed {
    var x = 0.0, y = 0.0, tilt = 0.0, hasFill = false
  }

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  var u: Double { height / 80 }
  /// How far above the bar the bubble rides.
  var lift: Double { 6 * u + 1.5 }

  /// Runs a history up to `t`.
  static func replayed(
    _ history: ReferenceHistory, to t: Double, width: Double, height: Double
  ) -> Self {
    var bar = Self(width: width, height: height)
    for entry in history where entry.time <= t + 1e-12 {
      bar.advance(to: entry.time)
      bar.receive(entry.command, at: entry.time)
    }
    bar.advance(to: t)
    return bar
  }

  /// When the present state ends by itself.
  private var end: Double? {
    switch state {
    case .readying: return since + 0.9
    case .settling: return since + 0.2
    case .failing: return since + 0.5 * max(0, frozen) + 0.35
    case .resuming: return since + 0.5
    case .downloading: return success()
    default: return nil
    }
  }

  private mutating func advance(to t: Double) {
    while let end, end <= t + 1e-12 {
      switch state {
      case .readying: enter(.settling, at: end)
      case .settling:
        enter(.downloading, at: end)
        spring = ReferenceSpring(time: end, position: 0, velocity: 0, target: reported)
        tilt = ReferenceTilt(time: end)
        tiltIsFree = true
      case .failing:
        resumed.tilt = tilt.angle(at: end, spring)
        tiltIsFree = false
        enter(.failed, at: end)
      case .resuming:
        turnedAt = nil
        enter(.idle, at: end)
      default:
        bob.leave(at: end)
        turnedAt = end
        enter(.succeeded, at: end)
      }
      serve(at: end)
    }
  }

  private mutating func enter(_ next: State, at t: Double) {
    state = next
    since = t
  }

  private var isBusy: Bool { [.readying, .settling, .failing, .resuming].contains(state) }

  private mutating func receive(_ command: ReferenceCommand, at t: Double) {
    queue(command)
    serve(at: t)
  }

  private mutating func queue(_ command: ReferenceCommand) {
    if command == .reset {
      waiting = [.reset]
    } else {
      waiting = waiting.filter { kind($0) != kind(command) }
      waiting.append(command)
    }
  }

  private func kind(_ command: ReferenceCommand) -> Int {
    switch command {
    case .progress, .unknown, .done: 0
    case .start: 1
    case .fail: 2
    case .reset: 3
    }
  }

  private mutating func serve(at t: Double) {
    while !isBusy, !waiting.isEmpty {
      carryOut(waiting.removeFirst(), at: t)
    }
  }

  private mutating func carryOut(_ command: ReferenceCommand, at t: Double) {
    switch (state, command) {
    case (.idle, .unknown): bob.enter(at: t)
    case (.idle, .start):
      if !bob.isOn { ready(for: 0, at: t) }
    case (.idle, .reset): bob.leave(at: t)
    case (.idle, .fail):
      waiting.insert(command, at: 0)
      ready(for: 0, at: t)
    case (.idle, _): ready(for: command.target ?? 0, at: t)
    case (.downloading, .unknown): bob.enter(at: t)
    case (.downloading, .progress), (.downloading, .done):
      bob.leave(at: t)
      tilt = tilt.restarted(at: t, spring)
      spring.retarget(to: command.target ?? 0, at: t)
    case (.downloading, .fail), (.succeeded, .fail): fail(at: t)
    case (.downloading, .reset), (.succeeded, .reset), (.failed, .reset): reset(at: t)
    default: break
    }
    if state == .downloading, let end, end <= t + 1e-12 { advance(to: t) }
  }

  private mutating func ready(for target: Double, at t: Double) {
    bob.leave(at: t)
    reported = target
    enter(.readying, at: t)
  }

  private mutating func fail(at t: Double) {
    bob.leave(at: t)
    frozen = spring.state(at: t).position
    tilt = tilt.restarted(at: t, spring)
    spring.freeze(at: t)
    enter(.failing, at: t)
  }

  private mutating func reset(at t: Double) {
    bob.leave(at: t)
    let shown = pose(at: t)
    let hadFill = state != .failed
    if state != .failed { frozen = spring.state(at: t).position }
    spring.freeze(at: t)
    tiltIsFree = false
    resumed = Resumed(x: shown.x, y: shown.y, tilt: shown.tilt, hasFill: hadFill)
    enter(.resuming, at: t)
  }

  /// The first moment at which the shown progress is within 2⁻¹⁰ of a target of 1.
  private func success() -> Double? {
    guard spring.target == 1 else { return nil }
    let level = 1 - 0x1p-10
    func reached(_ t: Double) -> Bool { spring.state(at: t).position >= level }
    if reached(max(since, spring.time)) { return max(since, spring.time) }
    var late = spring.time
    repeat { late += 0.001 } while !reached(late)
    var early = late - 0.001
    for _ in 0..<40 {
      let middle = (early + late) / 2
      if reached(middle) { late = middle } else { early = middle }
    }
    return late
  }
}

/// The tilt that follows the speed, in degrees, in the steps that animations.md §2 states.
struct ReferenceTilt {
  var time = 0.0, angle = 0.0, velocity = 0.0

  private static let omega = 9.23341 / 0.3

  private func stepped(by dt: Double, toward target: Double) -> Self {
    let e = angle - target, slope = velocity + Self.omega * e, decay = exp64(-Self.omega * dt)
    var next = self
    next.time += dt
    next.angle = target + (e + slope * dt) * decay
    next.velocity = (velocity - Self.omega * slope * dt) * decay
    if abs(next.angle - target) < 0x1p-20, abs(next.velocity) < 0x1p-12 {
      next.angle = target
      next.velocity = 0
    }
    return next
  }

  /// The state at `t`, and with it the start of a new grid of steps.
  func restarted(at t: Double, _ spring: ReferenceSpring) -> Self {
    var state = self
    let start = time, whole = Int(((t - start) / 0.001 + 1e-7).rounded(.down))
    func target(_ at: Double) -> Double {
      -15 * max(-1, min(1, spring.state(at: at).velocity / 0.5))
    }
    for index in 0..<max(0, whole) {
      state = state.stepped(by: 0.001, toward: target(start + (Double(index) + 0.5) * 0.001))
    }
    let rest = t - (start + Double(whole) * 0.001)
    if rest > 1e-9 { state = state.stepped(by: rest, toward: target(t - rest / 2)) }
    state.time = t
    return state
  }

  func angle(at t: Double, _ spring: ReferenceSpring) -> Double { restarted(at: t, spring).angle }
}

/// The bob of unknown progress.
struct ReferenceBob {
  var isOn = false
  var since = 0.0
  var amplitude = ReferenceTransition(time: 0, from: 0, to: 0, duration: 0)

  mutating func enter(at t: Double) {
    guard !isOn else { return }
    isOn = true
    let now = amplitude.value(at: t)
    if now > 0 {
      amplitude = ReferenceTransition(time: t, from: now, to: 1, duration: 0.3)
    } else {
      since = t
      amplitude = ReferenceTransition(time: t, from: 1, to: 1, duration: 0)
    }
  }

  mutating func leave(at t: Double) {
    guard isOn else { return }
    isOn = false
    amplitude = ReferenceTransition(time: t, from: amplitude.value(at: t), to: 0, duration: 0.3)
  }

  func offset(at t: Double, u: Double) -> Double {
    let sine = sin64(.pi * (t - since) / 1.6)
    return -4 * u * amplitude.value(at: t) * sine * sine
  }
}
