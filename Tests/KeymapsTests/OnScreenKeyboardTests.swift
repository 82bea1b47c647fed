// SPDX-License-Identifier: Apache-2.0

import Keymaps
import Stage
import Support
import Testing
import Theme

/// The layers of the on-screen keyboard, and what taps type.
@Suite struct OnScreenKeyboardTests {
  /// Finds a key by its action, and taps it.
  private func tap(_ action: OnScreenKey.Action, _ keyboard: inout OnScreenKeyboard) -> String {
    guard let index = keyboard.layer.keys.firstIndex(where: { $0.action == action }) else {
      Issue.record("no key \(action)")
      return ""
    }
    var (bytes, word): ([UInt8], UInt64) = ([], keyboard.tap(index))
    while word != 0 {
      bytes.append(UInt8(truncatingIfNeeded: word))
      word >>= 8
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The rows of a layer: characters, and a dot for every other key.
  private func rows(_ layer: OnScreenLayer) -> [String] {
    layer.rowEnds.indices.map { row in
      layer.row(row).map { index in
        guard layer.keys[index].isCharacter else { return "." }
        return String(Unicode.Scalar(layer.keys[index].label).map(Character.init) ?? "?")
      }.joined()
    }
  }

  @Test func `the US layout has its letters where a keyboard has them`() {
    var keyboard = OnScreenKeyboard(nil)
    #expect(rows(keyboard.layer) == ["qwertyuiop", "asdfghjkl", ".zxcvbnm.", ". ."])
    _ = tap(.shift, &keyboard)
    #expect(rows(keyboard.layer) == ["QWERTYUIOP", "ASDFGHJKL", ".ZXCVBNM.", ". ."])
    _ = tap(.symbols(0), &keyboard)
    #expect(rows(keyboard.layer) == ["1234567890", "`-=[];'\\,.", "./~!@#$%.", ". ."])
    _ = tap(.symbols(1), &keyboard)
    #expect(rows(keyboard.layer) == ["^&*()_+{}:", "\"|<>?", "..", ". ."])
    _ = tap(.symbols(0), &keyboard)
    _ = tap(.letters, &keyboard)
    #expect(keyboard.layer.kind == .letters)
  }

  @Test func `all layers of a layout have the same size`() throws {
    for pack in [nil, try latin(), try cyrillic()] {
      var keyboard = OnScreenKeyboard(pack)
      let (width, rows) = (keyboard.layer.width, keyboard.layer.rowEnds.count)
      _ = tap(.symbols(0), &keyboard)
      #expect(keyboard.layer.width <= width && keyboard.layer.rowEnds.count == rows)
      for layer in [keyboard.layer] {
        var bottom = 0
        for index in layer.row(rows - 1) { bottom += Int(layer.keys[index].width) }
        #expect(bottom == width)
      }
    }
  }

  @Test func `shift is for one letter, or locked by a second tap`() {
    var keyboard = OnScreenKeyboard(nil)
    _ = tap(.shift, &keyboard)
    #expect(tap(.type(0x41), &keyboard) == "A")
    #expect(tap(.type(0x61), &keyboard) == "a")
    _ = tap(.shift, &keyboard)
    _ = tap(.shift, &keyboard)
    #expect(keyboard.layer.shift == .locked)
    #expect(tap(.type(0x42), &keyboard) + tap(.type(0x43), &keyboard) == "BC")
    _ = tap(.shift, &keyboard)
    #expect(tap(.type(0x63), &keyboard) == "c")
  }

  @Test func `space, Backspace and Enter type what the keys do`() {
    var keyboard = OnScreenKeyboard(nil)
    #expect(tap(.type(0x20), &keyboard) == " ")
    #expect(tap(.backspace, &keyboard) == "\u{7F}")
    #expect(tap(.enter, &keyboard) == "\r")
    #expect(keyboard.tap(-1) == 0 && keyboard.tap(1000) == 0)
  }

  /// The characters of all layers.
  private func characters(_ keyboard: inout OnScreenKeyboard) -> Set<UInt16> {
    var found: Set<UInt16> = []
    func add() {
      for key in keyboard.layer.keys {
        if case .type(let value) = key.action { found.insert(value) }
      }
    }
    add()
    _ = tap(.shift, &keyboard)
    add()
    for first in [OnScreenKey.Action.symbols(0), .alternates(0)] {
      guard keyboard.layer.keys.contains(where: { $0.action == first }) else { continue }
      _ = tap(first, &keyboard)
      for page in 0..<keyboard.layer.pageCount {
        #expect(keyboard.layer.page == page)
        add()
        let next = (page + 1) % keyboard.layer.pageCount
        if next == page { break }
        _ = tap(first == .symbols(0) ? .symbols(next) : .alternates(next), &keyboard)
      }
    }
    return found
  }

  @Test func `all of ASCII can be typed in each layout`() throws {
    for pack in [nil, try latin(), try cyrillic()] {
      var keyboard = OnScreenKeyboard(pack)
      let found = characters(&keyboard)
      for value in UInt16(0x20)...0x7E {
        #expect(found.contains(value), "\(Unicode.Scalar(UInt8(value)))")
      }
    }
  }

  @Test func `each value of a layout is on a layer, on whichever level it is`() throws {
    for pack in [try latin(), try cyrillic()] {
      var keyboard = OnScreenKeyboard(pack)
      let found = characters(&keyboard)
      let record = pack[KeymapRecord.self, 0]
      for index in record.keys {
        for level in 0..<4 {
          let value = pack[KeyRecord.self, index].values[level].value
          #expect(value == 0 || found.contains(value), "\(String(value, radix: 16))")
        }
      }
    }
  }

  @Test func `a dead key changes the next letter, and has its sign on it`() throws {
    var keyboard = OnScreenKeyboard(try latin())
    _ = tap(.symbols(0), &keyboard)
    // ASCII comes first.
    _ = tap(.symbols(1), &keyboard)
    let key = try #require(keyboard.layer.keys.first { $0.action == .type(0xE001) })
    #expect(key.label == 0xB4)
    #expect(tap(.type(0xE001), &keyboard) == "")
    _ = tap(.letters, &keyboard)
    #expect(tap(.type(0x65), &keyboard) == "é")
    _ = tap(.symbols(0), &keyboard)
    _ = tap(.symbols(1), &keyboard)
    _ = tap(.type(0xE001), &keyboard)
    // Backspace takes back the dead key alone.
    #expect(tap(.backspace, &keyboard) == "")
    _ = tap(.letters, &keyboard)
    #expect(tap(.type(0x65), &keyboard) == "e")
  }

  @Test func `letters on the digits' row are with the others, in a row where they are many`() throws
  {
    var keyboard = OnScreenKeyboard(try latin())
    // The ß is on a digit's row.
    #expect(rows(keyboard.layer) == ["qwe", "as", ".yxß.", ".. ."])
    keyboard = OnScreenKeyboard(try cyrillic())
    #expect(rows(keyboard.layer)[0] == "йцукенгшщзхъ")
    #expect(rows(keyboard.layer)[2] == ".ячсмитьбюё.")
  }

  @Test func `letters that a font may lack have those of a US keyboard behind them`() throws {
    func fallbacks(_ layer: OnScreenLayer) -> [String] {
      layer.rowEnds.indices.map { row in
        layer.row(row).map { index in
          let value = layer.keys[index].fallback
          return value == 0 ? "." : String(Unicode.Scalar(value).map(Character.init) ?? "?")
        }.joined()
      }
    }
    var keyboard = OnScreenKeyboard(try cyrillic())
    #expect(
      fallbacks(keyboard.layer) == ["qwertyuiop[]", "asdfghjkl;'", ".zxcvbnm,.`.", "....."])
    _ = tap(.shift, &keyboard)
    #expect(fallbacks(keyboard.layer)[0] == "QWERTYUIOP{}")
    // No key shows the character of a neighbour.
    let latin = OnScreenKeyboard(try latin()).layer
    let labels = latin.keys.map { $0.label }
    for key in latin.keys { #expect(key.fallback == 0 || !labels.contains(key.fallback)) }
    // On other pages the order says nothing.
    _ = tap(.symbols(0), &keyboard)
    #expect(keyboard.layer.keys.allSatisfy { $0.fallback == 0 })
  }

  @Test func `the next layout has its own letters`() throws {
    var keyboard = OnScreenKeyboard(try cyrillic())
    #expect(keyboard.layoutName == 0x7572)
    _ = tap(.nextLayout, &keyboard)
    #expect(keyboard.layoutName == 0x7375 && keyboard.layer.layoutName == 0x7375)
    #expect(tap(.type(0x71), &keyboard) == "q")
    _ = tap(.nextLayout, &keyboard)
    #expect(tap(.type(0x439), &keyboard) == "й")
  }

  @Test func `a key shows the password only where the options have it`() {
    var keyboard = OnScreenKeyboard(nil)
    #expect(!keyboard.layer.keys.contains { $0.action == .reveal })
    keyboard = OnScreenKeyboard(nil, showsReveal: true)
    #expect(tap(.reveal, &keyboard) == "" && keyboard.isRevealing && keyboard.layer.isRevealing)
    _ = tap(.shift, &keyboard)
    keyboard.reset()
    #expect(!keyboard.isRevealing && keyboard.layer.shift == .off)
  }

  // MARK: Packs

  private func add(_ code: UInt8, _ levels: [UInt16], to pack: inout PackMaker) {
    var record = KeyRecord()
    record.code = code
    for (index, level) in levels.enumerated() { record.values[index] = KeyValue(level) }
    pack.add(record)
  }

  private func add(
    _ name: String, _ keys: Range<Int>, _ pairs: Range<Int>, to pack: inout PackMaker
  ) {
    var record = KeymapRecord()
    (record.name, record.shortName) = (pack.string(name), pack.string(name))
    (record.keys, record.pairs) = (keys, pairs)
    pack.add(record)
  }

  /// A few keys with AltGr's level, a letter on the digits' row, and a dead key.
  private func latin() throws -> Pack {
    var pack = PackMaker()
    let keys: [(UInt8, [UInt16])] = [
      (12, [0xDF, 0x3F, 0x5C, 0x1E9E]), (13, [0xE001, 0x60, 0, 0]),
      (16, [0x71, 0x51, 0x40, 0x2126]),
      (17, [0x77, 0x57, 0, 0]), (18, [0x65, 0x45, 0x20AC, 0]), (30, [0x61, 0x41, 0xE6, 0xC6]),
      (31, [0x73, 0x53, 0x17F, 0]), (44, [0x79, 0x59, 0xBB, 0]), (45, [0x78, 0x58, 0xAB, 0]),
      (86, [0x3C, 0x3E, 0x7C, 0]), (57, [0x20, 0x20, 0xA0, 0x202F]),
    ]
    for key in keys { add(key.0, key.1, to: &pack) }
    for pair: [UInt16] in [[0xE001, 0x65, 0xE9], [0xE001, 0x20, 0xB4]] {
      var record = PairRecord()
      (record.dead, record.next) = (KeyValue(pair[0]), KeyValue(pair[1]))
      record.result = KeyValue(pair[2])
      pack.add(record)
    }
    add("de", 0..<keys.count, 0..<2, to: &pack)
    return try #require(try? Pack(pack.file(), isKeymap: true))
  }

  /// Russian, and a few keys of a US layout.
  private func cyrillic() throws -> Pack {
    var pack = PackMaker()
    var count = 0
    for (code, letters) in [
      (41, "ё"), (16, "йцукенгшщзхъ"), (30, "фывапролджэ"), (44, "ячсмитьбю"),
    ] {
      for (index, letter) in letters.unicodeScalars.enumerated() {
        let capital = letter.properties.uppercaseMapping.unicodeScalars.first?.value ?? 0
        add(UInt8(code + index), [UInt16(letter.value), UInt16(capital), 0, 0], to: &pack)
        count += 1
      }
    }
    for (code, plain, shifted) in [(2, 0x31, 0x21), (53, 0x2E, 0x2C)] as [(UInt8, UInt16, UInt16)] {
      add(code, [plain, shifted, 0, 0], to: &pack)
      count += 1
    }
    let second = count
    for (index, letter) in "qwertyuiop".utf8.enumerated() {
      add(UInt8(16 + index), [UInt16(letter), UInt16(letter - 32), 0, 0], to: &pack)
      count += 1
    }
    add("ru", 0..<second, 0..<0, to: &pack)
    add("us", second..<count, 0..<0, to: &pack)
    return try #require(try? Pack(pack.file(), isKeymap: true))
  }
}
