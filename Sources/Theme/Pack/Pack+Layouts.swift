// SPDX-License-Identifier: Apache-2.0

// The fields of records, one letter for each, so that one loop checks all kinds:
//   b h w   a u8, u16, u32 of any value         e9   a u8 from 0 to the digit
//   F       a Q16.16 number within ±16384       T    a time of at most an hour
//   C       a colour                            L    a length
//   S       a string                            z    a zero byte
//   k       a key's value: a character, or 0xE000 and more for a dead key, or 0
//   g i n t a gradient, image, font, text, or none
//   .       zeros up to the end of the known record

extension PackSection {
  /// The fields of a record; nil where all values are valid, or a separate check is stricter.
  var layout: StaticString? {
    switch self {
    case .metadata: "SSSSe3."
    case .variants: "S"
    case .stages: "LLCCTTTTTnttt."
    case .nodes: "e5bhhhhhhbe1S"
    case .gradients: "FFFFhhzzzz"
    case .stops: "CF"
    case .texts: "whe1z"
    case .pieces: "e3bbe1whzzw"
    case .knownTexts: "Stzz"
    case .fonts: "hhhe1zwhhhhhhwwwbbzz"
    case .images: "e2e3hhzzwwhh."
    case .vectors: "wwe1e1hgzzChhhh"
    case .keymaps: "SShhhh"
    case .keys: "be7kkkk"
    case .pairs: "kkk"
    case .selectors, .records, .colors, .strings, .locales, .placedGlyphs, .glyphs, .characters,
      .kerning, .outlines, .frames, .pixels:
      nil
    }
  }
}

extension NodeKind {
  /// The fields of a record of `RECD` from byte 80 on.
  var layout: StaticString {
    switch self {
    case .background: "Cgie3."
    case .stack: "LLLLCCe1e2."
    case .image: "ie3zL."
    case .text: "ttttne2e8LCF."
    case .animation: "e3bhhhintthzzTTFFFFCCCCCCLFFFF."
    case .prompt: "LLLLLLCCCCittne1."
    }
  }

  /// The fields before byte 80.
  static var sharedLayout: StaticString { "FFFFLLLLhzzzzzzzzzzzzzz" }
}

extension Pack {
  /// Whether a record's fields, from a position in the file up to an end, match a layout.
  func fits(_ layout: StaticString, at start: Int, upTo end: Int) -> Bool {
    // A literal lives as long as the program and has this many bytes.
    let letters = unsafe Span(_unsafeStart: layout.utf8Start, count: layout.utf8CodeUnitCount)
    var position = start
    var index = 0
    while index < letters.count {
      let letter = letters[index]
      index += 1
      var (size, isGood) = (2, true)
      switch letter {
      case UInt8(ascii: "b"): size = 1
      case UInt8(ascii: "h"): break
      case UInt8(ascii: "w"): size = 4
      case UInt8(ascii: "C"): size = 8
      case UInt8(ascii: "e"):
        size = 1
        isGood = byte(position) <= letters[index] - UInt8(ascii: "0")
        index += 1
      case UInt8(ascii: "z"):
        size = 1
        isGood = !isOwnVersion || byte(position) == 0
      case UInt8(ascii: "."):
        size = end - position
        isGood = !isOwnVersion || isZero(position..<end)
      case UInt8(ascii: "F"):
        size = 4
        isGood = isCoordinate(position)
      case UInt8(ascii: "T"):
        size = 4
        isGood = u32(position) <= 3_600_000_000
      case UInt8(ascii: "L"):
        size = 12
        isGood =
          isCoordinate(position) && byte(position + 8) <= LengthUnit.automatic.rawValue
          && (!isOwnVersion || isZero(position + 9..<position + 12))
      case UInt8(ascii: "S"):
        size = 8
        isGood = has(.strings, u32(position), u32(position + 4))
      case UInt8(ascii: "k"):
        // No control character, and no UTF-16 surrogate.
        let value = u16(position)
        isGood = value == 0 || value &- 0x20 < 0x5F || value >= 0xA0 && value >> 11 != 0x1B
      case UInt8(ascii: "g"): isGood = isReference(position, to: count(.gradients))
      case UInt8(ascii: "i"): isGood = isReference(position, to: count(.images))
      case UInt8(ascii: "n"): isGood = isReference(position, to: count(.fonts))
      default: isGood = isReference(position, to: textCount)
      }
      if !isGood { return false }
      position += size
    }
    return true
  }

  /// The number of texts of each locale.
  package var textCount: Int {
    let locales = count(.locales)
    return locales == 0 ? 0 : count(.texts) / locales
  }

  /// Whether a section contains a whole range of records, or bytes.
  @inline(never)
  func has(_ section: PackSection, _ first: UInt32, _ count: UInt32) -> Bool {
    UInt64(first) + UInt64(count) <= self.count(section)
  }

  /// Whether bytes of the file are 0.
  func isZero(_ range: Range<Int>) -> Bool {
    for position in range where byte(position) != 0 { return false }
    return true
  }

  @inline(never)
  private func isReference(_ position: Int, to count: Int) -> Bool {
    let value = u16(position)
    return value == PackIndex.none || value < count
  }

  @inline(never)
  private func isCoordinate(_ position: Int) -> Bool {
    let limit: Int32 = 16384 << 16
    return (-limit...limit).contains(i32(position))
  }
}
