public import Animations
public import Motion
public import Linux

/// All clients of all protocols: requests in, replies out, for many at once.
///
/// Nothing here waits or grows: each client has fixed buffers, is read a little at a time, and is
/// served one request per turn. Who leaves replies unread is dropped after a while; when all places
/// are taken, whoever has been silent for longest makes room, and newcomers wait in the kernel.
public struct ClientTable: ~Copyable {
  /// How many poll slots it takes.
  public static let slotCount = ClientLimits.clients + ClientLimits.listeners

  let clients = ClientPlaces()
  let policy: PeerPolicy
  // Places from here on have never been used since the last quiet moment.
  var end = 0
  var admitsAgain: Instant?
  private var turn = 0
  // Whose request was handed out last; -1 for nobody's.
  var served = -1
  var session = PlymouthSession()
  private var inbox = PsplashInbox()
  var prompts = PromptQueue()
  var strangers = StrangerBudget()
  private var changedRoot: Message?
  private var hasNewSubscribers = false
  var hasRefused = false

  /// How many clients have been sent away, because they left replies unread or others wanted in.
  public internal(set) var droppedCount = 0

  /// Whether anybody is there to type: without, questions are not asked.
  public var hasKeyboard = false

  /// A table without clients.
  public init(policy: PeerPolicy) {
    self.policy = policy
  }

  /// How many clients are connected.
  public var clientCount: Int {
    var count = 0
    for index in 0..<end where clients.at[index].isOpen && !clients.at[index].isPermanent {
      count += 1
    }
    return count
  }

  /// When something is to be done although nothing happens; nil for never.
  public var deadline: Instant? {
    mutating get { nextTime() }
  }

  private mutating func nextTime() -> Instant? {
    var deadline = admitsAgain ?? .never
    for index in 0..<end {
      deadline = min(deadline, clients.at[index].resumesAt ?? .never)
      if let since = clients.at[index].stalledSince, !clients.at[index].isPermanent {
        deadline = min(deadline, since + ClientLimits.stall)
      }
      if let since = clients.at[index].unfinishedSince, clients.at[index].dialect == .plymouth {
        deadline = min(deadline, since + ClientLimits.unfinished)
      }
    }
    deadline = min(deadline, prompts.deadline ?? .never)
    deadline = min(deadline, session.deadline ?? .never)
    return deadline == .never ? nil : deadline
  }

