import Animations
import CLinux
import Control
import FixedPoint
import Motion
import System

/// Tells the service manager how things are, if there is one: systemd's `sd_notify` protocol.
///
/// What it does not take is lost: it must not hold up the display.
struct ServiceManager: ~Copyable {
  private let sender: DatagramNotify?
  private let watchdogInterval: Interval?
  private var watchdogTime = Instant.zero
  private var isReady = false
  private var shownState: StageState?
  private var shownPercent = -1
  private var statusTime = Instant.zero

  /// Finds out from the environment whether anybody wants to know.
  init() {
    let address = Environment.withValue(of: "NOTIFY_SOCKET") { try? Path($0) } ?? nil
    sender = ServiceManager.sender(to: address)
    watchdogInterval = ServiceManager.watchdogInterval
  }

  /// When to tell something next; nil for never.
  var deadline: Instant? {
    guard sender != nil, isReady, watchdogInterval != nil else { return nil }
    return watchdogTime
  }

  /// Tells that the first frame is up, once.
  mutating func noteReady() {
    guard !isReady else { return }
    isReady = true
    send("READY=1\n")
  }

  /// Tells that the program is about to leave.
  mutating func noteStopping() {
    send("STOPPING=1\n")
  }

  /// Tells that the loop is alive, if that is due.
  mutating func noteAlive(at now: Instant) {
    guard let interval = watchdogInterval, isReady, now >= watchdogTime else { return }
    watchdogTime = now + interval
    send("WATCHDOG=1\n")
  }

  /// Whether the status would tell something new: at most once per second and whole percent.
  func wantsStatus(at now: Instant) -> Bool {
    sender != nil && isReady && now >= statusTime
  }

  /// Tells what is shown, if that differs from what was told last.
  mutating func noteStatus(_ status: StageStatus, at now: Instant) {
    let percent = StatusLine.percent(status.shown).floor
    guard status.state != shownState || percent != shownPercent else { return }
    shownState = status.state
    shownPercent = percent
    statusTime = now + .milliseconds(1000)
    var text = InlineText<512>()
    text.append("STATUS=")
    text.append(status.state.name)
    text.append(", ")
    text.append(percent)
    text.append(" %")
    if !status.message.isEmpty {
      text.append(": ")
      text.append(status.message.utf8)
    }
    text.append("\n")
    send(text.bytes)
  }

  private func send(_ text: StaticString) {
    var line = InlineText<32>()
    line.append(text)
    send(line.bytes)
  }

  private func send(_ text: Span<UInt8>) {
    switch sender {
    case .some(let sender): try? sender.send(text)
    case .none: break
    }
  }

  private static func sender(to address: Path?) -> DatagramNotify? {
    guard let address else { return nil }
    do throws(SystemError) {
      return try DatagramNotify(to: address.bytes)
    } catch {
      Console.log("NOTIFY_SOCKET cannot be used, ignoring")
      return nil
    }
  }

  /// Half of the time after which the service manager thinks that the program hangs.
  private static var watchdogInterval: Interval? {
    let process = Environment.withValue(of: "WATCHDOG_PID") { Value.wholeNumber($0) } ?? nil
    if let process, process != Int(getpid()) { return nil }
    let time = Environment.withValue(of: "WATCHDOG_USEC") { Value.wholeNumber($0) } ?? nil
    guard let time, time > 0 else { return nil }
    return Interval(nanoseconds: Int64(time) * 500)
  }
}
