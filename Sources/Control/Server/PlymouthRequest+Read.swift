// SPDX-License-Identifier: Apache-2.0

internal import Text

extension PlymouthRequest {
  /// Parses a request at the beginning of bytes, and returns how many bytes it has; nil while it is
  /// incomplete.
  ///
  /// After the code come 02 and a length where there is an argument; any other byte means none. A
  /// length of 0 comes from clients whose length byte has wrapped around. Without memory for the
  /// argument the request gets the code 0, which is refused.
  package static func read(_ bytes: Span<UInt8>) -> (request: PlymouthRequest, size: Int)? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[1] == 2 else { return (PlymouthRequest(code: bytes[0], argument: nil), 2) }
    guard bytes.count >= 3, bytes.count >= 3 + Int(bytes[2]) else { return nil }
    let size = 3 + Int(bytes[2])
    guard Message.hasRoom else { return (PlymouthRequest(code: 0, argument: nil), size) }
    let argument = bytes.extracting(3..<size)
    let end = argument.firstPosition(of: 0, from: 0)
    let request = PlymouthRequest(
      code: bytes[0], argument: Message(truncating: argument.extracting(first: end)))
    return (request, size)
  }
}
