// SPDX-License-Identifier: Apache-2.0

import Support
import Testing
import Theme
import Keymaps

/// Typing with the layouts of a keymap pack, and packs that are no keymaps.
@Suite struct KeymapTypingTests {
  private static let (acute, diaeresis): (UInt16, UInt16) = (0xE001, 0xE007)

  /// Two layouts: one with letters, two dead keys, and `é è`, which Caps Lock turns to `É È`; one
  /// with a Greek letter.
  private func maker() -> PackMaker {
    var pack = PackMaker()
    let (acute, diaeresis) = (KeymapTypingTests.acute, KeymapTypingTests.diaeresis)
    let keys: [(code: UInt8, swaps: UInt8, levels: [UInt16])] = [
      (16, 3, [0x71, 0x51, 0x40, 0x2126]), (12, 0, [0xDF, 0x3F, 0x5C, 0]),
      (13, 0, [acute, diaeresis, 0, 0]), (18, 1, [0x65, 0x45, 0x20AC, 0x20AC]),
      (57, 0, [0x20, 0x20, 0x20, 0x20]), (26, 4, [0xC9, 0xC8, 0, 0]), (26, 0, [0xE9, 0xE8, 0, 0]),
      (46, 1, [0x78, 0x58, 0, 0]),
      (16, 1, [0x3B1, 0x391, 0, 0]),
    ]
    for key in keys {
      var record = KeyRecord()
      (record.code, record.flags) = (key.code, key.swaps)
      for (index, level) in key.levels.enumerated() { record.values[index] = KeyValue(level) }
      pack.add(record)
    }
    let pairs: [[UInt16]] = [
      [acute, 0x65, 0xE9], [acute, 0x20, 0xB4], [diaeresis, 0x65, 0xEB], [diaeresis, 0x20, 0xA8],
      [acute, diaeresis, 0x385],
    ]
    for pair in pairs {
      var record = PairRecord()
      (record.dead, record.next) = (KeyValue(pair[0]), KeyValue(pair[1]))
      record.result = KeyValue(pair[2])
      pack.add(record)
    }
    for (name, short, keys, pairs) in [
      ("German", "de", 0..<8, 0..<5), ("Greek", "gr", 8..<9, 5..<5),
    ] {
      var record = KeymapRecord()
      (record.name, record.shortName) = (pack.string(name), pack.string(short))
      (record.keys, record.pairs) = (keys, pairs)
      pack.add(record)
    }
    return pack
  }

