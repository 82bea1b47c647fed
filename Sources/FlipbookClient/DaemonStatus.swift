// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
public import Stage
public import Text

/// A status of the daemon: the state of its stage and, in the answer to a request, of its displays.
public struct DaemonStatus: Equatable, Sendable {
  private let line: LongText

  /// Reads `key=value` words.
  package init(line: Span<UInt8>) { self.line = LongText(line) }

  /// The words as they were received.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { line.bytes }
  }

  /// The state of the animation; nil for one that only a newer daemon has, and in the last status of a daemon that
  /// quits.
  public var state: StageState? {
    guard let field = field("state") else { return nil }
    return StageState(name: line.bytes.extracting(field.value))
  }

  /// The reported progress, to the nearest hundredth; nil while it is unknown.
  public var percent: Percent? {
    guard field("unknown") == nil, let field = field("target"),
      let value = Fixed(decimal: line.bytes.extracting(field.value))
    else { return nil }
    return Percent(value)
  }

  /// The message of the first slot; empty without one.
  public var message: Message {
    guard let field = field("message") else { return Message() }
    return Message(truncating: field.text(in: line.bytes).bytes)
  }

  /// The value of a key of `flipbookd(8)`, such as `theme`, `display`, `size` or `eta`; nil without that key.
  public subscript(key: String) -> String? {
    var fields = StatusFields()
    while let field = fields.next(in: line.bytes) {
      let name = line.bytes.extracting(field.key)
      var index = 0
      for byte in key.utf8 where index < name.count && name[index] == byte { index += 1 }
      if index == name.count, index == key.utf8.count { return field.text(in: line.bytes).string }
    }
    return nil
  }

  /// Whether this is the last status before the daemon ends.
  package var isLast: Bool {
    guard let field = field("state") else { return false }
    return line.bytes.extracting(field.value).isEqual(to: "quitting")
  }

  private func field(_ key: StaticString) -> StatusFields.Field? {
    var fields = StatusFields()
    while let field = fields.next(in: line.bytes) {
      if line.bytes.extracting(field.key).isEqual(to: key) { return field }
    }
    return nil
  }
}

extension LongText {
  /// The text; malformed UTF-8 becomes U+FFFD.
  fileprivate var string: String {
    var all: [UInt8] = []
    for index in 0..<count { all.append(bytes[index]) }
    return String(decoding: all, as: UTF8.self)
  }
}
