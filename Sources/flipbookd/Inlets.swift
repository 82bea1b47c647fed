import CLinux
import Control
import Motion
import System

/// All the ways by which commands come; a further protocol is a further member here.
struct Inlets: ~Copyable {
  /// How many poll slots they take.
  static let slotCount = NativeInlet.slotCount + StandardInlet.slotCount

  private var native: NativeInlet?
  private var standard: StandardInlet?
  private var source = Source.standard

  private enum Source {
    case native, standard
  }

  /// Opens what the options name.
  init(_ options: borrowing Options, at now: Instant) throws(StartError) {
    native = try Inlets.native(options)
    standard = options.readsStandardInput ? Inlets.standard(at: now) : nil
  }

  /// When something is to be done although nothing happens; nil for never.
  var deadline: Instant? {
    let first: Instant? =
      switch native {
      case .some(let native): native.deadline
      case .none: nil
      }
    let second: Instant? =
      switch standard {
      case .some(let standard): standard.deadline
      case .none: nil
      }
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  /// How many clients are connected.
  var clientCount: Int {
    switch native {
    case .some(let native): native.clientCount
    case .none: 0
    }
  }

  /// How many clients have been sent away.
  var droppedCount: Int {
    switch native {
    case .some(let native): native.droppedCount
    case .none: 0
    }
  }

  /// Enters them into a poll.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    switch native {
    case .some(let native): native.watch(in: &poll, from: first)
    case .none: break
    }
    switch standard {
    case .some(let standard): standard.watch(in: &poll, from: first + NativeInlet.slotCount)
    case .none: break
    }
  }

  /// Reads and sends, once, as the poll found.
  mutating func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, at now: Instant
  ) {
    native?.serve(poll, from: first, at: now)
    standard?.serve(poll, from: first + NativeInlet.slotCount, at: now)
  }

  /// The next line, from each inlet in turn; nil when there is none just now.
  mutating func next(at now: Instant) -> Inquiry? {
    for _ in 0..<2 {
      switch source {
      case .native:
        source = .standard
        if let inquiry = standard?.next(at: now) ?? nil { return inquiry }
      case .standard:
        source = .native
        if let inquiry = native?.next(at: now) ?? nil { return inquiry }
      }
    }
    return nil
  }

  /// Leaves the last request unanswered until a later time, at which it comes up again; without a
  /// time, until `resume`.
  mutating func postpone(_ request: Request, until time: Instant?) {
    switch source {
    case .native: native?.postpone(request, until: time)
    case .standard: standard?.postpone(request, until: time)
    }
  }

  /// Has all requests come up again that were postponed without a time: what they wait for is done.
  mutating func resume(at now: Instant) {
    native?.resume(at: now)
    standard?.resume(at: now)
  }

  /// Answers the last request.
  mutating func reply(_ text: Span<UInt8>, at now: Instant) {
    switch source {
    case .native: native?.reply(text, at: now)
    case .standard: standard?.reply(text, at: now)
    }
  }

  /// Answers the last request with a short text that is part of the program.
  mutating func reply(_ text: StaticString, at now: Instant) {
    var line = InlineText<128>()
    line.append(text)
    reply(line.bytes, at: now)
  }

  /// Answers the last request, with a descriptor.
  mutating func reply(
    _ text: Span<UInt8>, passing descriptor: consuming FileDescriptor, at now: Instant
  ) {
    native?.reply(text, passing: descriptor, at: now)
  }
}

extension Inlets {
  private static func native(_ options: borrowing Options) throws(StartError) -> NativeInlet? {
    if options.socket == .none { return nil }
    let path = options.socketPath
    do throws(SystemError) {
      return try NativeInlet(at: path.bytes)
    } catch {
      var problem = StartError("the socket ")
      problem.line.append(path.bytes)
      problem.line.append(": ")
      problem.line.append(error.reason)
      if error.errno == EADDRINUSE {
        problem.line.append(": another flipbookd listens there, or it is no socket")
      }
      if options.socket == .given { throw problem }
      problem.line.append("; going on without it (--socket names another)")
      Console.log(problem.line.bytes)
      return nil
    }
  }

  private static func standard(at now: Instant) -> StandardInlet? {
    do throws(SystemError) {
      return try StandardInlet(at: now)
    } catch {
      Console.log("standard input cannot be read, ignoring")
      return nil
    }
  }
}
