// SPDX-License-Identifier: Apache-2.0

import Text

/// Splits the bytes from a D-Bus into messages, after the reply to the authentication, in bounded memory.
///
/// A message that is longer than `largestMessage` is skipped: none that a follower needs is.
package struct BusReader {
  /// Why the connection is of no use.
  package enum Fault: Error {
    /// The bus refuses this client.
    case refused
    /// The bytes are not D-Bus's.
    case malformed
  }

  /// The longest message that is read, in bytes: a thousand jobs of systemd are 250,000.
  package static var largestMessage: Int { 1 << 20 }

  /// The longest message of the protocol, in bytes.
  private static var longestMessage: UInt32 { 1 << 27 }

  /// The longest line of the authentication, in bytes.
  private static var longestLine: Int { 512 }

  /// Whether the bus has accepted this client.
  package private(set) var isAccepted = false

  private var bytes: [UInt8] = []
  private var start = 0
  /// How many bytes of a long message are still to come.
  private var skipped = 0

  /// A reader before the reply to the authentication.
  package init() {}

  /// Appends bytes.
  package mutating func append(_ more: Span<UInt8>) {
    bytes.removeFirst(start)
    start = 0
    let dropped = min(skipped, more.count)
    skipped -= dropped
    for index in dropped..<more.count { bytes.append(more[index]) }
  }

  /// The next complete message; nil when more bytes are needed.
  package mutating func next() throws(Fault) -> BusMessage? {
    if !isAccepted {
      guard try readLine() else { return nil }
      isAccepted = true
    }
    let bytes = bytes
    while true {
      let rest = bytes.span.extracting(start..<bytes.count)
      guard rest.count >= 16 else { return nil }
      let size = try BusReader.size(of: rest)
      if size > BusReader.largestMessage {
        let dropped = min(size, rest.count)
        start += dropped
        skipped = size - dropped
        continue
      }
      guard rest.count >= size else { return nil }
      start += size
      return try BusMessage(parsing: rest.extracting(first: size))
    }
  }

  /// Reads the reply `OK …`; false while it is incomplete.
  private mutating func readLine() throws(Fault) -> Bool {
    let bytes = bytes
    let rest = bytes.span.extracting(start..<bytes.count)
    let end = rest.firstPosition(of: 0x0A)
    guard end < BusReader.longestLine else { throw .malformed }
    guard end < rest.count else { return false }
    guard rest.begins(with: "OK") else {
      throw rest.begins(with: "REJECTED") ? .refused : .malformed
    }
    start += end + 1
    return true
  }

  /// The size of a message of which there are 16 bytes at least.
  private static func size(of bytes: Span<UInt8>) throws(Fault) -> Int {
    var cursor = try BusCursor(messageHeader: bytes)
    cursor.position = 4
    let body = try cursor.word(bytes)
    cursor.position = 12
    let fields = try cursor.word(bytes)
    guard body <= longestMessage, fields <= 1 << 26 else { throw .malformed }
    // Both are far below the largest `Int`.
    let size = 16 + (Int(fields) + 7) / 8 * 8 + Int(body)
    guard size <= Int(longestMessage) else { throw .malformed }
    return size
  }
}
