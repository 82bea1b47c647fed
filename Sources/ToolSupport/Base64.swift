// SPDX-License-Identifier: Apache-2.0

/// Bytes as text, in the alphabet of RFC 4648, section 4.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes, padded to whole groups of four characters.
  package static func encode(_ bytes: some RandomAccessCollection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes.index(start, offsetBy: 3, limitedBy: bytes.endIndex) ?? bytes.endIndex
      let count = bytes.distance(from: start, to: end)
      var number: UInt32 = 0
      for byte in bytes[start..<end] { number = number << 8 | UInt32(byte) }
      number <<= 8 * UInt32(3 - count)
      for index in 0..<4 {
        let digit = Int(number >> (18 - 6 * UInt32(index)) & 63)
        result.append(index <= count ? alphabet[digit] : UInt8(ascii: "="))
      }
      start = end
    }
    return result
  }
}
