// SPDX-License-Identifier: Apache-2.0

internal import Stage

/// How the characters of a layout are spread over the layers of the on-screen keyboard.
///
/// The letters are where the keyboard has them. All others are on pages of symbols, and what only the right Alt
/// reaches is on pages of its own.
struct OnScreenPlan: Sendable {
  /// The rows of a keyboard by key codes (linux/input-event-codes.h), from the digits' row down.
  private static var codes: InlineArray<4, InlineArray<14, UInt8>> {
    [
      [41, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 124],
      [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 0, 0],
      [30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 43, 0, 0],
      [86, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 89, 0, 0],
    ]
  }

  /// The columns of all layers, so that none moves what is above the keyboard.
  private var columns = 10
  /// How many characters a page has: its last row has two wide keys, too.
  private var pageSize: Int { letterRows.count * columns - 3 }

  /// A key with a letter: its values without and with Shift, and what a US keyboard has on it.
  private struct Letter: Sendable {
    let plain, shifted: UInt16
    let usPlain, usShifted: UInt16

    init(_ values: InlineArray<4, UInt16>, code: Int) {
      (plain, shifted) = (values[0], values[1] == 0 ? values[0] : values[1])
      (usPlain, usShifted) = KeyTranslator.usCharacters(of: code)
    }
  }

  /// The keys with letters, row after row.
  private var letterRows: [[Letter]] = []
  /// The characters of the pages.
  private var symbols: [OnScreenKey] = []
  private var alternates: [OnScreenKey] = []
  private let hasLayouts: Bool
  private let layoutName: UInt64

  init(_ translator: KeyTranslator) {
    hasLayouts = translator.layoutCount > 1
    layoutName = translator.layoutName
    var rows: [[Letter]] = []
    for row in 0..<4 {
      var letters: [Letter] = []
      for column in 0..<14 {
        let code = Int(OnScreenPlan.codes[row][column])
        let own = translator.values(of: code)
        if own[0].isLetter { letters.append(Letter(own, code: code)) }
      }
      rows.append(letters)
    }
    letterRows = OnScreenPlan.joined(rows)
    for row in letterRows { columns = max(columns, row.count) }
    columns = max(columns, letterRows[letterRows.count - 1].count + 3)
    setSymbols(translator)
  }

  /// The rows of letters, without the digits' row where its letters fit beside others.
  private static func joined(
    _ rows: [[Letter]]
  ) -> [[Letter]] {
    let count = rows[0].count
    // Beside the third row's letters are Shift and Backspace.
    var widest = max(rows[1].count, rows[2].count, rows[3].count + 3)
    // One or two letters, such as the Russian ё, are not worth a row.
    if count <= 2 { widest += count }
    if count > 0, rows[3].count + 3 + count <= widest {
      return [rows[1], rows[2], rows[3] + rows[0]]
    }
    if count > 0, rows[1].count + count <= widest { return [rows[1] + rows[0], rows[2], rows[3]] }
    return count > 0 ? rows : [rows[1], rows[2], rows[3]]
  }

  private mutating func setSymbols(_ translator: KeyTranslator) {
    // What is somewhere already.
    var known: [UInt16] = [0, 0x20]
    for row in letterRows {
      for key in row { known += [key.plain, key.shifted] }
    }
    func add(_ value: UInt16, to list: inout [OnScreenKey]) {
      // The Compose key's values are no signs.
      if known.contains(value) || 0xE0FF..<0xF900 ~= value { return }
      known.append(value)
      list.append(OnScreenKey(.type(value), label: translator.label(of: value)))
    }
    for digit in "1234567890".utf8 { add(UInt16(digit), to: &symbols) }
    // ASCII comes first, as far as the layout has it, in the order of its keys.
    for isASCII in [true, false] {
      for level in 0..<2 {
        for row in 0..<4 {
          for column in 0..<14 {
            let value = translator.values(of: Int(OnScreenPlan.codes[row][column]))[level]
            if (value < 0x80) == isASCII { add(value, to: &symbols) }
          }
        }
      }
      if isASCII {
        for value in UInt16(0x21)...0x7E where !value.isLetter { add(value, to: &symbols) }
      }
    }
    for level in 2..<4 {
      for code in 1..<128 { add(translator.values(of: code)[level], to: &alternates) }
    }
    // Keys that are in no row, as those of the keypad, and ASCII letters that the layout does not have.
    for level in 0..<2 {
      for code in 1..<128 { add(translator.values(of: code)[level], to: &symbols) }
    }
    for value in UInt16(0x21)...0x7E { add(value, to: &alternates) }
  }

