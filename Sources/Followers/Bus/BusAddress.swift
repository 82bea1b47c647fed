// SPDX-License-Identifier: Apache-2.0

import FixedPoint
package import Text

/// Reads addresses in D-Bus's own form: `TRANSPORT:KEY=VALUE,KEY=VALUE`.
package enum BusAddress {
  /// The Unix socket of an address, with `@` before a name in the abstract namespace; nil for another transport, and
  /// for a malformed address.
  package static func socket(of address: Span<UInt8>) -> LongText? {
    guard address.begins(with: "unix:") else { return nil }
    var start = 5
    while start < address.count {
      let end = address.firstPosition(of: UInt8(ascii: ","), from: start)
      let pair = address.extracting(start..<end)
      let equals = pair.firstPosition(of: UInt8(ascii: "="))
      guard equals < pair.count else { return nil }
      let key = pair.extracting(first: equals)
      let value = pair.extracting(equals + 1..<pair.count)
      if key.isEqual(to: "path") { return unescaped(value, after: "") }
      if key.isEqual(to: "abstract") { return unescaped(value, after: "@") }
      start = end + 1
    }
    return nil
  }

  /// A value with its escapes, `%` and two hexadecimal digits, replaced by their bytes.
  private static func unescaped(_ value: Span<UInt8>, after prefix: StaticString) -> LongText? {
    var text = LongText()
    text.append(prefix)
    var index = 0
    while index < value.count {
      if value[index] != UInt8(ascii: "%") {
        text.append(byte: value[index])
        index += 1
        continue
      }
      guard index + 3 <= value.count,
        let byte = value.extracting(index + 1..<index + 3).hexadecimalNumber(digits: 2)
      else { return nil }
      text.append(byte: UInt8(truncatingIfNeeded: byte))
      index += 3
    }
    return text
  }
}
