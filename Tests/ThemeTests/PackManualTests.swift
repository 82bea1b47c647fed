// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Theme

/// The tables of flipbook-pack(5) list the fields that `code(_:)` of each kind of record names.
@Suite struct PackManualTests {
  /// Lists a record's fields: offset, type and name.
  private struct Table: RecordCoder {
    private var rows: [(offset: Int, count: Int, type: String, name: String)] = []
    private(set) var offset = 0
    /// The number of fields that contain the current one.
    private var depth = 0

    init<Record: PackRecord>(_ kind: Record.Type) {
      var record = Record()
      record.code(&self)
    }

    func count(_ section: PackSection) -> Int { .max }

    var textCount: Int { .max }

    mutating func integer<Number: FixedWidthInteger>(_ number: inout Number) {
      offset += Number.bitWidth / 8
    }

    mutating func zeros(_ count: Int) {
      if depth == 0, count > 0 { add("\(count)", "zeros") }
      offset += count
    }

    mutating func require(_ condition: @autoclosure () -> Bool) {}

    mutating func begin(_ type: StaticString, _ name: StaticString) {
      if depth == 0 { add("\(type)", "\(name)") }
      depth += 1
    }

    mutating func end() { depth -= 1 }

    mutating func choices<Choice: RecordChoice>(_ type: Choice.Type) {
      if depth > 1 { return }
      let values = Choice.allCases.map { "\($0.rawValue) \($0)" }.joined(separator: ", ")
      rows[rows.count - 1].name += ": \(values)"
    }

    private mutating func add(_ type: String, _ name: String) {
      if let last = rows.last, last.type == type, last.name == name {
        rows[rows.count - 1].count += 1
      } else {
        rows.append((offset, 1, type, name))
      }
    }

    /// The table for tbl(1), from an offset on.
    func lines(from start: Int = 0) -> String {
      let lines = rows.filter { $0.offset >= start }.map { row in
        let type = row.count > 1 ? "\(row.count) \(row.type)" : row.type
        let name = row.name.replacing("-", with: "\\-")
        // A long text is broken into lines.
        return "\(row.offset)|\(type)|" + (name.count > 50 ? "T{\n\(name)\nT}" : name)
      }
      return ".TS\ntab(|);\nl l lx.\n" + lines.joined(separator: "\n") + "\n.TE\n"
    }
  }

  /// A kind's table, with the zeros at the end of its record.
  private static func table<Record: PackRecord>(
    _ kind: Record.Type, from start: Int = 0
  ) -> (section: PackSection, lines: String) {
    var table = Table(kind)
    table.zeros(Record.section.stride - table.offset)
    #expect(table.offset == Record.section.stride, "\(kind)")
    return (Record.section, table.lines(from: start))
  }

  private static var placement: String { Table(ElementPlacement.self).lines() }

  @Test func `flipbook-pack(5) has the fields of all records`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.deletingLastPathComponent().appending(path: "Documentation/flipbook-pack.5"),
      encoding: .utf8)
    let own = Table(ElementPlacement.self).offset
    let tables = [
      Self.table(MetadataRecord.self), Self.table(VariantRecord.self),
      Self.table(StageRecord.self), Self.table(NodeRecord.self), Self.table(KeyframeRecord.self),
      Self.table(ColorRecord.self),
      Self.table(GradientRecord.self), Self.table(StopRecord.self), Self.table(ShadingRecord.self),
      Self.table(LocaleRecord.self),
      Self.table(TextRecord.self), Self.table(PieceRecord.self), Self.table(KnownTextRecord.self),
      Self.table(PlacedGlyphRecord.self), Self.table(FontRecord.self),
      Self.table(GlyphRecord.self), Self.table(CharacterRecord.self),
      Self.table(JoinRecord.self), Self.table(LigatureRecord.self), Self.table(MarkRecord.self),
      Self.table(AnchorRecord.self),
      Self.table(ImageRecord.self), Self.table(VectorRecord.self), Self.table(FrameRecord.self),
      Self.table(KeymapRecord.self), Self.table(KeyRecord.self), Self.table(PairRecord.self),
      Self.table(RoleRecord.self), Self.table(SwitchRecord.self),
      (.records, Self.placement), Self.table(BackgroundElement.self, from: own),
      Self.table(StackElement.self, from: own), Self.table(ImageElement.self, from: own),
      Self.table(TextElement.self, from: own), Self.table(PromptElement.self, from: own),
      Self.table(AnimationElement.self, from: own), Self.table(ClockElement.self, from: own),
      Self.table(MotionElement.self, from: own), Self.table(PartsElement.self, from: own),
    ]
    for (section, lines) in tables where !page.contains(lines) {
      Issue.record("flipbook-pack.5 lacks a table of \(section):\n\(lines)")
    }
    // Each section has its size beside its name, and each kind of record its table.
    let sections = (0..<PackSection.count).compactMap { PackSection(rawValue: UInt8($0)) }
    for section in sections {
      let tag = String(
        decoding: (0..<4).map { UInt8(section.tag >> (8 * UInt32($0)) & 255) }, as: UTF8.self)
      #expect(page.contains(".B \(tag) \\fR\(section.stride)\n"), "\(tag)")
      let isListed = tables.contains { $0.section == section }
      #expect(isListed == (section.stride > 1 && section != .selectors), "\(tag)")
    }
  }
}