  /// The layer of the letters.
  func letters(
    shift: OnScreenLayer.Shift, showsReveal: Bool, isRevealing: Bool
  ) -> OnScreenLayer {
    var rows: [[OnScreenKey]] = []
    for row in letterRows {
      var keys: [OnScreenKey] = []
      for key in row {
        keys.append(
          shift == .off
            ? OnScreenKey(key.plain, fallback: fallback(key.usPlain))
            : OnScreenKey(key.shifted, fallback: fallback(key.usShifted)))
      }
      rows.append(keys)
    }
    let last = rows.count - 1
    rows[last].insert(OnScreenKey(.shift, width: 3), at: 0)
    rows[last].append(OnScreenKey(.backspace, width: 3))
    var leading = [OnScreenKey(.symbols(0), width: 3)]
    if !alternates.isEmpty { leading.append(OnScreenKey(.alternates(0), width: 3)) }
    return layer(
      .letters, rows, leading, showsReveal: showsReveal, shift: shift, isRevealing: isRevealing)
  }

  /// What a US keyboard has on a key, unless another key of the letters has that character: 0.
  private func fallback(_ character: UInt16) -> UInt16 {
    for row in letterRows {
      for key in row where key.plain == character || key.shifted == character { return 0 }
    }
    return character
  }

  /// A page of digits and symbols.
  func symbols(_ page: UInt8, showsReveal: Bool, isRevealing: Bool) -> OnScreenLayer {
    let count = pages(symbols)
    return self.page(
      .symbols, page, of: symbols, next: .symbols((page + 1) % count), count,
      alternates.isEmpty ? nil : .alternates(0), showsReveal: showsReveal, isRevealing: isRevealing)
  }

  /// A page of the right Alt's characters.
  func alternates(_ page: UInt8, showsReveal: Bool, isRevealing: Bool) -> OnScreenLayer {
    let count = pages(alternates)
    return self.page(
      .alternates, page, of: alternates, next: .alternates((page + 1) % count), count, .symbols(0),
      showsReveal: showsReveal, isRevealing: isRevealing)
  }

  private func pages(_ list: [OnScreenKey]) -> UInt8 {
    UInt8(max((list.count + pageSize - 1) / pageSize, 1))
  }

  private func page(
    _ kind: OnScreenLayer.Kind, _ page: UInt8, of list: [OnScreenKey], next: OnScreenKey.Action,
    _ count: UInt8,
    _ other: OnScreenKey.Action?, showsReveal: Bool, isRevealing: Bool
  ) -> OnScreenLayer {
    let first = Int(page) * pageSize
    let last = letterRows.count - 1
    var rows: [[OnScreenKey]] = []
    for row in 0...last {
      let start = min(first + row * columns, list.count)
      let end = min(start + (row < last ? columns : columns - 3), list.count)
      rows.append(Array(list[start..<end]))
    }
    if count > 1 { rows[last].insert(OnScreenKey(next, width: 3), at: 0) }
    rows[last].append(OnScreenKey(.backspace, width: 3))
    var leading = [OnScreenKey(.letters, width: 3)]
    if let other { leading.append(OnScreenKey(other, width: 3)) }
    return layer(
      kind, rows, leading, showsReveal: showsReveal, page: page, count, isRevealing: isRevealing)
  }

  /// A layer with the last row below: keys for other layers, the space bar and Enter.
  private func layer(
    _ kind: OnScreenLayer.Kind, _ rows: [[OnScreenKey]], _ leading: [OnScreenKey],
    showsReveal: Bool,
    shift: OnScreenLayer.Shift = .off, page: UInt8 = 0, _ count: UInt8 = 1, isRevealing: Bool
  ) -> OnScreenLayer {
    var bottom = leading
    if hasLayouts { bottom.append(OnScreenKey(.nextLayout, width: 3)) }
    var trailing = [OnScreenKey(.enter, width: 3)]
    if showsReveal { trailing.insert(OnScreenKey(.reveal, width: 3), at: 0) }
    let space = 2 * columns - 3 * (bottom.count + trailing.count)
    bottom.append(
      OnScreenKey(.type(0x20), label: 0x20, width: UInt8(clamping: max(space, 4))))
    return OnScreenLayer(
      kind, rows: rows + [bottom + trailing], shift: shift, page: page, pageCount: count,
      layoutName: layoutName, isRevealing: isRevealing)
  }
}

extension UInt16 {
  /// Whether a layout's value is a letter of any script: all characters but ASCII's and Latin-1's signs, general
  /// punctuation, symbols and dead keys.
  var isLetter: Bool {
    switch self {
    case 0..<0x41, 0x5B..<0x61, 0x7B..<0xAA, 0xAB..<0xB5, 0xB6..<0xBA, 0xBB..<0xC0, 0xD7, 0xF7:
      false
    // Modifier letters and marks of Latin; general punctuation to arrows, signs and box drawing.
    case 0x2B0..<0x370, 0x2000..<0x2C00, 0x3000..<0x3040, 0xD800..<0xF900, 0xFE00..<0xFE70: false
    // Arabic, Thai and Indic digits and signs.
    case 0x600..<0x620, 0x660..<0x66E, 0x6D4, 0xE3F, 0xE4F..<0xE5C, 0x964..<0x970, 0x37E, 0x387:
      false
    default: true
    }
  }
}
