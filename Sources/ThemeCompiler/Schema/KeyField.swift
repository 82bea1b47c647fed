// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Theme

/// The field of a record that a key's value is written to as it is.
struct KeyField<Record>: Sendable {
  /// Writes the value of the key in a situation.
  let write: @Sendable (_ key: String, _ keys: Resolved, inout Record) -> Void

  init<Value: RecordValue & SendableMetatype>(
    _ field: any WritableKeyPath<Record, Value> & Sendable
  ) {
    write = { key, keys, record in record[keyPath: field] = Value(of: key, keys) }
  }

  init<Choice: RawRepresentable<UInt8> & SendableMetatype>(
    choice field: any WritableKeyPath<Record, Choice> & Sendable
  ) {
    write = { key, keys, record in record[keyPath: field] = keys.choice(key) }
  }
}

/// A value of a record that is a key's value; without one it is zero, no colour, or false.
protocol RecordValue {
  init(of key: String, _ keys: Resolved)
}

extension Length: RecordValue {
  init(of key: String, _ keys: Resolved) { self = keys.length(key) ?? .zero }
}

extension StraightColor: RecordValue {
  init(of key: String, _ keys: Resolved) { self = keys.color(key) ?? .none }
}

extension Fixed: RecordValue {
  init(of key: String, _ keys: Resolved) { self.init(q16: keys.number(key) ?? 0) }
}

extension Bool: RecordValue {
  init(of key: String, _ keys: Resolved) { self = keys.boolean(key) }
}

/// A number of a channel.
extension UInt8: RecordValue {
  init(of key: String, _ keys: Resolved) { self = UInt8(clamping: keys.integer(key) ?? 0) }
}

/// A time, in microseconds.
extension UInt32: RecordValue {
  init(of key: String, _ keys: Resolved) { self = keys.time(key) }
}

extension Resolved {
  /// Writes all keys of a table that have a field in a record of this type.
  func write<Record>(_ kind: TableKind, to record: inout Record) {
    for key in Schema.keys(of: kind) {
      (key.field as? KeyField<Record>)?.write(key.name, self, &record)
    }
  }
}
