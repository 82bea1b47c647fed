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
    /// Layouts with a Compose key, for the sequences of which there was no room.
    package let withoutSequences: [String]
  }

  /// Compiles layouts, each `LAYOUT` or `LAYOUT:VARIANT`, with options of XKB such as `ctrl:nocaps,compose:menu`, and
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
      bytes: PackFile.bytes(
        sections, room: SceneRoom(), minorVersion: layouts.minorVersion),
      names: layouts.names, addsUS: layouts.addsUS, withoutPairs: layouts.withoutPairs,
      withoutSequences: layouts.withoutSequences)
  }

  /// The layouts, with the information for a result.
  struct Layouts {
    fileprivate let read: [ReadLayout]
    fileprivate let switches: [cxkb_switch]
    let names: [String]
    let addsUS: Bool
    let withoutPairs: [String]
    let withoutSequences: [String]

    /// The minor version of the format that has all of it.
    fileprivate var minorVersion: UInt16 {
      let hasOptions =
        !switches.isEmpty
        || read.contains { !$0.roles.isEmpty || $0.pairs.count > $0.deadPairCount }
      return hasOptions ? PackHeader.keymapOptions : 0
    }
  }

  /// Reads layouts, with `us` added before them if needed.
  static func layouts(
    _ layouts: [String], options: String = "", locale: String, exactly: Bool
  ) throws(Problem) -> Layouts {
    var names = layouts
    // Each by itself: of a list libxkbcommon does not say which one is unknown.
    var first: ReadLayout?
    for name in names {
      let layout = try read(0, of: [name], options, locale)
      first = first ?? layout
    }
    let addsUS = !exactly && first.map { !$0.hasLetters } == true
    if addsUS {
      // `us` may already be in the list, further back.
      if let index = names.firstIndex(of: "us") { names.remove(at: index) }
      names.insert("us", at: 0)
    }
    guard (1...PackSection.keymaps.limit).contains(names.count) else { throw .tooMany }
    // Together: options may concern some layouts, such as the first one, and go from one to another.
    var read: [ReadLayout] = []
    for number in names.indices {
      read.append(try Self.read(number, of: names, options, locale))
    }
    let withoutPairs = zip(read, names)
      .filter { layout, _ in layout.deadPairCount == 0 && layout.hasDeadKeys }
    let withoutSequences = leaveOutSequences(&read, names)
    return Layouts(
      read: read, switches: try switches(of: names, options), names: names, addsUS: addsUS,
      withoutPairs: withoutPairs.map(\.1), withoutSequences: withoutSequences)
  }

  /// Leaves out the Compose sequences of the last layouts if there is no room for all; returns their names.
  private static func leaveOutSequences(
    _ read: inout [ReadLayout], _ names: [String]
  ) -> [String] {
    var left: [String] = []
    for index in read.indices.reversed()
    where read.map(\.pairs.count).reduce(0, +) > PackSection.pairs.limit {
      let (count, deadCount) = (read[index].pairs.count, read[index].deadPairCount)
      guard count > deadCount else { continue }
      read[index].pairs.removeLast(count - deadCount)
      left.insert(names[index], at: 0)
    }
    return left
  }

  /// The layouts and their variants as XKB's lists.
  private static func lists(_ names: [String]) -> (layouts: String, variants: String) {
    let parts = names.map {
      $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    }
    return (
      parts.map { String($0[0]) }.joined(separator: ","),
      parts.map { $0.count > 1 ? String($0[1]) : "" }.joined(separator: ",")
    )
  }

  private static func read(
    _ number: Int, of names: [String], _ options: String, _ locale: String
  ) throws(Problem) -> ReadLayout {
    let name = names[number]
    let isPlain = !name.contains(",") && !name.isEmpty && !name.hasPrefix(":")
    let lists = lists(names)
    var layout = unsafe cxkb_layout()
    // Texts and the result live until the calls return.
    let result = unsafe cxkb_read(
      lists.layouts, lists.variants, UInt32(number), options, locale, &layout)
    defer { unsafe cxkb_free_layout(&layout) }
    if result == CXKB_TOO_LARGE { throw .tooLarge(name) }
    guard result == CXKB_FINE, isPlain else { throw .unknown(name) }
    return unsafe ReadLayout(layout)
  }

  private static func switches(
    of names: [String], _ options: String
  ) throws(Problem) -> [cxkb_switch] {
    let lists = lists(names)
    var switches = unsafe cxkb_switches()
    // Texts and the result live until the calls return.
    let result = unsafe cxkb_read_switches(
      lists.layouts, lists.variants, options, UInt32(names.count), &switches)
    defer { unsafe cxkb_free_switches(&switches) }
    guard result == CXKB_FINE else { throw .tooLarge(names[0]) }
    return unsafe Array(
      UnsafeBufferPointer(start: switches.switches, count: Int(switches.count)))
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

/// A layout that libxkbcommon has read.
private struct ReadLayout {
  let name: String
  let keys: [cxkb_key]
  let roles: [cxkb_role]
  var pairs: [cxkb_pair]
  /// How many of the pairs, the first ones, have no Compose key.
  let deadPairCount: Int

  init(_ layout: cxkb_layout) {
    // A C array that ends with a zero, and lists of these lengths.
    name = unsafe withUnsafeBytes(of: layout.name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    keys = unsafe Array(UnsafeBufferPointer(start: layout.keys, count: Int(layout.key_count)))
    roles = unsafe Array(UnsafeBufferPointer(start: layout.roles, count: Int(layout.role_count)))
    pairs = unsafe Array(UnsafeBufferPointer(start: layout.pairs, count: Int(layout.pair_count)))
    deadPairCount = unsafe Int(layout.dead_pair_count)
  }

  /// Whether it has all letters from a to z.
  var hasLetters: Bool {
    let plain = Set(keys.map(\.levels.0))
    return (UInt16(0x61)...0x7A).allSatisfy { plain.contains($0) }
  }

  var hasDeadKeys: Bool {
    let dead = UInt16(0xE000)...0xF8FF
    return keys.contains { key in
      dead.contains(key.levels.0) || dead.contains(key.levels.1) || dead.contains(key.levels.2)
        || dead.contains(key.levels.3)
    }
  }
}

extension KeymapCompiler.Layouts {
  /// The sections of the layouts; `text` stores their names in the pack's strings.
  func sections(_ text: (String) -> StringRange) -> [PackSection: [UInt8]] {
    var sections: [PackSection: [UInt8]] = [:]
    var (firstKey, firstPair) = (0, 0)
    for (number, (layout, name)) in zip(read, KeymapCompiler.shortNames(names)).enumerated() {
      var record = KeymapRecord()
      (record.name, record.shortName) = (text(layout.name), text(name))
      record.keys = firstKey..<firstKey + layout.keys.count
      record.pairs = firstPair..<firstPair + layout.pairs.count
      sections[.keymaps, default: []] += record.bytes
      for key in layout.keys {
        var record = KeyRecord()
        (record.code, record.flags) = (key.code, key.flags)
        record.values = [
          KeyValue(key.levels.0), KeyValue(key.levels.1), KeyValue(key.levels.2),
          KeyValue(key.levels.3),
        ]
        sections[.keys, default: []] += record.bytes
      }
      for pair in layout.pairs {
        var record = PairRecord()
        (record.dead, record.next) = (KeyValue(pair.dead), KeyValue(pair.base))
        record.result = KeyValue(pair.result)
        sections[.pairs, default: []] += record.bytes
      }
      for role in layout.roles {
        var record = RoleRecord()
        (record.keymap, record.code) = (UInt8(number), role.code)
        record.roles = RoleRecord.Roles(rawValue: role.role)
        sections[.roles, default: []] += record.bytes
      }
      (firstKey, firstPair) = (record.keys.upperBound, record.pairs.upperBound)
    }
    for change in switches {
      var record = SwitchRecord()
      (record.code, record.held) = (change.code, change.held)
      (record.from, record.to) = (change.from, change.to)
      record.isTemporary = change.is_temporary
      sections[.switches, default: []] += record.bytes
    }
    return sections
  }
}
