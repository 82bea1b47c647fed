// SPDX-License-Identifier: Apache-2.0

import Control
import Linux
public import Text

/// The failure of a request to the daemon; each case has the line for a user.
public enum DaemonError: Error, Equatable, Sendable {
  /// No process listens, or it has not accepted the connection in time.
  case unreachable(Message)
  /// Neither root nor the user of this process runs what listens there: it got nothing, and nothing of it was read.
  case untrusted(Message)
  /// The daemon has not answered in time, or has disconnected in place of an answer.
  case silent(Message)
  /// The daemon has answered with this error.
  case refused(Message)
  /// The daemon has ended a subscription before its own end: it was killed, or this program was too slow.
  case disconnected(Message)

  /// The line for a user: what, where and why, without a newline.
  package var line: Message {
    switch self {
    case .unreachable(let line), .untrusted(let line), .silent(let line), .refused(let line),
      .disconnected(let line):
      line
    }
  }

  /// Why there is no connection to what listens at a path.
  package init(_ refusal: DaemonStream.Refusal, at path: Span<UInt8>) {
    switch refusal {
    case .unreachable(let error):
      var line = InlineText<255>()
      line.append("no daemon at ")
      line.append(path)
      line.append(": ")
      line.append(error.reason)
      self = .unreachable(Message(truncating: line.bytes))
    case .untrusted:
      self = .untrusted(Message(at: path, ": neither root nor you run what listens there"))
    }
  }

  /// A daemon at a path that has shown no frame in time.
  package static func noFrame(at path: Span<UInt8>) -> DaemonError {
    .silent(Message(at: path, " has shown no frame"))
  }

  /// An answer that is no `ok`.
  init(reply: Span<UInt8>) {
    let start = reply.begins(with: "error: ") ? 7 : 0
    self = .refused(Message(truncating: reply.extracting(start..<reply.count)))
  }
}

extension DaemonError: CustomStringConvertible {
  /// The line for a user: what, where and why, without a newline.
  public var description: String { line.description }
}

extension Message {
  /// A line about the daemon at a path.
  init(at path: Span<UInt8>, _ problem: StaticString) {
    var line = InlineText<255>()
    line.append("the daemon at ")
    line.append(path)
    line.append(problem)
    self.init(truncating: line.bytes)
  }
}
