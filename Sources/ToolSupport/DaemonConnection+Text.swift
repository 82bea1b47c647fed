// SPDX-License-Identifier: Apache-2.0

package import FlipbookClient
import Motion
package import Text

extension DaemonConnection {
  /// Connects to the daemon; the timeout is also the time limit for each answer.
  package init(path: String, timeout: Milliseconds) throws(ToolError) {
    do throws(DaemonError) {
      try self.init(to: path, timeout: TimeSpan(nanoseconds: timeout.nanoseconds))
    } catch {
      throw ToolError(error)
    }
  }

  /// Sends one line and waits for the answer: up to the timeout, or without a limit.
  ///
  /// - Returns: The text behind `ok`.
  package mutating func ask(
    _ line: String, waitsForEver: Bool = false
  ) throws(ToolError) -> String {
    do throws(DaemonError) {
      let range = try ask(Array(line.utf8).span, waitsForEver: waitsForEver)
      return String(copying: bytes(of: range))
    } catch {
      throw ToolError(error)
    }
  }
}

extension ToolError {
  /// The error with the exit status for it.
  package init(_ error: DaemonError) {
    if case .refused = error {
      self.init(.refused, error.description)
    } else {
      self.init(.unreachable, error.description)
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
