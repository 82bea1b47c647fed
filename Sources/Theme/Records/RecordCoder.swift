// SPDX-License-Identifier: Apache-2.0

/// A kind of record of a pack.
///
/// `code(_:)` names each field once, in the order of the file.
package protocol PackRecord {
  /// The section with records of this kind.
  static var section: PackSection { get }

  /// A record of zeros, without references.
  init()

  /// Passes every field to a coder, which reads or writes it. Zeros follow up to the section's stride.
  mutating func code(_ coder: inout some RecordCoder)

  /// Whether a record with valid fields also fits the records that it refers to.
  func isConsistent(at index: Int, in pack: Pack) -> Bool
}

extension PackRecord {
  package func isConsistent(at index: Int, in pack: Pack) -> Bool { true }
}

/// A value that a field of a record stores.
package protocol RecordField {
  /// The type's name in flipbook-pack(5).
  static var typeName: StaticString { get }

  mutating func code(_ coder: inout some RecordCoder)
}

/// Visits the fields of a record.
///
/// `RecordReader` reads and checks them, `RecordWriter` writes them, and a test makes the tables of flipbook-pack(5) of
/// them. All three use the same `code(_:)`, so that they cannot disagree.
package protocol RecordCoder {
  /// The number of records of a section; of bytes in a section of bytes.
  func count(_ section: PackSection) -> Int

  /// The number of texts of each language.
  var textCount: Int { get }

  /// Whether every value is of a version that this program knows.
  var isOwnVersion: Bool { get }

  /// Codes a number, little-endian.
  mutating func integer<Number: FixedWidthInteger>(_ number: inout Number)

  /// Skips bytes that are 0 in this version.
  mutating func zeros(_ count: Int)

  /// Makes the record invalid if a condition is false.
  mutating func require(_ condition: @autoclosure () -> Bool)

  /// Called before a field with its type and its name in flipbook-pack(5), and after it.
  mutating func begin(_ type: StaticString, _ name: StaticString)
  mutating func end()

  /// Called with the meanings of the current field's values.
  mutating func choices<Choice: RecordChoice>(_ type: Choice.Type)
}

extension RecordCoder {
  package var isOwnVersion: Bool { true }

  package mutating func begin(_ type: StaticString, _ name: StaticString) {}
  package mutating func end() {}
  package mutating func choices<Choice: RecordChoice>(_ type: Choice.Type) {}

  /// Codes a field of any type.
  package mutating func field<Field: RecordField>(_ value: inout Field, _ name: StaticString) {
    field(&value, Field.typeName, name)
  }

  private mutating func field(
    _ value: inout some RecordField, _ type: StaticString, _ name: StaticString
  ) {
    begin(type, name)
    value.code(&self)
    end()
  }

  /// Codes a time in microseconds, at most an hour.
  package mutating func time(_ microseconds: inout UInt32, _ name: StaticString) {
    field(&microseconds, "T", name)
    let time = microseconds
    require(time <= 3_600_000_000)
  }

  /// Codes the index of a record of another section, or of a text of each language; nil for none.
  package mutating func reference(
    _ index: inout Int?, to section: PackSection, _ name: StaticString
  ) {
    var number = index.map { UInt16(clamping: $0) } ?? PackIndex.none
    field(&number, "REF", name)
    index = number == PackIndex.none ? nil : Int(number)
    let (reference, limit) = (number, section == .texts ? textCount : count(section))
    require(reference == PackIndex.none || reference < limit)
  }

  /// Codes a range of records, or of bytes: the first, and how many.
  package mutating func range<First, Count>(
    _ range: inout Range<Int>, in section: PackSection, _ firstType: First.Type,
    _ firstName: StaticString, _ countType: Count.Type, _ countName: StaticString
  )
  where
    First: RecordField & FixedWidthInteger & UnsignedInteger,
    Count: RecordField & FixedWidthInteger & UnsignedInteger
  {
    var start = First(clamping: range.lowerBound)
    var length = Count(clamping: range.count)
    field(&start, firstName)
    field(&length, countName)
    range = self.range(start, length, of: section)
  }

  /// The range of records, or of bytes, from a first one on; empty, and the record invalid, if the section does not have
  /// all of it.
  package mutating func range(
    _ first: some UnsignedInteger, _ count: some UnsignedInteger, of section: PackSection
  ) -> Range<Int> {
    let isInside = UInt64(first) + UInt64(count) <= UInt64(self.count(section))
    require(isInside)
    return isInside ? Int(first)..<Int(first) + Int(count) : 0..<0
  }
}

/// A field of one byte with a few possible values.
package protocol RecordChoice: RecordField, RawRepresentable, CaseIterable
where RawValue == UInt8 {}

extension RecordChoice {
  package static var typeName: StaticString { "u8" }

  package mutating func code(_ coder: inout some RecordCoder) {
    var raw = rawValue
    coder.integer(&raw)
    let choice = Self(rawValue: raw)
    coder.require(choice != nil)
    self = choice ?? self
    coder.choices(Self.self)
  }
}
