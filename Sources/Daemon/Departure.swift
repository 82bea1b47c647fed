import Motion

/// The way to giving the displays up without a black moment.
///
/// First the picture settles: what is on its way arrives, and nothing is drawn any more. Then others
/// may become master. A program that quits keeps its framebuffers, which are still shown, until each
/// display shows somebody else's, or until its patience is over.
struct Departure {
  /// What is being left for.
  enum Purpose: Equatable {
    /// The program ends.
    case quit
    /// It stays, and may be asked back.
    case deactivate
  }

  private enum State: Equatable {
    case here
    case settling(Purpose, until: Instant)
    case handingOver(until: Instant, next: Instant)
    case gone
  }

  /// What is to be done now.
  enum Step: Equatable {
    case nothing
    /// The picture stands still: the displays are to be given up.
    case giveUp(Purpose)
    /// It is to be looked whether others have the displays now; `isLast` when there is no more time.
    case look(isLast: Bool)
  }

  /// How long a frame may take to arrive: a report that is later is lost.
  static var settlingTime: Duration { .milliseconds(1000) }

  /// How often is looked whether others have the displays.
  static var lookInterval: Duration { .milliseconds(5) }

  private var state = State.here

  /// For how many more turns requests to deactivate come up that were waiting when it was cancelled.
  private var cancelledTurns = 0

  /// How long others have to show something of theirs.
  let patience: Duration

  /// Nobody leaves yet.
  init(patience: Duration) {
    self.patience = patience
  }

  /// Whether the picture is to stand still.
  var isUnderWay: Bool { state != .here }

  /// Whether all is done, and the program may end.
  var isDone: Bool { state == .gone }

  /// When something is to be done; nil for never.
  var deadline: Instant? {
    switch state {
    case .here, .gone: nil
    case .settling(_, let until): until
    case .handingOver(_, let next): next
    }
  }

  /// Begins to leave; to quit goes before to deactivate.
  mutating func begin(_ purpose: Purpose, at now: Instant) {
    switch state {
    case .here, .settling(.deactivate, _):
      state = .settling(purpose, until: now + Departure.settlingTime)
    default: break
    }
  }

  /// Stays here after all, where that is still possible.
  mutating func cancel() {
    guard case .settling(.deactivate, _) = state else { return }
    state = .here
    cancelledTurns = 2
  }

  /// Whether it was just cancelled.
  var isCancelled: Bool { cancelledTurns > 0 }

  /// A turn of requests is over.
  mutating func forgetCancellation() { cancelledTurns = max(0, cancelledTurns - 1) }

  /// What is to be done now; `isStill` is whether nothing is on its way to the displays.
  mutating func step(isStill: Bool, at now: Instant) -> Step {
    switch state {
    case .here, .gone: return .nothing
    case .settling(let purpose, let until):
      guard isStill || now >= until else { return .nothing }
      state =
        purpose == .quit ? .handingOver(until: now + patience, next: now) : .here
      return .giveUp(purpose)
    case .handingOver(let until, let next):
      guard now >= next else { return .nothing }
      state = .handingOver(until: until, next: min(until, now + Departure.lookInterval))
      if now >= until { state = .gone }
      return .look(isLast: now >= until)
    }
  }

  /// Others have the displays.
  mutating func finish() { state = .gone }
}
