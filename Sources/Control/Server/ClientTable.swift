// SPDX-License-Identifier: Apache-2.0

package import Motion
package import Linux
package import Text
package import Stage

/// All clients of all protocols: requests in, replies out, for many at once.
///
/// Nothing here blocks or grows: each client has fixed buffers, is read a little at a time, and is
/// served one request per turn. A client that leaves replies unread is dropped after a timeout. When all
/// slots are in use, the client that has been silent for longest is dropped for a new one, and further
/// connections wait in the kernel's backlog.
package struct ClientTable: ~Copyable {
  /// How many poll slots it takes.
  package static let slotCount = ClientLimits.clients + ClientLimits.listeners

  // The slots from here on are free.
  var end = 0
  var admitsAgain: Instant?
  private var turn = 0
  private var hasNewSubscribers = false
  var hasRefused = false
  var hasInitialized = false
  /// Whether there is a keyboard or console: without one, prompts are refused.
  package var hasKeyboard = false
  let clients = ClientSlots()

  let policy: PeerPolicy
  var session = PlymouthSession()
  var inbox = PsplashInbox()
  var prompts = PromptQueue()
  var untrustedPeers = UntrustedPeerBudget()

  /// How many clients were dropped, for unread replies or to make room.
  package internal(set) var droppedCount = 0

  /// A table without clients.
  package init(policy: PeerPolicy) {
    self.policy = policy
  }

  /// How many clients are connected.
  package var clientCount: Int {
    var count = 0
    for index in 0..<end where clients[index].isOpen && !clients[index].isPermanent {
      count += 1
    }
    return count
  }

  /// When to call `serve` without an event; nil for never.
  package var deadline: Instant? {
    mutating get { nextTime() }
  }

  private mutating func nextTime() -> Instant? {
    var deadline = admitsAgain ?? .never
    for index in 0..<end {
      deadline = min(deadline, clients[index].resumesAt ?? .never)
      if let since = clients[index].stalledSince, !clients[index].isPermanent {
        deadline = min(deadline, since + ClientLimits.stall)
      }
      if let since = clients[index].unfinishedSince,
        clients[index].wireProtocol == .plymouth
      {
        deadline = min(deadline, since + ClientLimits.unfinished)
      }
    }
    deadline = min(deadline, prompts.deadline ?? .never)
    deadline = min(deadline, session.deadline ?? .never)
    return deadline == .never ? nil : deadline
  }

  /// Adds the listeners and the clients to a poll set, in `slotCount` slots; always the same set.
  package mutating func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
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
      if index < end { clients[index].watch(in: &poll, slot) } else { poll.ignore(slot) }
    }
    clients.watched = end
  }

  /// Reads, writes and accepts once, as the poll reported.
  package mutating func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, at now: Instant
  ) {
    for index in 0..<end where clients[index].isOpen {
      serve(index, poll[PollSlot(rawValue: first + ClientLimits.listeners + index)], at: now)
    }
    while end > 0, !clients[end - 1].isOpen { end -= 1 }
    prompts.forget(at: now)
    session.forget(at: now)
    if let again = admitsAgain, now >= again { admitsAgain = nil }
    for index in 0..<ClientLimits.listeners where admitsAgain == nil {
      if poll[PollSlot(rawValue: first + index)].contains(.readable) { admit(from: index, at: now) }
    }
  }

  private mutating func serve(_ index: Int, _ events: PollEvents, at now: Instant) {
    // Of a standard input and output pair only one is polled at a time: a read of the other would block.
    let isAboutInput = !clients[index].isPermanent || clients[index].replies.isEmpty
    if events.hasAny(.writable, .failed, .hungUp) { clients[index].flush(at: now) }
    if isAboutInput, events.hasAny(.readable, .failed, .hungUp) {
      let hasGone = events.hasAny(.failed, .hungUp, .failed)
      if hasGone, clients[index].isExhausted {
        close(index)
        return
      }
      if hasGone, !clients[index].isPermanent {
        clients[index].receiveLast()
      } else {
        clients[index].receive()
      }
    }
    if let since = clients[index].stalledSince, now - since >= ClientLimits.stall,
      !clients[index].isPermanent
    {
      drop(index)
    }
    if clients[index].wireProtocol == .plymouth,
      let since = clients[index].unfinishedSince,
      now - since >= ClientLimits.unfinished
    {
      drop(index)
    }
  }

  /// The next event, from each client in turn; nil when none is pending.
  ///
  /// Each request is replied to or deferred with the handle that it came with.
  package mutating func next(at now: Instant) -> ClientEvent? {
    if let command = inbox.next() ?? session.nextCommand() { return .command(command) }
    for _ in 0..<end {
      turn = turn + 1 < end ? turn + 1 : 0
      guard clients[turn].isOpen else { continue }
      if let event = nextEvent(of: handle(of: turn), at: now) { return event }
      if !clients[turn].isOpen { prompts.cancel(handle(of: turn)) }
    }
    return nil
  }

  /// Defers a request: `next` returns it again at a time, or after `resume` where there is none.
  package mutating func deferRequest(
    _ request: Request, of client: ClientHandle, until time: Instant?
  ) {
    if isConnected(client) { clients[client.slot].deferRequest(request, until: time) }
  }

  /// Makes `next` return the requests again that were deferred without a time.
  package mutating func resume(at now: Instant) {
    for index in 0..<end { clients[index].resume(at: now) }
  }

  /// Replies to a client: one line without its end, shorter than `ClientLimits.reply`.
  ///
  /// Plymouth's clients get ACK if it begins with `ok`, else NAK. A client that is gone gets nothing.
  package mutating func reply(_ text: Span<UInt8>, to client: ClientHandle, at now: Instant) {
    if isConnected(client) { clients[client.slot].reply(text, at: now) }
  }

  /// Replies to a client, and passes a descriptor along with the line.
  package mutating func reply(
    _ text: Span<UInt8>, passing descriptor: consuming FileDescriptor, to client: ClientHandle,
    at now: Instant
  ) {
    guard isConnected(client) else { return }
    clients[client.slot].reply(text, passing: descriptor, at: now)
  }

  /// Starts in one of Plymouth's modes.
  package mutating func begin(_ mode: MachineMode) {
    session.begin(mode)
  }

  /// The machine's present mode, as a client reported it last.
  package var mode: MachineMode { session.mode }

  /// Whether clients report the progress, so that none has to be estimated.
  package var reportsProgress: Bool { session.reportsProgress }

  /// The unit of the milestone that was handled last, once.
  package mutating func takeUnit() -> Message? { session.takeUnit() }

  /// Makes a client a subscriber: it gets a line for every change from now on.
  package mutating func subscribe(_ client: ClientHandle, at now: Instant) {
    guard isConnected(client) else { return }
    let ok: StaticString = "ok"
    clients[client.slot].reply(ok.bytes, at: now)
    clients[client.slot].isSubscriber = true
    hasNewSubscribers = true
  }

  /// Sends a line, without its end, to all subscribers.
  ///
  /// A subscriber that has not read the previous line is dropped: lines are not queued.
  package mutating func publish(_ text: Span<UInt8>, at now: Instant) {
    for index in 0..<end where clients[index].isSubscriber {
      if clients[index].stalledSince == nil {
        clients[index].reply(text, at: now)
      } else if clients[index].isPermanent {
        clients[index].isSubscriber = false
      } else {
        drop(index)
      }
    }
  }

  /// Whether there are subscribers.
  package var hasSubscribers: Bool {
    mutating get {
      for index in 0..<end where clients[index].isSubscriber { return true }
      return false
    }
  }

  /// Whether there are new subscribers since the last call.
  package mutating func takeNewSubscribers() -> Bool {
    defer { hasNewSubscribers = false }
    return hasNewSubscribers
  }
}

extension Instant {
  /// Later than all others.
  fileprivate static var never: Instant { Instant(nanoseconds: .max) }
}
