public import Motion
public import System

/// The native protocol on standard input, with the replies on standard output.
///
/// When the input ends, the inlet is closed and the program goes on. A terminal is read only while
/// the program is in its foreground.
public struct StandardInlet: ~Copyable {
  /// How many poll slots it takes.
  public static let slotCount = 2

  private var client = LineConnection<StandardStreams>()

  /// Reads from and replies to a pair of descriptors, by default the standard ones.
  public init(input: CInt = 0, output: CInt = 1, at now: Instant) throws(SystemError) {
    client.open(try StandardStreams(input: input, output: output), at: now)
  }

  /// False once the input has ended.
  public var isOpen: Bool { client.isOpen }

  /// Enters input and output into a poll, in `slotCount` slots.
  public func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    let input = PollSlot(rawValue: first)
    let output = PollSlot(rawValue: first + 1)
    poll.ignore(input)
    poll.ignore(output)
    let events = client.awaited
    _ = client.withTransport { streams in
      // Not watched while nothing is awaited: an end that is not read would be found forever.
      if events.contains(.readable) { poll.watch(input, streams.input) }
      if events.contains(.writable) {
        poll.watch(output, number: streams.outputNumber, for: .writable)
      }
    }
  }

  /// Reads and sends, once, as the poll found.
  public mutating func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, at now: Instant
  ) {
    if !poll[PollSlot(rawValue: first + 1)].isEmpty { client.flush(at: now) }
    if !poll[PollSlot(rawValue: first)].isEmpty { client.receive() }
  }

  /// The next line, a request to be answered before the one after it; nil when there is none now.
  public mutating func next(at now: Instant) -> Inquiry? {
    client.next(at: now)
  }

  /// Leaves the last request unanswered until a later time, at which it comes up again; without a
  /// time, until `resume`.
  public mutating func postpone(_ request: Request, until time: Instant?) {
    client.postpone(request, until: time)
  }

  /// Has a request come up again that was postponed without a time.
  public mutating func resume(at now: Instant) {
    client.resume(at: now)
  }

  /// When a postponed request comes up again; nil for never.
  public var deadline: Instant? { client.resumesAt }

  /// Answers the last request: one line without its end, shorter than `NativeLimits.reply`.
  public mutating func reply(_ text: Span<UInt8>, at now: Instant) {
    client.reply(text, at: now)
  }
}