  /// Enters the listeners and the clients into a poll, always the same, in `slotCount` slots.
  public mutating func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    for index in 0..<ClientLimits.listeners {
      let number = clients.listening[index]
      let slot = PollSlot(rawValue: first + index)
      if admitsAgain == nil, number >= 0 {
        poll.watch(slot, number: number)
      } else {
        poll.ignore(slot)
      }
    }
    for index in 0..<max(end, clients.watched) {
      let slot = PollSlot(rawValue: first + ClientLimits.listeners + index)
      if index < end { clients.at[index].watch(in: &poll, slot) } else { poll.ignore(slot) }
    }
    clients.watched = end
  }

  /// Reads, sends and lets in, once, as the poll found.
  public mutating func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, at now: Instant
  ) {
    for index in 0..<end where clients.at[index].isOpen {
      serve(index, poll[PollSlot(rawValue: first + ClientLimits.listeners + index)], at: now)
    }
    while end > 0, !clients.at[end - 1].isOpen { end -= 1 }
    prompts.forget(at: now)
    session.forget(at: now)
    if let again = admitsAgain, now >= again { admitsAgain = nil }
    for index in 0..<ClientLimits.listeners where admitsAgain == nil {
      if poll[PollSlot(rawValue: first + index)].contains(.readable) { admit(from: index, at: now) }
    }
  }

  private mutating func serve(_ index: Int, _ events: PollEvents, at now: Instant) {
    // Of standard input and output only one is watched at a time: a read of the other would wait.
    let isAboutInput = !clients.at[index].isPermanent || clients.at[index].replies.isEmpty
    if events.hasAny(.writable, .failed, .hungUp) { clients.at[index].flush(at: now) }
    if isAboutInput, events.hasAny(.readable, .failed, .hungUp) {
      // All that came before a hang-up has been taken when the input has ended.
      if clients.at[index].inputHasEnded, !events.isDisjoint(with: [.failed, .hungUp]) {
        close(index)
        return
      }
      clients.at[index].receive()
    }
    if let since = clients.at[index].stalledSince, now - since >= ClientLimits.stall,
      !clients.at[index].isPermanent
    {
      drop(index)
    }
    if clients.at[index].dialect == .plymouth, let since = clients.at[index].unfinishedSince,
      now - since >= ClientLimits.unfinished
    {
      drop(index)
    }
  }

  /// The next request, of one client after the other; nil when there is none just now.
  ///
  /// Answer each request before asking for the next.
  public mutating func next(at now: Instant) -> Inquiry? {
    served = -1
    if let command = inbox.next() ?? session.nextCommand() { return .request(.command(command)) }
    for _ in 0..<end {
      turn = turn + 1 < end ? turn + 1 : 0
      guard clients.at[turn].isOpen else { continue }
      guard let item = clients.at[turn].next(at: now) else {
        if !clients.at[turn].isOpen { prompts.cancel(asker(turn)) }
        continue
      }
      served = turn
      return inquiry(item, at: now)
    }
    return nil
  }

  /// Leaves the last request unanswered until a later time, at which it comes up again; without a
  /// time, until `resume`.
  public mutating func postpone(_ request: Request, until time: Instant?) {
    if served >= 0 { clients.at[served].postpone(request, until: time) }
  }

  /// Has all requests come up again that were postponed without a time.
  public mutating func resume(at now: Instant) {
    for index in 0..<end { clients.at[index].resume(at: now) }
  }

  /// Answers the last request: one line without its end, shorter than `ClientLimits.reply`.
  ///
  /// Clients of other protocols than the native one are told whether it begins with `ok`.
  public mutating func reply(_ text: Span<UInt8>, at now: Instant) {
    if served >= 0 { clients.at[served].reply(text, at: now) }
  }

  /// Answers the last request, and gives the client a descriptor along with it.
  public mutating func reply(
    _ text: Span<UInt8>, passing descriptor: consuming FileDescriptor, at now: Instant
  ) {
    if served >= 0 { clients.at[served].reply(text, passing: descriptor, at: now) }
  }

  /// Begins in one of Plymouth's modes.
  public mutating func begin(_ mode: PlymouthMode) {
    session.begin(mode)
  }

  /// The root directory that the last request, which was handed out as answered, wants; answer it
  /// when it has been changed.
  public mutating func takeRootDirectory() -> Message? {
    defer { changedRoot = nil }
    return changedRoot
  }

  /// Sends a line, without its end, to all who have subscribed.
  ///
  /// Who has not read the line before is dropped: what is not read is not kept.
  public mutating func publish(_ text: Span<UInt8>, at now: Instant) {
    for index in 0..<end where clients.at[index].isSubscriber {
      if clients.at[index].stalledSince == nil {
        clients.at[index].reply(text, at: now)
      } else if clients.at[index].isPermanent {
        clients.at[index].isSubscriber = false
      } else {
        drop(index)
      }
    }
  }

  /// Whether anybody has subscribed.
  public var hasSubscribers: Bool {
    mutating get {
      for index in 0..<end where clients.at[index].isSubscriber { return true }
      return false
    }
  }

  /// Whether somebody has subscribed since this was last asked.
  public mutating func takeNewSubscribers() -> Bool {
    defer { hasNewSubscribers = false }
    return hasNewSubscribers
  }
}

extension ClientTable {
  private mutating func inquiry(_ item: ClientConnection.Item, at now: Instant) -> Inquiry {
    switch item {
    case .request(let request): return inquiry(request)
    case .psplash(let record):
      if let request = inbox.take(record.utf8) { return inquiry(request) }
    case .subscription:
      let ok: StaticString = "ok"
      clients.at[served].reply(ok.bytes, at: now)
      clients.at[served].isSubscriber = true
      hasNewSubscribers = true
    case .answered: break
    case .plymouth(let request): return inquiry(session.take(request, at: now), at: now)
    }
    return .answered
  }

  private mutating func inquiry(_ request: Request) -> Inquiry {
    if case .command(let command) = request { session.noteOthers(command) }
    return .request(request)
  }

  private mutating func inquiry(_ outcome: PlymouthSession.Outcome, at now: Instant) -> Inquiry {
    switch outcome {
    case .answer(let byte): clients.at[served].answer(byte, at: now)
    case .ask(let request): return .request(request)
    case .changeRoot(let directory):
      changedRoot = directory
      prompts.forgetPasswords()
    case .initialized:
      clients.at[served].answer(PlymouthReplyCode.done, at: now)
      prompts.forgetPasswords()
    case .prompt(let kind, let text): ask(kind, text ?? Message(), at: now)
    case .ignoreKeys(let keys):
      clients.at[served].answer(PlymouthReplyCode.done, at: now)
      while let asker = prompts.cancelWatch(for: keys ?? Message()) { refuse(asker, at: now) }
    case .cachedPasswords:
      if prompts.cached.isEmpty {
        clients.at[served].answer(PlymouthReplyCode.noAnswer, at: now)
      } else {
        clients.at[served].answer(prompts.cached, at: now)
      }
    }
    return .answered
  }
}

extension Instant {
  /// Later than all others.
  fileprivate static var never: Instant { Instant(nanoseconds: .max) }
}
