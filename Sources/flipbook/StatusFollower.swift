import CLinux
import Control
import System

/// The loop behind `follow` and `run`: status lines in, commands out, signals and a child's end
/// beside it.
struct StatusFollower: ~Copyable {
  private static let sourceSlot = PollSlot(rawValue: 0)
  private static let linkSlot = PollSlot(rawValue: 1)
  private static let signalSlot = PollSlot(rawValue: 2)
  private static let childSlot = PollSlot(rawValue: 3)
  private static let flushNanoseconds: Int64 = 1_000_000_000

  private(set) var follower: AptFollower
  private let source: FileDescriptor?
  private var link: DaemonLink
  private var lines = LineReader(capacity: 4096)
  private var poll = Poll<4>()

  /// Follows a source of APT's status lines, or, without one, only a child.
  init(
    _ source: consuming FileDescriptor?, follower: AptFollower, link: consuming DaemonLink
  ) {
    if let number = source.number {
      poll.watch(StatusFollower.sourceSlot, number: number)
    }
    self.source = source
    self.follower = follower
    self.link = link
  }

  /// Sends commands as soon as it can be.
  mutating func add(_ commands: [String]) {
    link.add(commands)
    link.pump()
  }

  /// Follows until the source ends.
  mutating func follow() throws(ToolError) {
    while true {
      try wait(atMost: link.timeoutNanoseconds)
      if !poll[StatusFollower.sourceSlot].isEmpty, !readSource() { return }
      link.pump()
    }
  }

  /// Follows until a child has ended, and returns a shell's idea of its exit status.
  ///
  /// Signals that are sent to this process alone go on to the child.
  mutating func follow(
    child: borrowing Child, signals: borrowing SignalDescriptor
  ) throws(ToolError) -> CInt {
    poll.watch(StatusFollower.childSlot, child.descriptor)
    poll.watch(StatusFollower.signalSlot, signals.descriptor)
    while true {
      try wait(atMost: link.timeoutNanoseconds)
      if !poll[StatusFollower.sourceSlot].isEmpty, !readSource() {
        poll.ignore(StatusFollower.sourceSlot)
      }
      if !poll[StatusFollower.signalSlot].isEmpty {
        while let signal = ReceivedSignal(from: signals) { signal.forward(to: child) }
      }
      if !poll[StatusFollower.childSlot].isEmpty, let status = child.exitStatus() {
        drainSource()
        return status
      }
      link.pump()
    }
  }

  /// Waits until the daemon has all commands, but not for long.
  mutating func flush() {
    let deadline = MonotonicClock.nanoseconds + StatusFollower.flushNanoseconds
    for slot in [
      StatusFollower.sourceSlot, StatusFollower.signalSlot, StatusFollower.childSlot,
    ] { poll.ignore(slot) }
    link.pump()
    while !link.isIdle, link.isConnected, MonotonicClock.nanoseconds < deadline {
      guard (try? wait(atMost: deadline - MonotonicClock.nanoseconds)) != nil else { return }
      link.pump()
    }
  }

  private mutating func wait(atMost timeout: Int64?) throws(ToolError) {
    link.watch(StatusFollower.linkSlot, in: &poll)
    do throws(SystemError) {
      _ = try poll.wait(timeoutNanoseconds: timeout)
    } catch {
      throw .usage("cannot wait: \(error.words)")
    }
  }

  /// Reads once, which does not wait as the source is ready; false at its end.
  private mutating func readSource() -> Bool {
    var buffer = [UInt8](repeating: 0, count: lines.room)
    var span = buffer.mutableSpan
    guard case .bytes(let count) = try? source?.read(into: &span) else { return false }
    lines.append(buffer.span.extracting(first: count))
    while let item = lines.next() {
      guard case .line(let range) = item else { continue }
      let text = String(copying: lines.bytes(of: range))
      guard let line = AptStatusLine(text.utf8) else { continue }
      link.add(follower.commands(for: line))
    }
    return true
  }

  /// Reads what the child has left behind, and not what its own children may still write later.
  private mutating func drainSource() {
    for slot in [
      StatusFollower.linkSlot, StatusFollower.signalSlot, StatusFollower.childSlot,
    ] { poll.ignore(slot) }
    while (try? poll.wait(timeoutNanoseconds: 0)) == 1 {
      guard readSource() else { return }
    }
  }
}

extension FileDescriptor? {
  /// The kernel's number, where there is a file.
  fileprivate var number: CInt? {
    switch self {
    case .some(let file): file.number
    case .none: nil
    }
  }
}
