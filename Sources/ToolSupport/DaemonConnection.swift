// SPDX-License-Identifier: Apache-2.0

package import ControlClient
package import Linux
package import Text

/// A connection to the daemon for requests that wait for their answer.
package struct DaemonConnection: ~Copyable {
  /// The daemon's answer.
  package struct Answer: ~Copyable {
    /// The text behind `ok`.
    package var text: String
    /// The descriptor that came with the answer.
    package var descriptor: FileDescriptor?
  }

  private let path: String
  private let timeout: Milliseconds
  private var stream: DaemonStream

  /// Connects to the daemon; a daemon that is too busy for too long counts as unreachable.
  ///
  /// - Parameters:
  ///   - path: the daemon's socket.
  ///   - timeout: the time limit for connecting and for each answer.
  /// - Throws: `ToolError` with the status `unreachable`.
  package init(path: String, timeout: Milliseconds) throws(ToolError) {
    self.path = path
    self.timeout = timeout
    do throws(DaemonStream.Refusal) {
      stream = try DaemonStream(connectingTo: Array(path.utf8).span, limit: timeout.nanoseconds)
    } catch {
      throw ToolError(.unreachable, error.words(path))
    }
  }

  /// Sends one line and waits for the answer: up to the timeout, or without a limit.
  package mutating func ask(
    _ line: String, waitingForEver waitsForEver: Bool = false
  ) throws(ToolError) -> Answer {
    let deadline = MonotonicClock.nanoseconds + timeout.nanoseconds
    let bytes = Array("\(line)\n".utf8)
    guard (try? stream.send(bytes.span, until: deadline)) == bytes.count,
      let text = receive(until: waitsForEver ? nil : deadline)
    else { throw silence }
    guard text == "ok" || text.hasPrefix("ok ") else {
      throw ToolError(.refused, text.hasPrefix("error: ") ? String(text.dropFirst(7)) : text)
    }
    return Answer(text: String(text.dropFirst(3)), descriptor: stream.takeDescriptor())
  }

  /// Waits for the next line that the daemon sends unasked; nil when the daemon has hung up.
  package mutating func nextLine() -> String? { receive(until: nil) }

  private mutating func receive(until deadline: Int64?) -> String? {
    guard let range = try? stream.nextLine(until: deadline) else { return nil }
    return String(copying: stream.bytes(of: range))
  }

  private var silence: ToolError {
    ToolError(.unreachable, "the daemon at \(path) does not answer")
  }
}

extension DaemonStream.Refusal {
  /// The problem with what listens at a path, on one line.
  package func words(_ path: String) -> String {
    switch self {
    case .unreachable(let error): "no daemon at \(path): \(error.words)"
    case .untrusted: "the daemon at \(path): neither root nor you run what listens there"
    }
  }
}

extension String {
  /// Copies UTF-8; invalid bytes become U+FFFD.
  package init(copying bytes: Span<UInt8>) {
    self.init(decoding: [UInt8](copying: bytes), as: UTF8.self)
  }
}

extension LongText {
  /// A copy of a string.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span)
  }
}

extension LongText.StringInterpolation {
  /// Appends a string.
  package mutating func appendInterpolation(_ text: String) { appendInterpolation(LongText(text)) }
}

extension [UInt8] {
  /// Copies bytes that belong to another owner.
  package init(copying bytes: Span<UInt8>) {
    self.init()
    reserveCapacity(bytes.count)
    for index in bytes.indices { append(bytes[index]) }
  }
}
