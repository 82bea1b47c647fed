// SPDX-License-Identifier: Apache-2.0

/// The `#define` lines of a C header, as far as psplash's need: numbers, colours and string literals.
package struct CHeader: Equatable, Sendable {
  /// Each macro's replacement, with joined lines and without comments.
  package private(set) var macros: [String: [UInt8]] = [:]

  private static let mostMacros = 1000

  /// Reads a header; what is no `#define` is skipped.
  package init(_ bytes: [UInt8]) {
    var position = 0
    while position < bytes.count, macros.count < Self.mostMacros {
      let line = Self.logicalLine(bytes, &position)
      if let (name, text) = Self.definition(line), macros[name] == nil { macros[name] = text }
    }
  }

  /// The first macro with such an end of its name, in the order of names.
  package func value(endingWith suffix: String) -> [UInt8]? {
    macros.filter { $0.key.hasSuffix(suffix) }.min { $0.key < $1.key }?.value
  }

  /// A whole number, also in brackets and hexadecimal; nil for anything else.
  package static func number(_ text: [UInt8]) -> Int? {
    let word = String(decoding: text, as: UTF8.self).filter { !"() \tuUlL".contains($0) }
    if word.hasPrefix("0x") || word.hasPrefix("0X") { return Int(word.dropFirst(2), radix: 16) }
    return Int(word)
  }

  /// A colour `0xRRGGBB` from `0xRR,0xGG,0xBB`; nil for anything else.
  package static func color(_ text: [UInt8]) -> UInt32? {
    let parts = text.split(separator: UInt8(ascii: ",")).map { number(Array($0)) }
    guard parts.count == 3 else { return nil }
    var color: UInt32 = 0
    for part in parts {
      guard let part, 0...255 ~= part else { return nil }
      color = color << 8 | UInt32(part)
    }
    return color
  }

  /// The bytes of the string literals of a macro; nil where there is none, or more than the limit.
  ///
  /// C11, section 6.4.4.4: octal and hexadecimal escapes, and those of one character.
  package static func string(_ text: [UInt8], atMost limit: Int) -> [UInt8]? {
    var result: [UInt8] = []
    var index = 0
    var (isInside, hasLiteral) = (false, false)
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "\"") {
        isInside.toggle()
        hasLiteral = true
      } else if isInside {
        guard result.count < limit else { return nil }
        guard byte == UInt8(ascii: "\\") else {
          result.append(byte)
          continue
        }
        guard let value = escape(text, &index) else { return nil }
        result.append(value)
      }
    }
    return hasLiteral && !isInside ? result : nil
  }

  /// The byte of an escape, after its backslash.
  private static func escape(_ text: [UInt8], _ index: inout Int) -> UInt8? {
    guard index < text.count else { return nil }
    let octal = text[index...].prefix(3).prefix { (0x30...0x37).contains($0) }
    if !octal.isEmpty {
      index += octal.count
      return UInt8(truncatingIfNeeded: octal.reduce(0) { $0 * 8 + Int($1 - 0x30) })
    }
    let byte = text[index]
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "a"): return 7
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "v"): return 11
    case UInt8(ascii: "x"):
      let digits = text[index...].prefix(2).prefix { Character(UnicodeScalar($0)).isHexDigit }
      index += digits.count
      return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    default: return byte
    }
  }

  /// The next line, with those that a backslash joins to it, and without comments.
  private static func logicalLine(_ bytes: [UInt8], _ position: inout Int) -> [UInt8] {
    var line: [UInt8] = []
    var isString = false
    while position < bytes.count {
      let byte = bytes[position]
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      position += 1
      if byte == UInt8(ascii: "\\"), next == 10 || next == 13 {
        // The line goes on, also after the line's end of Windows.
        while position < bytes.count, bytes[position] == 13 { position += 1 }
        position += 1
      } else if byte == UInt8(ascii: "\\"), isString, position < bytes.count {
        line += [byte, next]
        position += 1
      } else if byte == 10 {
        return line
      } else if !isString, byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        skipComment(bytes, &position)
      } else if !isString, byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        while position < bytes.count, bytes[position] != 10 { position += 1 }
      } else {
        if byte == UInt8(ascii: "\"") { isString.toggle() }
        line.append(byte)
      }
    }
    return line
  }

  private static func skipComment(_ bytes: [UInt8], _ position: inout Int) {
    position += 1
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") { break }
      position += 1
    }
    position += 2
  }

  /// A name and its replacement from `#define NAME replacement`; nil for other lines.
  private static func definition(_ line: [UInt8]) -> (name: String, text: [UInt8])? {
    let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 }
    var rest = line.drop(while: isSpace)
    guard rest.first == UInt8(ascii: "#") else { return nil }
    rest = rest.dropFirst().drop(while: isSpace)
    guard rest.starts(with: Array("define".utf8)) else { return nil }
    rest = rest.dropFirst(6).drop(while: isSpace)
    let name = rest.prefix { !isSpace($0) }
    guard !name.isEmpty, name.count < 200 else { return nil }
    rest = rest.dropFirst(name.count).drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return (String(decoding: name, as: UTF8.self), Array(rest))
  }
}
