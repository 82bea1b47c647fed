// SPDX-License-Identifier: Apache-2.0

internal import Animations
internal import Motion
internal import Linux

/// One client: its requests on the way in and its replies on the way out, both bounded.
///
/// While replies wait no further request is taken: who does not read is not served, and costs
/// nothing. Its buffers outlive it, for the next client.
struct ClientConnection: ~Copyable {
  var stream: ClientStream?
  var reader: LineReader
  var replies: ReplyQueue
  var passing: FileDescriptor?
  var inputHasEnded = false
  // Never a command: those are obeyed at once, and their messages would take room here.
  private var deferred: DeferredRequest?

  /// What it speaks.
  private(set) var wireProtocol = WireProtocol.native

  /// Whether it may ask for anything.
  private(set) var isTrusted = false

  /// Whether it gets a line for every change.
  var isSubscriber = false

  /// How many answers it will get later, in any order.
  var pendingAnswerCount = 0

  /// Another number for every client that is let in.
  private(set) var serial: UInt32 = 0

  /// When to hand out a request again that was postponed; nil when none was, or for who knows how
  /// long.
  private(set) var resumesAt: Instant?

  /// When it connected, or last sent a whole request.
  private(set) var lastActivity = Instant.zero

  /// Whether it only waits for the program's end: it has sent nothing at all.
  var waitsForEnd: Bool { !hasAsked && unfinishedSince == nil }

  private var hasAsked = false

  /// Since when replies wait and the client takes none; nil while it reads.
  private(set) var stalledSince: Instant?

  /// Since when a part of a request is here and the rest is not.
  private(set) var unfinishedSince: Instant?

  /// A place for a client.
  init() {
    reader = LineReader(capacity: ClientLimits.line)
    replies = ReplyQueue(capacity: ClientLimits.replies)
  }

  /// Allocates the buffers for a client; false where there is no memory for them.
  mutating func makeRoom() -> Bool {
    if reader.hasRoom, replies.hasRoom { return true }
    // More than both, with what the heap adds.
    guard OwnProcess.hasRoom(for: 2 * (ClientLimits.line + ClientLimits.replies)) else {
      return false
    }
    reader.makeRoom()
    replies.makeRoom()
    return true
  }

  /// Whether a client is here.
  var isOpen: Bool { stream != nil }

  /// Whether it is there for good, and no client that connected.
  var isPermanent: Bool {
    switch stream {
    case .some(let stream): !stream.isSocket
    case .none: false
    }
  }

  /// Lets a client in.
  mutating func open(
    _ stream: consuming ClientStream, speaking wireProtocol: WireProtocol, isTrusted: Bool,
    at now: Instant
  ) {
    close()
    self.stream = consume stream
    self.wireProtocol = wireProtocol
    self.isTrusted = isTrusted
    reader.setEndsAtZero(wireProtocol == .psplash)
    serial &+= 1
    lastActivity = now
  }

  /// Sends the client away; what it has not read is lost.
  mutating func close() {
    stream = nil
    passing = nil
    inputHasEnded = false
    deferred = nil
    resumesAt = nil
    stalledSince = nil
    unfinishedSince = nil
    isSubscriber = false
    hasAsked = false
    pendingAnswerCount = 0
    reader.reset()
    replies.removeAll()
  }

