// SPDX-License-Identifier: Apache-2.0

/// Reads a record of a pack, and checks its fields while the pack is checked.
///
/// It reads within the record whatever the fields say. Of an invalid record some values are replaced.
struct RecordReader: RecordCoder {
  private let pack: Pack
  private var position: Int
  private let isChecking: Bool
  /// Whether no field was invalid so far; always true of a reader that does not check.
  private(set) var isValid = true

  init(_ pack: Pack, at position: Int, isChecking: Bool) {
    (self.pack, self.position, self.isChecking) = (pack, position, isChecking)
  }

  func count(_ section: PackSection) -> Int { pack.count(section) }

  var textCount: Int { pack.textCount }

  var isOwnVersion: Bool { pack.isOwnVersion }

  mutating func integer<Number: FixedWidthInteger>(_ number: inout Number) {
    number = pack.load(at: position)
    position += Number.bitWidth / 8
  }

  mutating func zeros(_ count: Int) { zeros(upTo: position + count) }

  /// Skips zeros up to a position of the file.
  ///
  /// A newer version may have fields there.
  mutating func zeros(upTo end: Int) {
    if isChecking && pack.isOwnVersion {
      for index in position..<end where pack.byte(index) != 0 { isValid = false }
    }
    position = end
  }

  mutating func require(_ condition: @autoclosure () -> Bool) {
    if isChecking && !condition() { isValid = false }
  }
}

extension Pack {
  /// A record by its index, of a pack that has been checked; traps beyond the last.
  package subscript<Record: PackRecord>(kind: Record.Type, index: Int) -> Record {
    var reader = RecordReader(self, at: position(Record.section, index), isChecking: false)
    var record = Record()
    record.code(&reader)
    return record
  }

  /// The capacities in the header.
  package var room: RoomRecord {
    var reader = RecordReader(self, at: PackHeader.room, isChecking: false)
    var room = RoomRecord()
    room.code(&reader)
    return room
  }

  /// Whether the capacities in the header are within the limits.
  var isRoomPossible: Bool {
    var reader = RecordReader(self, at: PackHeader.room, isChecking: true)
    var room = RoomRecord()
    room.code(&reader)
    return reader.isValid
  }

  /// Whether a record is valid in itself, and with those that it refers to.
  func isValid<Record: PackRecord>(_ kind: Record.Type, _ index: Int) -> Bool {
    let start = position(Record.section, index)
    var reader = RecordReader(self, at: start, isChecking: true)
    var record = Record()
    record.code(&reader)
    reader.zeros(upTo: start + Record.section.stride)
    return reader.isValid && record.isConsistent(at: index, in: self)
  }

  /// Checks all records of a kind.
  ///
  /// - Throws: The first invalid one.
  func check<Record: PackRecord>(_ kind: Record.Type) throws(PackError) {
    for index in 0..<count(Record.section) where !isValid(kind, index) {
      throw .outOfBounds(Record.section.tag, index)
    }
  }
}
