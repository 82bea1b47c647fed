import Motion

/// The way to giving the displays up without a black moment.
///
/// First the picture settles: what is on its way arrives, and nothing is drawn any more. Then others
/// may become master. A program that quits keeps its framebuffers, which are still shown, until each
/// display shows somebody else's, or until its patience is over.
struct Handover {
  /// What is being left for.
  enum Purpose: Equatable {
    /// The program ends.
    case quit
    /// It stays, and may be asked back.
    case deactivate
  }

  private enum State: Equatable {
    case inactive
    case draining(Purpose, until: Instant)
    case handingOver(until: Instant, next: Instant)
    case done
  }

  /// What is to be done now.
  enum Step: Equatable {
    case nothing
    /// The picture stands still: the displays are to be given up.
    case dropMaster(Purpose)
    /// It is to be looked whether others have the displays now; `isLast` when there is no more time.
    case checkScanout(isLast: Bool)
  }

  /// How long a frame may take to arrive: a report that is later is lost.
  static var drainTimeout: Duration { .milliseconds(1000) }

  /// How often is looked whether others have the displays.
  static var scanoutCheckInterval: Duration { .milliseconds(5) }

  private var state = State.inactive

  /// For how many more turns requests to deactivate come up that were waiting when it was cancelled.
  private var cancelledTurns = 0

  /// How long others have to show something of theirs.
  let timeout: Duration

  /// Nobody leaves yet.
  init(timeout: Duration) {
    self.timeout = timeout
  }

  /// Whether the picture is to stand still.
  var isUnderWay: Bool { state != .inactive }

  /// Whether all is done, and the program may end.
  var isDone: Bool { state == .done }

  /// When something is to be done; nil for never.
  var deadline: Instant? {
    switch state {
    case .inactive, .done: nil
    case .draining(_, let until): until
    case .handingOver(_, let next): next
    }
  }

  /// Begins to leave; to quit goes before to deactivate.
  mutating func begin(_ purpose: Purpose, at now: Instant) {
    switch state {
    case .inactive, .draining(.deactivate, _):
      state = .draining(purpose, until: now + Handover.drainTimeout)
    default: break
    }
  }

  /// Stays here after all, where that is still possible.
  mutating func cancel() {
    guard case .draining(.deactivate, _) = state else { return }
    state = .inactive
    cancelledTurns = 2
  }

  /// Whether it was just cancelled.
  var isCancelled: Bool { cancelledTurns > 0 }

  /// A turn of requests is over.
  mutating func forgetCancellation() { cancelledTurns = max(0, cancelledTurns - 1) }

  /// What is to be done now; `isIdle` is whether nothing is on its way to the displays.
  mutating func step(isIdle: Bool, at now: Instant) -> Step {
    switch state {
    case .inactive, .done: return .nothing
    case .draining(let purpose, let until):
      guard isIdle || now >= until else { return .nothing }
      state =
        purpose == .quit ? .handingOver(until: now + timeout, next: now) : .inactive
      return .dropMaster(purpose)
    case .handingOver(let until, let next):
      guard now >= next else { return .nothing }
      state = .handingOver(until: until, next: min(until, now + Handover.scanoutCheckInterval))
      if now >= until { state = .done }
      return .checkScanout(isLast: now >= until)
    }
  }

  /// Others have the displays.
  mutating func finish() { state = .done }
}