  /// Enters it into a poll; nothing when it is to be closed, or has to wait for its turn.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {
    var events: PollEvents = []
    if !inputHasEnded && canTakeRequests && reader.room > 0 { events.insert(.readable) }
    if !replies.isEmpty { events.insert(.writable) }
    // One whose request is postponed may hang up meanwhile, which would be reported forever.
    if isDeferred { return poll.ignore(slot) }
    switch stream {
    case .some(let stream): stream.watch(in: &poll, slot, for: events)
    case .none: poll.ignore(slot)
    }
  }

  /// Reads once, as much as there is room for; false where nothing came.
  @discardableResult
  mutating func receive() -> Bool {
    guard !inputHasEnded, canTakeRequests, reader.room > 0 else { return false }
    var buffer = InlineArray<512, UInt8>(repeating: 0)
    let room = min(reader.room, buffer.count)
    var space = buffer.mutableSpan
    var part = space._mutatingExtracting(first: room)
    switch received(into: &part) {
    case .bytes(let count):
      reader.append(buffer.span.extracting(first: count))
      return true
    case .end: inputHasEnded = true
    case .wouldBlock: break
    }
    return false
  }

  /// Fills the buffer for the last time, after the peer has closed; what is queued beyond it is dropped.
  ///
  /// Who sends a few requests and goes is obeyed. Hundreds of clients that leave full queues behind would keep
  /// the program busy for seconds after they have gone.
  mutating func receiveLast() {
    while receive() {}
    inputHasEnded = true
  }

  /// Whether nothing more will come of it: its input has ended, and all of that has been taken.
  var isExhausted: Bool { inputHasEnded && !reader.isInsideLine }

  /// The deferred request whose time has come.
  mutating func takeDeferred(at now: Instant) -> Request? {
    guard let request = deferred, let resumesAt, now >= resumesAt else { return nil }
    deferred = nil
    self.resumesAt = nil
    return request.request
  }

  /// Notes whether its bytes held one more request.
  mutating func noteInput(isWhole: Bool, at now: Instant) {
    if isWhole {
      lastActivity = now
      hasAsked = true
      unfinishedSince = nil
      return
    }
    if !reader.isInsideLine {
      unfinishedSince = nil
    } else if unfinishedSince == nil {
      unfinishedSince = now
    }
    if inputHasEnded { end(at: now) }
  }

  /// Whether a request waits to be handed out again.
  var isDeferred: Bool { deferred != nil }

  /// Takes a request back, to be handed out again later and answered then; no other is taken before.
  ///
  /// Without a time it waits for `resume`.
  mutating func deferRequest(_ request: Request, until time: Instant?) {
    guard isOpen else { return }
    deferred = DeferredRequest(request)
    resumesAt = time
  }

  /// Has a request that waits without a time handed out again.
  mutating func resume(at now: Instant) {
    if isDeferred, resumesAt == nil { resumesAt = now }
  }

  /// Answers with a line, without its end, in the words of the native protocol.
  mutating func reply(_ text: Span<UInt8>, at now: Instant) {
    precondition(text.count < ClientLimits.reply, "a reply is too long")
    switch wireProtocol {
    case .native:
      guard isOpen else { return }
      replies.append(text)
      let end: StaticString = "\n"
      replies.append(end.bytes)
      flush(at: now)
    case .plymouth:
      let isGood = text.count >= 2 && text.extracting(first: 2).isEqual(to: "ok")
      answer(isGood ? PlymouthReplyCode.done : PlymouthReplyCode.refused, at: now)
    case .psplash: break
    }
  }

  /// Queues a reply with a descriptor, if the client's kind of connection can carry one.
  mutating func reply(
    _ text: Span<UInt8>, passing descriptor: consuming FileDescriptor, at now: Instant
  ) {
    guard isOpen else { return }
    passing = consume descriptor
    reply(text, at: now)
  }

  /// Answers with bytes as they are; whom they do not reach has no room for them, and is sent away.
  mutating func answer(_ bytes: Span<UInt8>, at now: Instant) {
    guard isOpen else { return }
    guard replies.room >= bytes.count else { return close() }
    replies.append(bytes)
    flush(at: now)
  }

  /// Answers with one byte.
  mutating func answer(_ byte: UInt8, at now: Instant) {
    let bytes = InlineArray<1, UInt8>(repeating: byte)
    answer(bytes.span, at: now)
  }

  /// Sends what the client takes now.
  mutating func flush(at now: Instant) {
    while isOpen, !replies.isEmpty {
      switch sent() {
      case .bytes(let count):
        passing = nil
        replies.removeFirst(count)
        stalledSince = nil
      case .wouldBlock:
        if stalledSince == nil { stalledSince = now }
        return
      case .end:
        // Nobody reads any more; what was sent before that still counts.
        passing = nil
        replies.removeAll()
        stalledSince = nil
      }
    }
  }
}
