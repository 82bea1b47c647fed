// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Two glyphs of a font, one after the other in the text.
struct GlyphPair: Hashable, Comparable {
  let first, second: Int

  static func < (a: GlyphPair, b: GlyphPair) -> Bool {
    (a.first, a.second) < (b.first, b.second)
  }
}

/// A distance in units, y up.
struct GlyphOffset: Hashable {
  var x, y: Int

  static func + (a: GlyphOffset, b: GlyphOffset) -> GlyphOffset {
    GlyphOffset(x: a.x + b.x, y: a.y + b.y)
  }

  static func - (a: GlyphOffset, b: GlyphOffset) -> GlyphOffset {
    GlyphOffset(x: a.x - b.x, y: a.y - b.y)
  }
}

/// What the glyphs of a font become beside others in texts at run time; glyphs are numbered in the font.
struct ShapingTables {
  /// The forms of a joined letter.
  struct Forms {
    var initial: Int?
    var medial: Int?
    var final: Int?
  }

  /// Marks that are placed on the same anchors.
  struct Group {
    var anchors: [Int: GlyphOffset] = [:]
    /// The points of the marks that are placed on them.
    var marks: [Int: GlyphOffset] = [:]
  }

  /// By the letter's glyph.
  var forms: [Int: Forms] = [:]
  var ligatures: [GlyphPair: Int] = [:]
  private(set) var groups: [Group] = []
  private var orders: [Int: UInt8] = [:]
  /// Glyphs of two marks.
  private var markPairs: [GlyphPair: Int] = [:]

  /// A pack's limit.
  private static let groupLimit = 255

  var isEmpty: Bool { forms.isEmpty && ligatures.isEmpty && groups.isEmpty }

  /// Adds a mark with its offsets from the origins of letters, and of other marks.
  ///
  /// A font places a point of the mark on an anchor of the letter. Which marks share anchors is not visible in the
  /// offsets of one letter, but those that do differ by the same offset on every letter.
  mutating func add(mark: Int, order: UInt8, offsets: [Int: GlyphOffset]) {
    orders[mark] = order
    if offsets.isEmpty { return }
    var best: (group: Int, point: GlyphOffset, shared: Int)?
    for (index, group) in groups.enumerated() {
      let shared = offsets.filter { group.anchors[$0.key] != nil }
      guard let one = shared.first, let anchor = group.anchors[one.key] else { continue }
      let point = anchor - one.value
      guard shared.allSatisfy({ group.anchors[$0.key] == $0.value + point }) else { continue }
      if shared.count > best?.shared ?? 0 { best = (index, point, shared.count) }
    }
    if best == nil, groups.count < ShapingTables.groupLimit {
      groups.append(Group())
      best = (groups.count - 1, GlyphOffset(x: 0, y: 0), offsets.count)
    }
    guard let best else { return }
    groups[best.group].marks[mark] = best.point
    for (glyph, offset) in offsets { groups[best.group].anchors[glyph] = offset + best.point }
  }

  /// Adds a glyph of two marks, which is placed as the first of them.
  mutating func addPair(_ pair: GlyphPair, _ glyph: Int) { markPairs[pair] = glyph }

  /// Places the glyphs of two marks, when the places of all marks are known.
  mutating func placePairs() {
    for (pair, glyph) in markPairs.sorted(by: { $0.key < $1.key }) {
      guard let group = groups.firstIndex(where: { $0.marks[pair.first] != nil }) else { continue }
      // The same glyph of other marks has its place already, and only there.
      if let other = groups.firstIndex(where: { $0.marks[glyph] != nil }),
        other != group || groups[other].marks[glyph] != groups[group].marks[pair.first]
      {
        continue
      }
      groups[group].marks[glyph] = groups[group].marks[pair.first]
      orders[glyph] = orders[pair.first]
      ligatures[pair] = glyph
    }
    markPairs = [:]
  }

  /// Writes the sections of a font; `first` is its first glyph in the pack.
  func write(to builder: inout PackBuilder, first: Int) {
    for (glyph, forms) in forms.sorted(by: { $0.key < $1.key }) {
      var record = JoinRecord()
      record.glyph = UInt16(clamping: first + glyph)
      record.initial = forms.initial.map { first + $0 }
      record.medial = forms.medial.map { first + $0 }
      record.final = forms.final.map { first + $0 }
      builder.append(record)
    }
    for (pair, glyph) in ligatures.sorted(by: { $0.key < $1.key }) {
      var record = LigatureRecord()
      record.first = UInt16(clamping: first + pair.first)
      record.second = UInt16(clamping: first + pair.second)
      record.glyph = UInt16(clamping: first + glyph)
      builder.append(record)
    }
    writeMarks(to: &builder, first: first)
  }

  private func writeMarks(to builder: inout PackBuilder, first: Int) {
    // The fonts of a pack have their own glyphs, so that they may have the same groups.
    var marks: [MarkRecord] = []
    var anchors: [AnchorRecord] = []
    for (number, group) in groups.enumerated() {
      for (glyph, point) in group.marks {
        var record = MarkRecord()
        (record.glyph, record.group) = (UInt16(clamping: first + glyph), UInt8(clamping: number))
        record.order = orders[glyph] ?? 0
        (record.x, record.y) = (Int16(clamping: point.x), Int16(clamping: point.y))
        marks.append(record)
      }
      for (glyph, point) in group.anchors {
        var record = AnchorRecord()
        (record.glyph, record.group) = (UInt16(clamping: first + glyph), UInt8(clamping: number))
        (record.x, record.y) = (Int16(clamping: point.x), Int16(clamping: point.y))
        anchors.append(record)
      }
    }
    for record in marks.sorted(by: { $0.glyph < $1.glyph }) { builder.append(record) }
    for record in anchors.sorted(by: { ($0.glyph, $0.group) < ($1.glyph, $1.group) }) {
      builder.append(record)
    }
  }
}
