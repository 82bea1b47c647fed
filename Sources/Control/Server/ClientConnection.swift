// SPDX-License-Identifier: Apache-2.0

internal import Motion
internal import Linux
internal import Text

/// One client: its requests on the way in and its replies on the way out, both bounded.
///
/// While replies are pending no further request is read: a client that does not read is not served,
/// and costs nothing. The buffers outlive the client, for the next one in the slot.
struct ClientConnection: ~Copyable {
  var stream: ClientStream?
  var reader: LineReader
  var replies: ReplyQueue
  var passing: FileDescriptor?
  var inputHasEnded = false
  // Never a command: commands are carried out at once, and their messages would take room here.
  private var deferred: DeferredRequest?

  /// The client's wire protocol.
  private(set) var wireProtocol = WireProtocol.native

  /// Whether it may send requests.
  private(set) var isTrusted = false

  /// Whether it gets a line for every change.
  var isSubscriber = false

  /// How many answers it will get later, in any order.
  var pendingAnswerCount = 0

  /// A number that no other client in the slot has had.
  private(set) var serial: UInt32 = 0

  /// When to return a deferred request again; nil without one, or when it waits for `resume`.
  private(set) var resumesAt: Instant?

  /// When it connected, or last sent a whole request.
  private(set) var lastActivity = Instant.zero

  /// Whether the client only waits for the program's end: it has sent nothing at all.
  var waitsForEnd: Bool { !hasAsked && unfinishedSince == nil }

  private var hasAsked = false

  /// Since when replies have been pending unread; nil while the client reads.
  private(set) var stalledSince: Instant?

  /// Since when a request has been incomplete.
  private(set) var unfinishedSince: Instant?

  /// An empty slot.
  init() {
    reader = LineReader(capacity: ClientLimits.line)
    replies = ReplyQueue(capacity: ClientLimits.replies)
  }

  /// Allocates the buffers for a client; false where there is no memory for them.
  mutating func makeRoom() -> Bool {
    if reader.hasRoom, replies.hasRoom { return true }
    // More than both, for the overhead of the heap.
    guard OwnProcess.hasRoom(for: 2 * (ClientLimits.line + ClientLimits.replies)) else {
      return false
    }
    reader.makeRoom()
    replies.makeRoom()
    return true
  }

  /// Whether a client is connected.
  var isOpen: Bool { stream != nil }

  /// Whether it stays for the whole run, such as standard input, and did not connect.
  var isPermanent: Bool {
    switch stream {
    case .some(let stream): !stream.isSocket
    case .none: false
    }
  }

  /// Connects a client.
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

  /// Disconnects the client; its unread replies are lost.
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

  /// Adds it to a poll set, unless it must be closed or its request is deferred.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {
    var events: PollEvents = []
    if !inputHasEnded && canTakeRequests && reader.room > 0 { events.insert(.readable) }
    if !replies.isEmpty { events.insert(.writable) }
    // A client with a deferred request may hang up, which `poll` would report forever.
    if isDeferred { return poll.ignore(slot) }
    switch stream {
    case .some(let stream): stream.watch(in: &poll, slot, for: events)
    case .none: poll.ignore(slot)
    }
  }

  /// Reads once, as much as there is room for; false if no bytes arrived.
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

  /// Fills the buffer for the last time after the peer has closed, and drops further input.
  ///
  /// A client that sends a few requests and leaves is served. Hundreds of clients that leave full queues
  /// behind would keep the program busy for seconds.
  mutating func receiveLast() {
    while receive() {}
    inputHasEnded = true
  }

  /// Whether the connection can yield no more requests: its input has ended, and all of it has been handled.
  var isExhausted: Bool { inputHasEnded && !reader.isInsideLine }

  /// The deferred request when it is due.
  mutating func takeDeferred(at now: Instant) -> Request? {
    guard let request = deferred, let resumesAt, now >= resumesAt else { return nil }
    deferred = nil
    self.resumesAt = nil
    return request.request
  }

  /// Records whether the input held one more request.
  mutating func recordInput(isWhole: Bool, at now: Instant) {
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

  /// Defers a request: it is returned again and answered later; no other is read before.
  ///
  /// Without a time it waits for `resume`.
  mutating func deferRequest(_ request: Request, until time: Instant?) {
    guard isOpen else { return }
    deferred = DeferredRequest(request)
    resumesAt = time
  }

  /// Makes a request without a time due.
  mutating func resume(at now: Instant) {
    if isDeferred, resumesAt == nil { resumesAt = now }
  }

  /// Replies with one line of the native protocol, without its end.
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

  /// Replies with raw bytes; a client without room for them is disconnected.
  mutating func answer(_ bytes: Span<UInt8>, at now: Instant) {
    guard isOpen else { return }
    guard replies.room >= bytes.count else { return close() }
    replies.append(bytes)
    flush(at: now)
  }

  /// Replies with one byte.
  mutating func answer(_ byte: UInt8, at now: Instant) {
    let bytes = InlineArray<1, UInt8>(repeating: byte)
    answer(bytes.span, at: now)
  }

  /// Sends as much as the client takes now.
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
        // The client has stopped reading; requests that it sent before still count.
        passing = nil
        replies.removeAll()
        stalledSince = nil
      }
    }
  }
}
