// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// The parts of a display's EDID that distinguish displays.
///
/// The serial number is left out: reports are published.
package struct EDIDFacts: Equatable, Sendable {
  /// The three letters of the maker's PNP ID, such as `DEL`.
  package let maker: String
  /// The maker's number of the model.
  package let product: Int
  /// The model's name; empty where there is none.
  package let name: String
  /// The year of manufacture; nil if it is missing.
  package let year: Int?

  /// Parses the first block; nil for an invalid one.
  ///
  /// VESA E-EDID 1.4, section 3: a fixed header, a sum of 0 modulo 256, the maker's letters in five
  /// bits each, and from byte 54 on four descriptors of 18 bytes; 0xFC is the name's.
  package init?(_ bytes: [UInt8]) {
    let header: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0]
    guard bytes.count >= 128, Array(bytes[..<8]) == header else { return nil }
    guard bytes[..<128].reduce(0, &+) == 0 else { return nil }
    let letters = Int(bytes[8]) << 8 | Int(bytes[9])
    maker = String(
      [10, 5, 0].map { shift -> Character in
        let letter = UInt8(letters >> shift & 31)
        return 1...26 ~= letter ? Character(Unicode.Scalar(64 + letter)) : "?"
      })
    product = Int(bytes[10]) | Int(bytes[11]) << 8
    // A week of 255 means that the year is the model's.
    year = bytes[17] > 0 ? 1990 + Int(bytes[17]) : nil
    name = EDIDFacts.name(bytes)
  }

  private static func name(_ bytes: [UInt8]) -> String {
    for start in stride(from: 54, to: 126, by: 18) {
      guard Array(bytes[start..<start + 5]) == [0, 0, 0, 0xFC, 0] else { continue }
      let text = bytes[start + 5..<start + 18].prefix { $0 != 0x0A }
      return String(decoding: text, as: UTF8.self).printable.trimmed
    }
    return ""
  }

  /// The maker and the model, on one line.
  package var line: String {
    name.isEmpty ? "\(maker) \(product)" : "\(maker) \(name)"
  }
}
