// SPDX-License-Identifier: Apache-2.0

import DisplayList
import Animations
import Control
import FixedPoint
import Presentation
import Scanout
import Theme
import Stage
import Text

/// The reply to `status`: `key=value` words, a value with blanks in double quotes.
struct StatusLine: ~Copyable {
  private var text = InlineText<1000>()
  private static var capacity: Int { 1000 }

  /// The bytes of one output's keys with their longest values, and of `message=""`.
  ///
  /// That is 42 for the name, 19 each for the two counts, 18 for the size, 18 for the refresh rate, 13 for
  /// the scale, 15 for `suspended`, 12 for the rotation, and 11.
  private static var roomForOne: Int { 170 }

  /// The reply.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.bytes }
  }

  /// Starts the reply with the stage's status.
  init(_ status: StageStatus, _ animation: StageConfiguration.AnimationKind) {
    text.append("ok state=")
    text.append(status.state.name)
    text.append(" animation=")
    text.append(animation.name)
    text.append(" target=")
    text.append(StatusLine.rounded(status.percent.value), decimals: 2)
    if status.isUnknown { text.append(" unknown=yes") }
    if status.showsProgress {
      text.append(" shown=")
      text.append(StatusLine.percent(status.shown), decimals: 2)
    }
    if let seconds = status.remainingSeconds {
      text.append(" eta=")
      text.append(seconds)
    }
    if status.isFailed { text.append(" failed=yes") }
  }

  /// A line for subscribers: the reported progress and the stage's state, or `quitting`.
  init(update status: StageStatus, isLast: Bool = false) {
    text.append("state=")
    text.append(isLast ? "quitting" : status.state.name)
    text.append(" target=")
    text.append(StatusLine.rounded(status.percent.value), decimals: 2)
    if status.isUnknown { text.append(" unknown=yes") }
    if status.isFailed { text.append(" failed=yes") }
    append(message: status.message)
  }

  /// A progress in percent, to the nearest hundredth, but 100 only for the whole.
  static func percent(_ shown: Fixed) -> Fixed {
    shown >= 1 ? 100 : min(rounded(max(shown, 0) * 100), almostAll)
  }

  /// A number that, truncated to two decimals, is the nearest hundredth.
  private static func rounded(_ number: Fixed) -> Fixed {
    let half = Fixed(1, over: 200)
    return number < Fixed.max - half ? number + half : number
  }

  // Rounded up, so that truncation to hundredths gives 99.99.
  private static var almostAll: Fixed { Fixed(99991, over: 1000) }

  /// Appends a theme's name and its variant's; nothing for the built-in look.
  mutating func append(theme choice: ThemeSelection?) {
    guard let choice, choice.pack.count(.metadata) > 0 else { return }
    text.append(" theme=")
    append(word: choice.pack, choice.pack[MetadataRecord.self, 0].name)
    if choice.variant == 0 { return }
    text.append(":")
    append(word: choice.pack, choice.pack[VariantRecord.self, choice.variant - 1].name)
  }

  /// Appends the machine's mode; nothing for a boot.
  mutating func append(_ mode: MachineMode) {
    guard mode != .bootUp else { return }
    text.append(" mode=")
    text.append(mode.word)
  }

  /// Appends at most 32 bytes of a pack's text, with `_` for each byte that would end the word or the
  /// line.
  private mutating func append(word pack: Pack, _ range: StringRange) {
    let word = pack.string(range)
    for index in 0..<min(word.count, 32) {
      let byte = word[index]
      let isPlain = 0x21...0x7E ~= byte && !StatusLine.isSpecial(byte)
      text.append(byte: isPlain ? byte : UInt8(ascii: "_"))
    }
  }

  /// Appends the first output's fields.
  ///
  /// Frame counts are left out while a prompt is shown: each key causes a frame, so they would reveal the
  /// length of a secret.
  mutating func append(first outputs: borrowing OutputStages) {
    if let first = outputs.list.first {
      append(first, isAsking: outputs.isAsking, suffix: nil)
    } else {
      text.append(" frames=0 missed=0")
    }
  }

  /// Appends the number of outputs, their names, and the fields of all but the first.
  ///
  /// Outputs that do not fit beside the message are left out.
  mutating func append(others outputs: borrowing OutputStages, beside message: borrowing Message) {
    let room = StatusLine.capacity - StatusLine.roomForOne - StatusLine.quotedCount(of: message)
    text.append(" outputs=")
    text.append(outputs.list.count)
    // The key's former name, for scripts.
    text.append(" screens=")
    text.append(outputs.list.count)
    if outputs.list.isEmpty { text.append(" display=none") }
    for index in 0..<outputs.list.count {
      if text.count > room { return }
      let suffix = index == 0 ? nil : index + 1
      append(key: "display", suffix)
      text.append(outputs.list[index].name.bytes)
      if index > 0 {
        append(outputs.list[index], isAsking: outputs.isAsking, suffix: suffix)
      }
    }
  }

  private mutating func append(_ output: OutputStage, isAsking: Bool, suffix: Int?) {
    if !isAsking {
      append(key: "frames", suffix)
      text.append(output.presenter.presentedFrameCount)
      append(key: "missed", suffix)
      text.append(output.presenter.clock.missedVblankCount)
    }
    append(key: "size", suffix)
    text.append(output.presenter.output.sizeInPixels.width)
    text.append("x")
    text.append(output.presenter.output.sizeInPixels.height)
    append(key: "refresh", suffix)
    text.append(Fixed(output.presenter.output.refreshMillihertz, over: 1000), decimals: 3)
    append(key: "scale", suffix)
    text.append(output.layout.scale, decimals: 2)
    if output.isSuspended {
      append(key: "suspended", suffix)
      text.append("yes")
    }
    let degrees = output.layout.rotation.degrees
    if degrees == 0 { return }
    append(key: "rotate", suffix)
    text.append(degrees)
  }

  private mutating func append(key: StaticString, _ suffix: Int?) {
    text.append(" ")
    text.append(key)
    if let suffix { text.append(suffix) }
    text.append("=")
  }

  /// Appends the clients' counts.
  mutating func append(clients: Int, dropped: Int) {
    text.append(" clients=")
    text.append(clients)
    text.append(" dropped=")
    text.append(dropped)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Appends the messages of the other slots, such as ` message2="b"`.
  ///
  /// Empty ones are left out, and those that do not fit beside the first slot's message.
  mutating func append(slotsOf outputs: borrowing OutputStages, beside message: borrowing Message) {
    let taken = StatusLine.quotedCount(of: message) + 2 * StatusLine.emptyMessageCount
    let room = StatusLine.capacity - taken
    for slot in 2...Command.messageSlots.upperBound {
      let other = outputs.message(in: slot)
      if other.isEmpty || text.count + StatusLine.quotedCount(of: other) > room { continue }
      append(message: other, slot)
    }
  }

  /// The bytes of ` message2=""`.
  private static var emptyMessageCount: Int { 12 }

  /// The bytes of a message between its quotes.
  private static func quotedCount(of message: borrowing Message) -> Int {
    var count = message.count
    for index in 0..<message.count where isSpecial(message.utf8[index]) { count += 1 }
    return count
  }

  /// Appends a message in quotes; quotes and backslashes in it are escaped with a backslash.
  mutating func append(message: borrowing Message, _ slot: Int? = nil) {
    append(key: "message", slot)
    text.append("\"")
    for index in 0..<message.count {
      let byte = message.utf8[index]
      if StatusLine.isSpecial(byte) { text.append("\\") }
      // The status is one line.
      text.append(byte: byte == UInt8(ascii: "\n") ? UInt8(ascii: " ") : byte)
    }
    text.append("\"")
  }
}
