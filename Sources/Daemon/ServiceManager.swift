// SPDX-License-Identifier: Apache-2.0

import CLinux
import FixedPoint
import Motion
import Linux
import Stage
import Text

/// Sends messages to a service manager; `DatagramNotify` in the product.
protocol NotificationSender: ~Copyable {
  /// Sends one message, and a descriptor with it unless its number is negative.
  func send(_ message: Span<UInt8>, passing passed: CInt) throws(SystemError)
}

extension DatagramNotify: NotificationSender {}

/// Notifies the service manager, if there is one, by systemd's `sd_notify` protocol.
///
/// A send never blocks: a message that the socket does not accept now is retried later.
struct ServiceManager<Sender: NotificationSender & ~Copyable>: ~Copyable {
  private let sender: Sender?
  /// A separate flag, because the sender holds an address that is copied at each access.
  private let hasSender: Bool
  private let watchdogInterval: TimeSpan?
  private var watchdogTime = Instant.zero
  /// Whether the service manager's watchdog is extended.
  private var isExtended = false
  private var isReady = false
  private var readyTime = Instant.zero
  private var shownState: StageState?
  private var shownPercent = -2
  private var shownMessage = Message()
  private var statusTime = Instant.zero
  private var hasPendingStatus = false

  /// Sends by a sender, with keep-alives at an interval unless that is nil.
  init(_ sender: consuming Sender?, watchdogInterval: TimeSpan?) {
    hasSender = sender != nil
    self.sender = sender
    self.watchdogInterval = watchdogInterval
  }

  /// When to send the next message; nil for never.
  var deadline: Instant? {
    mutating get { nextTime() }
  }

  private mutating func nextTime() -> Instant? {
    guard hasSender else { return nil }
    guard isReady else { return readyTime > .zero ? readyTime : nil }
    var deadline = watchdogInterval == nil ? nil : watchdogTime
    if hasPendingStatus { deadline = min(deadline ?? statusTime, statusTime) }
    return deadline
  }

  /// Reports once that clients are served, and retries until the service manager has accepted it.
  mutating func notifyReady(at now: Instant) {
    guard !isReady, now >= readyTime else { return }
    isReady = send("READY=1\n")
    readyTime = now + ServiceManager.retryInterval
  }

  /// Stores a socket during a restart of the program; false where the caller must try again.
  ///
  /// Corresponds to `FDSTORE=1`.
  func store(_ number: CInt, _ name: StaticString) -> Bool {
    var text = InlineText<512>()
    text.append("FDSTORE=1\nFDNAME=")
    text.append(name)
    text.append("\n")
    return send(text.bytes, passing: number)
  }

  /// Removes the sockets from the store: no program would answer their clients.
  func forgetSockets() {
    _ = send("FDSTOREREMOVE=1\nFDNAME=plymouth\n")
    _ = send("FDSTOREREMOVE=1\nFDNAME=plymouth-old\n")
  }

  /// Notifies that the program is about to exit.
  mutating func notifyStopping() {
    forgetSockets()
    _ = send("STOPPING=1\n")
  }

  /// Sends the watchdog's keep-alive when it is due.
  mutating func notifyAlive(at now: Instant) {
    if now >= watchdogTime { _ = keepAlive(at: now, for: .zero) }
  }

  /// Sends a keep-alive before a call that may take some time, and extends the watchdog's timeout until the
  /// next keep-alive.
  ///
  /// Returns whether it was not extended before. Corresponds to `WATCHDOG_USEC=`. `EXTEND_TIMEOUT_USEC=` is
  /// not used: the program is ready before it sets a mode, and must not delay a shutdown.
  mutating func extendWatchdog(at now: Instant, takes longest: TimeSpan) -> Bool {
    keepAlive(at: now, for: longest)
  }

  private mutating func keepAlive(at now: Instant, for longest: TimeSpan) -> Bool {
    guard let interval = watchdogInterval, isReady else { return false }
    let timeout = max(interval + interval, longest)
    let (isLonger, wasLonger) = (timeout > interval + interval, isExtended)
    var text = InlineText<512>()
    text.append("WATCHDOG=1\n")
    if isLonger != wasLonger {
      text.append("WATCHDOG_USEC=")
      text.append(Int(timeout.nanoseconds / 1000))
      text.append("\n")
    }
    let isSent = send(text.bytes)
    if isSent { isExtended = isLonger }
    watchdogTime = now + (isSent ? interval : min(interval, ServiceManager.retryInterval))
    return isExtended && !wasLonger
  }