  private func translator() throws -> KeyTranslator {
    KeyTranslator(try #require(try? Pack(maker().file(), isKeymap: true)))
  }

  private func text(_ word: UInt64) -> String {
    var bytes: [UInt8] = []
    for shift in stride(from: 0, to: 64, by: 8) where word >> UInt64(shift) != 0 {
      bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Presses and releases keys one after the other while others are held.
  private func typed(
    _ keys: [Int], holding held: [Int] = [], _ translator: inout KeyTranslator
  ) -> String {
    var result = ""
    for key in held { result += text(translator.bytes(for: key, action: 1)) }
    for key in keys {
      result += text(translator.bytes(for: key, action: 1))
      result += text(translator.bytes(for: key, action: 0))
    }
    for key in held { result += text(translator.bytes(for: key, action: 0)) }
    return result
  }

  @Test func `four levels, and Caps Lock where a key says so`() throws {
    var keys = try translator()
    #expect(typed([16, 12, 18], &keys) == "qße")
    #expect(typed([16, 12, 18], holding: [42], &keys) == "Q?E")
    #expect(typed([16, 12, 18], holding: [100], &keys) == "@\\€")
    #expect(typed([16, 12, 18], holding: [100, 54], &keys) == "Ω€")
    keys.isCapsLockOn = true
    #expect(typed([16, 12, 18], &keys) == "QßE")
    #expect(typed([16, 12, 18], holding: [100], &keys) == "Ω\\€")
    #expect(typed([16], holding: [42], &keys) == "q")
    #expect(typed([26], &keys) + typed([26], holding: [42], &keys) == "ÉÈ")
    // An Alt key that is not AltGr selects no level.
    keys.isCapsLockOn = false
    #expect(typed([26], &keys) + typed([26], holding: [42], &keys) == "éè")
    #expect(typed([16], holding: [56], &keys) == "q")
  }

  @Test func `dead keys go with what follows, or both are typed`() throws {
    var keys = try translator()
    #expect(typed([13, 18], &keys) == "é")
    #expect(typed([13, 57], &keys) == "´")
    #expect(typed([13, 46], &keys) == "´x")
    #expect(typed([13, 13, 18], &keys) == "´é", "no pair of two acutes")
    // Shift selects the diaeresis, which has a pair with the acute.
    #expect(typed([13], &keys) + typed([13], holding: [42], &keys) == "΅")
    #expect(typed([13, 14, 18], &keys) == "e", "Backspace takes it back")
    #expect(typed([13, 28], &keys) == "\r")
    #expect(typed([13, 96, 18], &keys) == "\re", "the keypad's Enter, too")
    #expect(typed([13], &keys) + typed([46], holding: [29], &keys) == "\u{18}")
    #expect(typed([18], &keys) == "e")
    keys.releaseAll()
    #expect(typed([14, 15, 28, 96], &keys) == "\u{7F}\t\r\r")
  }

  @Test func `another question begins without the dead key`() throws {
    var keys = try translator()
    keys.question = 1
    #expect(typed([13], &keys) == "")
    keys.question = 1
    #expect(typed([18], &keys) == "é")
    for other in [2, nil, 3] as [UInt32?] {
      #expect(typed([13], &keys) == "")
      keys.question = other
      #expect(typed([18], &keys) == "e")
    }
  }

  @Test func `keys go to the next layout, whose name is known`() throws {
    var keys = try translator()
    #expect(text(keys.layoutName) == "de")
    #expect(typed([42], holding: [56], &keys) == "")
    #expect(text(keys.layoutName) == "gr")
    #expect(typed([16], &keys) == "α")
    #expect(typed([46], &keys) == "", "no such key")
    #expect(typed([46], holding: [29], &keys) == "\u{3}", "as on every keyboard")
    #expect(typed([57], holding: [126], &keys) == "")
    #expect(text(keys.layoutName) == "de")
    #expect(typed([42], holding: [100], &keys) == "")
    #expect(text(keys.layoutName) == "de", "AltGr and Shift are a level")
    var without = KeyTranslator()
    #expect(typed([42, 16], holding: [56], &without) == "q")
    #expect(without.layoutName == 0)
  }

  /// The error line for a pack; nil for a valid pack.
  private func refusal(_ file: [UInt8], isKeymap: Bool = true) -> String? {
    do throws(PackError) {
      _ = try Pack(file, isKeymap: isKeymap)
      return nil
    } catch {
      var bytes: [UInt8] = []
      error.write { text in for index in text.indices { bytes.append(text[index]) } }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test func `what is out of bounds is refused in one line`() {
    func broken(_ section: PackSection, _ position: Int, _ value: UInt16) -> String? {
      var pack = maker()
      for index in 0..<2 {
        pack.sections[Int(section.rawValue)]?[position + index] = UInt8(
          truncatingIfNeeded: value >> (8 * index))
      }
      return refusal(pack.file())
    }
    #expect(broken(.keymaps, 18, 9) == nil)
    #expect(broken(.keymaps, 18, 10) == "damaged: KEYM 0 is out of bounds")
    #expect(broken(.keymaps, 24 + 16, 65535) == "damaged: KEYM 1 is out of bounds")
    #expect(broken(.keymaps, 24 + 22, 1) == "damaged: KEYM 1 is out of bounds")
    #expect(broken(.keymaps, 12, 999) == "damaged: KEYM 0 is out of bounds")
    #expect(broken(.keys, 10 * 2 + 2, 0x0D) == "damaged: KEYT 2 is out of bounds", "Enter")
    #expect(broken(.keys, 10 + 4, 0x7F) == "damaged: KEYT 1 is out of bounds")
    #expect(broken(.keys, 2, 0xD800) == "damaged: KEYT 0 is out of bounds", "half a character")
    #expect(broken(.keys, 8, 0xDFFF) == "damaged: KEYT 0 is out of bounds")
    #expect(broken(.keys, 8, 0xFFFF) == nil)
    #expect(broken(.keys, 0, 0x0810) == "damaged: KEYT 0 is out of bounds", "a flag")
    #expect(broken(.pairs, 6 + 4, 0x85) == "damaged: PAIR 1 is out of bounds")
    #expect(refusal(maker().file(), isKeymap: false) == "damaged: STAG 0 is out of bounds")
    #expect(refusal(PackMaker.sample().file()) == "damaged: KEYM 0 is out of bounds")
    var empty = maker()
    empty.sections[Int(PackSection.keymaps.rawValue)] = nil
    #expect(refusal(empty.file()) == "damaged: KEYM 0 is out of bounds")
  }

  /// Types keys with every modifier, so that dead keys follow other dead keys and themselves.
  private func everything(_ pack: Pack) -> [UInt64] {
    var keys = KeyTranslator(pack)
    var result = [keys.layoutName]
    for layout in 0..<pack.count(.keymaps) {
      if layout > 0 { _ = typed([57], holding: [125], &keys) }
      result.append(keys.layoutName)
      for modifiers in 0..<8 {
        keys.isCapsLockOn = modifiers & 4 != 0
        for key in [0, 12, 13, 16, 18, 26, 46, 57, 255] {
          keys.releaseAll()
          if modifiers & 1 != 0 { _ = keys.bytes(for: 42, action: 1) }
          if modifiers & 2 != 0 { _ = keys.bytes(for: 100, action: 1) }
          for again in [key, 18, key, key, 57] {
            result.append(keys.bytes(for: again, action: 1))
          }
        }
      }
    }
    return result
  }

  @Test func `each flipped bit is refused, and with the hash made right it types text`() throws {
    let file = maker().file()
    let usual = everything(try #require(try? Pack(file, isKeymap: true)))
    var (refused, changed) = (0, 0)
    for bit in 0..<8 * file.count {
      var broken = file
      broken[bit / 8] ^= 1 << (bit % 8)
      #expect(refusal(broken) != nil, "bit \(bit)")
      guard let pack = try? Pack(PackMaker.sealed(broken), isKeymap: true) else {
        refused += 1
        continue
      }
      let typed = everything(pack)
      if typed != usual { changed += 1 }
      for word in Set(typed) where text(word).unicodeScalars.contains("\u{FFFD}") {
        #expect(text(word) == "\u{FFFD}", "bit \(bit): \(String(word, radix: 16))")
      }
    }
    #expect(refused > 500 && changed > 500)
  }
}
