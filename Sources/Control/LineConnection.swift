internal import Motion
internal import System

/// One client: its lines on the way in and its replies on the way out, both bounded.
///
/// While replies wait that fill the queue, or one with a descriptor, no further line is taken: who
/// does not read is not served, and costs nothing. Its buffers outlive it, for the next client.
struct LineConnection<Transport: LineTransport & ~Copyable>: ~Copyable {
  private var transport: Transport?
  private var reader: LineReader
  private var replies: ReplyQueue
  private var passing: FileDescriptor?
  private var inputHasEnded = false
  private var postponed: Request?

  /// When to hand out a request again that was postponed; nil when none was, or for who knows how
  /// long.
  private(set) var resumesAt: Instant?

  /// When it connected, or last sent a whole line.
  private(set) var lastActivity = Instant.zero

  /// Since when replies wait and the client takes none; nil while it reads.
  private(set) var stalledSince: Instant?

  /// A place for a client.
  init() {
    reader = LineReader(capacity: NativeLimits.line)
    replies = ReplyQueue(capacity: NativeLimits.replies)
  }

  /// Whether a client is here.
  var isOpen: Bool { transport != nil }

  /// What to wait for; nothing when it is to be closed, or has to wait for its turn.
  var awaited: PollEvents {
    var events: PollEvents = []
    if !inputHasEnded && canTakeLines && reader.room > 0 { events.insert(.readable) }
    if !replies.isEmpty { events.insert(.writable) }
    return events
  }

  /// Lets a client in.
  mutating func open(_ transport: consuming Transport, at now: Instant) {
    close()
    self.transport = consume transport
    lastActivity = now
  }

  /// Sends the client away; what it has not read is lost.
  mutating func close() {
    transport = nil
    passing = nil
    inputHasEnded = false
    postponed = nil
    resumesAt = nil
    stalledSince = nil
    reader.reset()
    replies.removeAll()
  }

  /// Borrows the transport, for its descriptors.
  func withTransport<Result>(_ body: (borrowing Transport) -> Result) -> Result? {
    switch transport {
    case .some(let transport): body(transport)
    case .none: nil
    }
  }

  /// Reads once, as much as there is room for.
  mutating func receive() {
    guard !inputHasEnded, canTakeLines, reader.room > 0 else { return }
    var buffer = InlineArray<512, UInt8>(repeating: 0)
    let room = min(reader.room, buffer.count)
    var space = buffer.mutableSpan
    var part = space._mutatingExtracting(first: room)
    switch received(into: &part) {
    case .bytes(let count): reader.append(buffer.span.extracting(first: count))
    case .end: inputHasEnded = true
    case .wouldBlock: break
    }
  }

  /// What the next line was; one that is no request is answered here.
  mutating func next(at now: Instant) -> Inquiry? {
    if let request = postponed, let resumesAt, now >= resumesAt {
      postponed = nil
      self.resumesAt = nil
      return .request(request)
    }
    if isOpen, canTakeLines, let item = reader.next() {
      lastActivity = now
      switch item {
      case .line(let range):
        guard let request = parsed(range, at: now) else { return .answered }
        return .request(request)
      case .tooLong:
        refuse(CommandError(.badLine, "line: longer than 1023 bytes"), at: now)
        return .answered
      }
    }
    if isOpen, inputHasEnded, canTakeLines { end(at: now) }
    return nil
  }

  /// Whether a request waits to be handed out again.
  var isPostponed: Bool { postponed != nil }

  /// Takes a request back, to be handed out again later and answered then; no other is taken before.
  ///
  /// Without a time it waits for `resume`.
  mutating func postpone(_ request: Request, until time: Instant?) {
    guard isOpen else { return }
    postponed = request
    resumesAt = time
  }

  /// Has a request that waits without a time handed out again.
  mutating func resume(at now: Instant) {
    if isPostponed, resumesAt == nil { resumesAt = now }
  }

  /// Queues a reply, one line without its end, and sends what the client takes.
  mutating func reply(_ text: Span<UInt8>, at now: Instant) {
    precondition(text.count < NativeLimits.reply, "a reply is too long")
    guard isOpen else { return }
    replies.append(text)
    let end: StaticString = "\n"
    replies.append(end.bytes)
    flush(at: now)
  }

  /// Queues a reply with a descriptor, if the client's kind of connection can carry one.
  mutating func reply(
    _ text: Span<UInt8>, passing descriptor: consuming FileDescriptor, at now: Instant
  ) {
    guard isOpen else { return }
    passing = consume descriptor
    reply(text, at: now)
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

extension LineConnection where Transport: ~Copyable {
  /// A descriptor travels with the first byte of what waits, so nothing may wait before it.
  private var canTakeLines: Bool {
    guard !isPostponed else { return false }
    return Transport.canPassDescriptors
      ? replies.isEmpty : replies.room >= NativeLimits.reply
  }

  private mutating func parsed(_ line: Range<Int>, at now: Instant) -> Request? {
    let request: Request
    do throws(CommandError) {
      request = try Request.parse(reader.bytes(of: line))
    } catch {
      refuse(error, at: now)
      return nil
    }
    if request == .snapshot, !Transport.canPassDescriptors {
      refuse(CommandError(.wrongArguments, "snapshot: only over the socket"), at: now)
      return nil
    }
    return request
  }

  private mutating func refuse(_ error: CommandError, at now: Instant) {
    let reason = error.text
    var text = InlineText<160>()
    text.append("error: ")
    text.append(reason.bytes)
    reply(text.bytes, at: now)
  }

  /// All lines are taken and no more will come.
  private mutating func end(at now: Instant) {
    if reader.isInsideLine {
      reader.reset()
      refuse(CommandError(.badLine, "line: ends without a newline"), at: now)
    }
    if replies.isEmpty { close() }
  }

  /// A read; a connection that fails has ended.
  private func received(into buffer: inout MutableSpan<UInt8>) -> Transfer {
    switch transport {
    case .some(let transport):
      do throws(SystemError) {
        return try transport.receive(into: &buffer)
      } catch {
        return error.isTransient ? .wouldBlock : .end
      }
    case .none: return .end
    }
  }

  /// A write of what waits; a connection that fails has ended.
  private func sent() -> Transfer {
    switch transport {
    case .some(let transport):
      do throws(SystemError) {
        switch passing {
        case .some(let descriptor):
          return try transport.send(replies.pending, passing: descriptor)
        case .none: return try transport.send(replies.pending)
        }
      } catch {
        return error.isTransient ? .wouldBlock : .end
      }
    case .none: return .end
    }
  }
}
