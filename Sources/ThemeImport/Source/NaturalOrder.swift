// SPDX-License-Identifier: Apache-2.0

import ThemeCompiler

/// The order of numbered names: `frame-9` before `frame-10`, as for the frames of a theme.
enum NaturalOrder {
  /// Whether a name is before another.
  static func precedes(_ a: String, _ b: String) -> Bool {
    FileNames.precedes(Array(a.utf8), Array(b.utf8))
  }

  /// A name's last number and the text around it: `("frame-", 10, ".png")`; nil without a number.
  static func numbered(_ name: String) -> (prefix: String, number: Int, suffix: String)? {
    let bytes = Array(name.utf8)
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    // The digit of an extension such as `.mp4` is no number of a frame.
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.count
    guard let last = bytes[..<dot].lastIndex(where: isDigit) else { return nil }
    var first = last
    while first > 0, isDigit(bytes[first - 1]) { first -= 1 }
    guard last - first < 10, let number = Int(String(decoding: bytes[first...last], as: UTF8.self))
    else { return nil }
    return (
      String(decoding: bytes[..<first], as: UTF8.self), number,
      String(decoding: bytes[(last + 1)...], as: UTF8.self)
    )
  }
}
