// SPDX-License-Identifier: Apache-2.0

// What a font's characters become beside others in texts at run time. Glyphs are numbered in the whole pack.

/// A record of a section that is sorted by a key, each of which is there once.
protocol SortedRecord: PackRecord {
  associatedtype Key: Comparable
  var key: Key { get }
}

extension SortedRecord {
  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    index == 0 || pack[Self.self, index - 1].key < key
  }
}

/// A `JOIN`: the forms of a letter that is joined to its neighbours.
///
/// The letter's own glyph is its isolated form.
package struct JoinRecord: SortedRecord {
  package var glyph: UInt16 = 0
  /// Joined to the next letter, to both, and to the previous one; nil for a letter that is never joined so.
  package var initial: Int?
  package var medial: Int?
  package var final: Int?

  package init() {}

  package static var section: PackSection { .joins }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&glyph, "glyph")
    coder.reference(&initial, to: .glyphs, "initial form")
    coder.reference(&medial, to: .glyphs, "medial form")
    coder.reference(&final, to: .glyphs, "final form")
    let glyphs = coder.count(.glyphs)
    coder.require(glyph < glyphs)
  }

  var key: UInt16 { glyph }
}

/// A `LIGA`: the glyph of two glyphs, the second behind the first, or a mark on it.
package struct LigatureRecord: SortedRecord {
  package var first: UInt16 = 0
  package var second: UInt16 = 0
  package var glyph: UInt16 = 0

  package init() {}

  package static var section: PackSection { .ligatures }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&first, "first glyph")
    coder.field(&second, "second glyph")
    coder.field(&glyph, "glyph of both")
    let glyphs = coder.count(.glyphs)
    let largest = max(first, second, glyph)
    coder.require(largest < glyphs)
    coder.zeros(2)
  }

  var key: UInt32 { UInt32(first) << 16 | UInt32(second) }
}

/// A `MARK`: a combining mark, and the point of it that is placed on an anchor of its base.
package struct MarkRecord: SortedRecord {
  package var glyph: UInt16 = 0
  /// Which anchors it is placed on.
  package var group: UInt8 = 0
  /// Marks on the same base are sorted by it, unless it is 0.
  package var order: UInt8 = 0
  package var x: Int16 = 0
  package var y: Int16 = 0

  package init() {}

  package static var section: PackSection { .marks }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&glyph, "glyph")
    coder.field(&group, "group")
    coder.field(&order, "order (0: as it is)")
    coder.field(&x, "x")
    coder.field(&y, "y")
    let glyphs = coder.count(.glyphs)
    coder.require(glyph < glyphs)
  }

  var key: UInt16 { glyph }
}

/// An `ANCH`: the point of a letter, or of a mark, on which the marks of a group are placed.
package struct AnchorRecord: SortedRecord {
  package var glyph: UInt16 = 0
  package var group: UInt8 = 0
  package var x: Int16 = 0
  package var y: Int16 = 0

  package init() {}

  package static var section: PackSection { .anchors }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&glyph, "glyph")
    coder.field(&group, "group of marks")
    coder.zeros(1)
    coder.field(&x, "x")
    coder.field(&y, "y")
    let glyphs = coder.count(.glyphs)
    coder.require(glyph < glyphs)
  }

  var key: UInt32 { UInt32(glyph) << 8 | UInt32(group) }
}

extension Pack {
  /// Whether a font has more than one glyph for each character.
  var hasShaping: Bool { count(.joins) > 0 || count(.ligatures) > 0 || count(.marks) > 0 }

  /// The forms of a glyph's letter; nil for one that is not joined.
  func join(of glyph: Int) -> JoinRecord? {
    index(in: .joins, of: UInt32(glyph)) { self[JoinRecord.self, $0].glyph.key }
      .map { self[JoinRecord.self, $0] }
  }

  /// The glyph of two glyphs; nil where they stay two.
  func ligature(_ first: Int, _ second: Int) -> Int? {
    index(in: .ligatures, of: UInt32(first) << 16 | UInt32(second)) {
      self[LigatureRecord.self, $0].key
    }.map { Int(self[LigatureRecord.self, $0].glyph) }
  }

  /// A glyph's mark; nil where it is none.
  func mark(of glyph: Int) -> MarkRecord? {
    index(in: .marks, of: UInt32(glyph)) { self[MarkRecord.self, $0].glyph.key }
      .map { self[MarkRecord.self, $0] }
  }

  /// The anchor of a glyph for a group of marks; nil without one.
  func anchor(of glyph: Int, group: UInt8) -> AnchorRecord? {
    index(in: .anchors, of: UInt32(glyph) << 8 | UInt32(group)) {
      self[AnchorRecord.self, $0].key
    }.map { self[AnchorRecord.self, $0] }
  }

  /// The record with a key, of a section that is sorted by it.
  private func index(
    in section: PackSection, of key: UInt32, by keyOf: (Int) -> UInt32
  ) -> Int? {
    var (low, high) = (0, count(section))
    while low < high {
      let middle = (low + high) >> 1
      let found = keyOf(middle)
      if found == key { return middle }
      if found < key { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

extension UInt16 {
  fileprivate var key: UInt32 { UInt32(self) }
}