  /// Whether status updates are sent.
  var wantsStatus: Bool {
    mutating get { hasSender && isReady }
  }

  /// Sends the status if it differs from the last one sent.
  ///
  /// At most once per second and per whole percent; an earlier change is sent when the second is over.
  mutating func sendStatus(_ status: StageStatus, at now: Instant) {
    let percent = status.showsProgress ? StatusLine.percent(status.shown).floor : -1
    hasPendingStatus =
      status.state != shownState || percent != shownPercent || status.message != shownMessage
    guard hasPendingStatus, now >= statusTime else { return }
    statusTime = now + .milliseconds(1000)
    var text = InlineText<512>()
    text.append("STATUS=")
    text.append(status.state.name)
    // Unknown progress has no percentage, whatever the animation shows.
    if percent >= 0 {
      text.append(", ")
      text.append(percent)
      text.append(" %")
    }
    if !status.message.isEmpty {
      text.append(": ")
      for index in status.message.utf8.indices {
        let byte = status.message.utf8[index]
        // A line feed would end the value.
        text.append(byte: byte == UInt8(ascii: "\n") ? UInt8(ascii: " ") : byte)
      }
    }
    text.append("\n")
    guard send(text.bytes) else { return }
    hasPendingStatus = false
    shownState = status.state
    shownPercent = percent
    shownMessage = status.message
  }

  /// The delay before a message that was not accepted is retried.
  private static var retryInterval: TimeSpan { .milliseconds(250) }

  private func send(_ text: StaticString) -> Bool {
    var line = InlineText<512>()
    line.append(text)
    return send(line.bytes)
  }

  /// Whether retries are pointless: a service manager that has gone does not come back.
  private func send(_ text: Span<UInt8>, passing number: CInt = -1) -> Bool {
    switch sender {
    case .some(let sender):
      do throws(SystemError) {
        try sender.send(text, passing: number)
        return true
      } catch {
        return !error.isTransient
      }
    case .none: return true
    }
  }
}

extension ServiceManager where Sender == DatagramNotify {
  /// Reads `NOTIFY_SOCKET` and `WATCHDOG_USEC` from the environment.
  init() {
    let address = Environment.withValue(of: "NOTIFY_SOCKET") { try? Path($0) } ?? nil
    self.init(
      ServiceManager.sender(to: address), watchdogInterval: ServiceManager.intervalOfWatchdog)
  }

  /// Reports that another process is the splash, before this process exits successfully: a service of Type=notify
  /// that ends before it is ready has failed.
  ///
  /// With `isMain`, as for the boot's service, the other process becomes the service's main process. The
  /// service manager then restarts it when it fails, however it was started. It sends no WATCHDOG=1 to this
  /// service's address.
  static func announceSplash(_ process: CInt, isMain: Bool) {
    let address = Environment.withValue(of: "NOTIFY_SOCKET") { try? Path($0) } ?? nil
    guard let address else { return }
    var text = InlineText<512>()
    text.append("READY=1\n")
    if isMain {
      text.append("MAINPID=")
      text.append(Int(process))
      text.append("\nWATCHDOG_USEC=0\n")
    }
    do throws(SystemError) {
      let sender = try DatagramNotify(to: address.bytes)
      try sender.send(text.bytes)
    } catch {
      Log.write("NOTIFY_SOCKET cannot be used, ignoring")
    }
  }

  private static func sender(to address: Path?) -> DatagramNotify? {
    guard let address else { return nil }
    do throws(SystemError) {
      return try DatagramNotify(to: address.bytes)
    } catch {
      Log.write("NOTIFY_SOCKET cannot be used, ignoring")
      return nil
    }
  }

  /// Half of the service manager's watchdog timeout.
  private static var intervalOfWatchdog: TimeSpan? {
    let process = Environment.withValue(of: "WATCHDOG_PID") { $0.unsignedNumber } ?? nil
    if let process, process != Int64(getpid()) { return nil }
    let time = Environment.withValue(of: "WATCHDOG_USEC") { $0.unsignedNumber } ?? nil
    guard let time, time > 0 else { return nil }
    // More than a year makes no difference, and the product must not overflow.
    return TimeSpan(nanoseconds: min(time, 31_536_000_000_000) * 500)
  }
}
