// SPDX-License-Identifier: Apache-2.0

package import Control
package import Linux
public import Motion
public import Stage
package import Text

/// A connection to the daemon, for requests that wait for their answer.
///
///     var daemon = try DaemonConnection()
///     try daemon.send(.message("Unpacking hello"))
///     try daemon.send(.progress(channel: 1, percent: 42))
///
/// The types of the values are those of the modules `Stage`, `Text`, `FixedPoint` and `Motion`, which are in the same product;
/// `import Flipbook` imports all of them.
///
/// Nothing is sent to a listener that neither root nor the user of this process runs. The connection ends with its
/// value. One thread uses it at a time.
public struct DaemonConnection: ~Copyable {
  private var stream: DaemonStream
  private let path: LongText
  private let timeout: TimeSpan

  /// Connects to the daemon; one that is too busy for longer than the time-out counts as unreachable.
  ///
  /// - Parameters:
  ///   - socket: The path of the daemon's socket, or `@` and an abstract name; nil for that of the variable
  ///     `FLIPBOOK_SOCKET` of the environment, or else `/run/flipbook.sock`.
  ///   - timeout: The time limit for connecting and for each answer.
  /// - Throws: `unreachable` or `untrusted`.
  public init(
    to socket: String? = nil, timeout: TimeSpan = .milliseconds(10_000)
  ) throws(DaemonError) {
    var path = LongText()
    if let socket {
      for byte in socket.utf8 { path.append(byte: byte) }
    } else {
      path = DaemonConnection.defaultPath
    }
    try self.init(path: path.bytes, timeout: timeout)
  }

  /// Connects to the daemon at a path.
  package init(path: Span<UInt8>, timeout: TimeSpan) throws(DaemonError) {
    self.path = LongText(path)
    self.timeout = timeout
    do throws(DaemonStream.Refusal) {
      stream = try DaemonStream(connectingTo: path, limit: timeout.nanoseconds)
    } catch {
      throw DaemonError(error, at: path)
    }
  }

  /// The daemon's default socket.
  package static var defaultSocket: StaticString { "/run/flipbook.sock" }

  /// The path of `FLIPBOOK_SOCKET`, or else the default.
  package static var defaultPath: LongText {
    Environment.withValue(of: "FLIPBOOK_SOCKET") { LongText($0) } ?? LongText(defaultSocket.bytes)
  }

  /// Sends a command for the stage, such as a progress or a message, and waits for the answer.
  ///
  /// - Throws: `refused` with the daemon's reason, also for `shake` and `prompt`, which no client may send; `silent`
  ///   without an answer.
  public mutating func send(_ command: Command) throws(DaemonError) {
    try send(Request.command(command))
  }

  /// Sends a request about the daemon, and waits until it is done.
  ///
  /// - Throws: `refused` with the daemon's reason, such as the line of a theme's error; `silent` without an answer.
  public mutating func send(_ request: DaemonRequest) throws(DaemonError) {
    guard let request = request.request else { throw .refused("there is no such mode") }
    try send(request)
  }

  /// Sends a request that a client may make.
  package mutating func send(_ request: Request) throws(DaemonError) {
    guard let line = request.line else { throw .refused("this is no command of a client") }
    _ = try ask(line.bytes, waitsForEver: request == .quit(retains: true))
  }

  /// The state of the daemon and of its displays.
  public mutating func status() throws(DaemonError) -> DaemonStatus {
    let word: StaticString = "status"
    let range = try ask(word.bytes)
    return DaemonStatus(line: bytes(of: range))
  }

  /// Subscribes: the connection now receives the status, and again whenever it changes.
  public consuming func subscribe() throws(DaemonError) -> StatusUpdates {
    let word: StaticString = "subscribe"
    _ = try ask(word.bytes)
    return StatusUpdates(self)
  }

  /// Sends a line and waits for the answer: up to the time-out, or without a limit.
  ///
  /// A line is cut to the length that the daemon accepts.
  ///
  /// - Returns: The range of the text behind `ok`, valid until the next line.
  package mutating func ask(
    _ line: Span<UInt8>, waitsForEver: Bool = false
  ) throws(DaemonError) -> Range<Int> {
    let deadline = MonotonicClock.nanoseconds + timeout.nanoseconds
    var request = LongText(
      line.extracting(first: line.longestCharacterPrefix(of: ClientLimits.line - 1)))
    request.append(byte: 0x0A)
    guard (try? stream.send(request.bytes, until: deadline)) == request.count,
      let range = try? stream.nextLine(until: waitsForEver ? nil : deadline)
    else { throw .silent(Message(at: path.bytes, " does not answer")) }
    let reply = stream.bytes(of: range)
    guard reply.isEqual(to: "ok") || reply.begins(with: "ok ") else {
      throw DaemonError(reply: reply)
    }
    return min(range.lowerBound + 3, range.upperBound)..<range.upperBound
  }

  /// The next status that the daemon sends unasked.
  ///
  /// - Throws: `disconnected` at the end of the connection.
  mutating func nextStatus() throws(DaemonError) -> DaemonStatus {
    guard let range = try? stream.nextLine(until: nil) else {
      throw .disconnected(
        Message(at: path.bytes, " hung up before its end: it was killed, or this was too slow"))
    }
    return DaemonStatus(line: stream.bytes(of: range))
  }

  /// The bytes of the last answer or line.
  @_lifetime(borrow self)
  package func bytes(of range: Range<Int>) -> Span<UInt8> { stream.bytes(of: range) }

  /// Gives away the descriptor that came with the last answer.
  package mutating func takeDescriptor() -> FileDescriptor? { stream.takeDescriptor() }
}
