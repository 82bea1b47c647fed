// SPDX-License-Identifier: Apache-2.0

internal import CXKB
internal import Theme

/// Compiles the keymap pack for a daemon that reads the keyboard itself.
package enum KeymapCompiler {
  /// Why there is no pack.
  package enum Problem: Error, Equatable {
    /// libxkbcommon has no such layout.
    case unknown(String)
    /// A layout has more keys or pairs than a pack can hold.
    case tooLarge(String)
    /// More than four layouts, including an added `us`.
    case tooMany
  }

  /// A pack, and whether `us` was added before the layouts because the first one has no letters from a to z.
  package struct Result {
    /// The file's bytes.
    package let bytes: [UInt8]
    /// The layouts' names in order.
    package let names: [String]
    /// Whether `us` was added first.
    package let addsUS: Bool
    /// Layouts with dead keys, for which the locale has no compose table.
    package let withoutPairs: [String]
  }

  /// Compiles layouts, each `LAYOUT` or `LAYOUT:VARIANT`, with options of XKB such as `ctrl:nocaps,eurosign:e`, and
  /// the compose table of a locale.
  ///
  /// - Throws: The first problem.
  package static func compile(
    _ layouts: [String], options: String = "", locale: String, exactly: Bool
  ) throws(Problem) -> Result {
    let layouts = try self.layouts(layouts, options: options, locale: locale, exactly: exactly)
    var strings: [UInt8] = []
    var sections = layouts.sections { text in
      let range = StringRange(offset: UInt32(strings.count), length: UInt32(text.utf8.count))
      strings += Array(text.utf8)
      return range
    }
    sections[.strings] = strings
    return Result(
      bytes: PackFile.bytes(sections, room: SceneRoom()), names: layouts.names,
      addsUS: layouts.addsUS, withoutPairs: layouts.withoutPairs)
  }

  /// The layouts, with the information for a result.
  struct Layouts {
    fileprivate let read: [cxkb_layout]
    let names: [String]
    let addsUS: Bool
    let withoutPairs: [String]
  }

  /// Reads layouts, with `us` added before them if needed.
  static func layouts(
    _ layouts: [String], options: String = "", locale: String, exactly: Bool
  ) throws(Problem) -> Layouts {
    var names = layouts
    var read: [cxkb_layout] = []
    for name in names { read.append(try Self.read(name, options, locale)) }
    let addsUS = !exactly && read.first.map { !hasLetters($0) } == true
    if addsUS {
      // `us` may already be in the list, further back.
      let index = names.firstIndex(of: "us")
      let us = if let index { read.remove(at: index) } else { try Self.read("us", options, locale) }
      read.insert(us, at: 0)
      if let index { names.remove(at: index) }
      names.insert("us", at: 0)
    }
    guard (1...PackSection.keymaps.limit).contains(read.count) else { throw .tooMany }
    let withoutPairs = zip(read, names)
      .filter { layout, _ in layout.pair_count == 0 && hasDeadKeys(layout) }
    return Layouts(
      read: read, names: names, addsUS: addsUS, withoutPairs: withoutPairs.map(\.1))
  }

  private static func read(
    _ name: String, _ options: String, _ locale: String
  ) throws(Problem) -> cxkb_layout {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var layout = cxkb_layout()
    // Texts and the result live until the call returns.
    let result = unsafe cxkb_read(
      String(parts[0]), parts.count > 1 ? String(parts[1]) : "", options, locale, &layout)
    if result == CXKB_TOO_LARGE { throw .tooLarge(name) }
    guard result == CXKB_FINE, !parts[0].isEmpty else { throw .unknown(name) }
    return layout
  }

  fileprivate static func keys(_ layout: cxkb_layout) -> [cxkb_key] {
    // A C array, read within its own bounds.
    unsafe withUnsafeBytes(of: layout.keys) { bytes in
      unsafe Array(bytes.bindMemory(to: cxkb_key.self).prefix(Int(layout.key_count)))
    }
  }

  fileprivate static func pairs(_ layout: cxkb_layout) -> [cxkb_pair] {
    // A C array, read within its own bounds.
    unsafe withUnsafeBytes(of: layout.pairs) { bytes in
      unsafe Array(bytes.bindMemory(to: cxkb_pair.self).prefix(Int(layout.pair_count)))
    }
  }

  private static func hasLetters(_ layout: cxkb_layout) -> Bool {
    let plain = Set(keys(layout).map { $0.levels.0 })
    return (0x61...0x7A).allSatisfy { plain.contains($0) }
  }

  private static func hasDeadKeys(_ layout: cxkb_layout) -> Bool {
    keys(layout).contains { key in
      [key.levels.0, key.levels.1, key.levels.2, key.levels.3].contains { 0xE000...0xF8FF ~= $0 }
    }
  }

  /// The short names of layouts, at most eight bytes: the layout without its variant, with a number from the
  /// second one of that name on.
  fileprivate static func shortNames(_ names: [String]) -> [String] {
    var short: [String] = []
    for name in names {
      let layout = name.prefix { $0 != ":" }.prefix(8)
      var (next, number) = (String(layout), 2)
      while short.contains(next) {
        next = "\(layout.prefix(7))\(number)"
        number += 1
      }
      short.append(next)
    }
    return short
  }
}

extension KeymapCompiler.Layouts {
  /// The sections of the layouts; `text` stores their names in the pack's strings.
  func sections(_ text: (String) -> StringRange) -> [PackSection: [UInt8]] {
    var sections: [PackSection: [UInt8]] = [:]
    var (firstKey, firstPair) = (0, 0)
    for (layout, name) in zip(read, KeymapCompiler.shortNames(names)) {
      var record = KeymapRecord()
      let title = unsafe withUnsafeBytes(of: layout.name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      (record.name, record.shortName) = (text(title), text(name))
      record.keys = firstKey..<firstKey + Int(layout.key_count)
      record.pairs = firstPair..<firstPair + Int(layout.pair_count)
      sections[.keymaps, default: []] += record.bytes
      for key in KeymapCompiler.keys(layout) {
        var record = KeyRecord()
        (record.code, record.flags) = (key.code, key.flags)
        record.values = [
          KeyValue(key.levels.0), KeyValue(key.levels.1), KeyValue(key.levels.2),
          KeyValue(key.levels.3),
        ]
        sections[.keys, default: []] += record.bytes
      }
      for pair in KeymapCompiler.pairs(layout) {
        var record = PairRecord()
        (record.dead, record.next) = (KeyValue(pair.dead), KeyValue(pair.base))
        record.result = KeyValue(pair.result)
        sections[.pairs, default: []] += record.bytes
      }
      (firstKey, firstPair) = (record.keys.upperBound, record.pairs.upperBound)
    }
    return sections
  }
}
