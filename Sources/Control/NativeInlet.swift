public import Motion
public import System

/// The native protocol's socket: lines in, one reply line each, in order, for many clients at once.
///
/// Nothing here waits or grows: each client has fixed buffers, is read a little at a time, and is
/// served one request per turn. Who leaves replies unread is dropped after a while; when all places
/// are taken, whoever has been silent for longest makes room, and newcomers wait in the kernel.
public struct NativeInlet: ~Copyable {
  /// How many poll slots it takes.
  public static let slotCount = NativeLimits.clients + 1

  private let listener: UnixListener
  private var clients = InlineArray<256, LineConnection<UnixStream>> { _ in LineConnection() }
  // Places from here on have never been used since the last quiet moment.
  private var end = 0
  private var turn = 0
  private var served = 0
  private var admitsAgain: Instant?

  /// How many clients have been sent away, because they left replies unread or others wanted in.
  public private(set) var droppedCount = 0

  /// Listens at a path, or after `@` at an abstract name; users other than root and the group may
  /// not connect.
  ///
  /// A socket file that nobody listens at is replaced; anything else that is in the way is left
  /// alone: `EADDRINUSE`.
  public init(at address: Span<UInt8>) throws(SystemError) {
    listener = try UnixListener(at: address, mode: 0o660, backlog: 128)
  }

  /// How many clients there are.
  public var clientCount: Int {
    var count = 0
    for index in 0..<end where clients[index].isOpen { count += 1 }
    return count
  }

  /// When something is to be done although nothing happens; nil for never.
  public var deadline: Instant? {
    var deadline = admitsAgain
    for index in 0..<end {
      if let time = clients[index].resumesAt { deadline = min(deadline ?? time, time) }
      guard let since = clients[index].stalledSince else { continue }
      deadline = min(deadline ?? since + NativeLimits.stall, since + NativeLimits.stall)
    }
    return deadline
  }

  /// Enters the listener and the clients into a poll, in `slotCount` slots.
  public func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    let slot = PollSlot(rawValue: first)
    if admitsAgain == nil { poll.watch(slot, listener.descriptor) } else { poll.ignore(slot) }
    for index in 0..<NativeLimits.clients {
      let slot = PollSlot(rawValue: first + 1 + index)
      // One whose request is postponed may hang up meanwhile, which would be reported forever.
      guard index < end, clients[index].isOpen, !clients[index].isPostponed else {
        poll.ignore(slot)
        continue
      }
      let events = clients[index].awaited
      _ = clients[index].withTransport { poll.watch(slot, $0.descriptor, for: events) }
    }
  }

  /// Reads, sends and lets in, once, as the poll found.
  public mutating func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, at now: Instant
  ) {
    for index in 0..<end where clients[index].isOpen {
      let events = poll[PollSlot(rawValue: first + 1 + index)]
      if !events.isDisjoint(with: [.writable, .failed, .hungUp]) { clients[index].flush(at: now) }
      if !events.isDisjoint(with: [.readable, .failed, .hungUp]) { clients[index].receive() }
      if let since = clients[index].stalledSince, now - since >= NativeLimits.stall {
        drop(index)
      }
    }
    while end > 0, !clients[end - 1].isOpen { end -= 1 }
    if let again = admitsAgain, now >= again { admitsAgain = nil }
    let events = poll[PollSlot(rawValue: first)]
    if events.contains(.readable), admitsAgain == nil { admit(at: now) }
  }

  /// The next line, of one client after the other; nil when there is none just now.
  ///
  /// Answer each request before asking for the next.
  public mutating func next(at now: Instant) -> Inquiry? {
    for _ in 0..<end {
      turn = turn + 1 < end ? turn + 1 : 0
      guard clients[turn].isOpen, let inquiry = clients[turn].next(at: now) else { continue }
      served = turn
      return inquiry
    }
    return nil
  }

  /// Leaves the last request unanswered until a later time, at which it comes up again; without a
  /// time, until `resume`.
  public mutating func postpone(_ request: Request, until time: Instant?) {
    clients[served].postpone(request, until: time)
  }

  /// Has all requests come up again that were postponed without a time.
  public mutating func resume(at now: Instant) {
    for index in 0..<end { clients[index].resume(at: now) }
  }

  /// Answers the last request: one line without its end, shorter than `NativeLimits.reply`.
  public mutating func reply(_ text: Span<UInt8>, at now: Instant) {
    clients[served].reply(text, at: now)
  }

  /// Answers the last request, and gives the client a descriptor along with it.
  public mutating func reply(
    _ text: Span<UInt8>, passing descriptor: consuming FileDescriptor, at now: Instant
  ) {
    clients[served].reply(text, passing: descriptor, at: now)
  }
}

extension NativeInlet {
  /// Takes a client that is connected already.
  ///
  /// Returns false, and sends it away, when there is no place for it.
  public mutating func admit(_ client: consuming UnixStream, at now: Instant) -> Bool {
    guard let place = freePlace(at: now) else { return false }
    clients[place].open(client, at: now)
    return true
  }

  private mutating func admit(at now: Instant) {
    for _ in 0..<NativeLimits.admissions {
      guard let place = freePlace(at: now) else {
        // Nobody may be sent away yet: those outside wait in the kernel's queue.
        admitsAgain = now + Interval.milliseconds(50)
        return
      }
      do throws(SystemError) {
        guard let client = try listener.accept() else { return }
        clients[place].open(client, at: now)
        end = max(end, place + 1)
      } catch {
        // Out of descriptors or memory, most likely: trying again at once would spin.
        admitsAgain = now + Interval.milliseconds(200)
        return
      }
    }
  }

  /// A place without a client, if need be that of whoever has been silent for longest.
  private mutating func freePlace(at now: Instant) -> Int? {
    var oldest = 0
    for index in 0..<NativeLimits.clients {
      if !clients[index].isOpen {
        end = max(end, index + 1)
        return index
      }
      if clients[index].lastActivity < clients[oldest].lastActivity { oldest = index }
    }
    guard now - clients[oldest].lastActivity >= NativeLimits.grace else { return nil }
    drop(oldest)
    return oldest
  }

  private mutating func drop(_ index: Int) {
    clients[index].close()
    droppedCount += 1
  }
}
