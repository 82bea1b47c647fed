// SPDX-License-Identifier: Apache-2.0

import Animations
import Control
import FixedPoint
import Text
import Motion
import Scanout
import Stage
import Theme

// The functions that a web page calls. A module's instance has one stage. For another stage or another size
// the page creates another instance, since an instance has one stage. Text goes both ways through
// the text area. Times are nanoseconds since the stage appeared. Addresses are in the module's memory.

/// The state of an instance of the module.
private struct Instance: ~Copyable {
  var playground: Playground?
  var text = TextArea()
  /// The bytes of a theme's pack, until they are checked.
  var packBytes: [UInt8] = []
  var pack: Pack?
}

// A web page's module has one thread, and calls to it do not nest.
nonisolated(unsafe) private var instance = Instance()

/// The address of the text area.
@c(flipbook_text)
func flipbookText() -> UInt {
  // There is one thread.
  unsafe instance.text.address
}

/// The size of the text area in bytes.
@c(flipbook_text_size)
func flipbookTextSize() -> UInt32 { UInt32(TextArea.size) }

/// Reserves memory for the file of a theme's pack, and returns its address.
///
/// Returns 0 for more bytes than the daemon reads of a file: 64 MB and one byte.
@c(flipbook_reserve_pack)
func flipbookReservePack(_ size: UInt32) -> UInt {
  // There is one thread.
  unsafe instance.reservePack(Int(clamping: size))
}

/// Checks the pack in the reserved memory, which `flipbook_set_up` then shows.
///
/// Returns 0, or the length of the error message in the text area: as the daemon logs it, after the file's name.
@c(flipbook_check_pack)
func flipbookCheckPack() -> UInt32 {
  // There is one thread.
  unsafe instance.checkPack()
}

/// Writes the names of the pack's variants to the text area, and those of its languages in a second line.
///
/// Returns the length of that text.
@c(flipbook_choices)
func flipbookChoices() -> UInt32 {
  // There is one thread.
  unsafe instance.writeChoices()
}

/// Sets up the stage from the options in the text area, with the pack if there is one; see `StageOptions`.
///
/// Returns 0, or the length of the error message in the text area.
@c(flipbook_set_up)
func flipbookSetUp(_ length: UInt32) -> UInt32 {
  // There is one thread.
  unsafe instance.setUp(Int(clamping: length))
}

/// Applies the command or the mode in the text area, in the grammar of the daemon's socket.
///
/// Returns 0, or the length of the error message in the text area.
@c(flipbook_command)
func flipbookCommand(_ length: UInt32, _ nanoseconds: Int64) -> UInt32 {
  // There is one thread.
  unsafe instance.command(Int(clamping: length), at: Instant(usable: nanoseconds))
}

/// Asks the question in the text area: 0 for a password, 1 for a text that is shown.
///
/// Returns 0, or the length of the error message in the text area.
@c(flipbook_ask)
func flipbookAsk(_ kind: UInt32, _ length: UInt32, _ nanoseconds: Int64) -> UInt32 {
  // There is one thread.
  unsafe instance.ask(
    kind == 0 ? .password : .question, Int(clamping: length), at: Instant(usable: nanoseconds))
}

/// Removes the present question.
@c(flipbook_end_prompt)
func flipbookEndPrompt(_ nanoseconds: Int64) {
  // There is one thread.
  unsafe instance.playground?.endPrompt(at: Instant(usable: nanoseconds))
}

/// Types the bytes in the text area, as a terminal sends them; 13 is Enter, and 127 erases a character.
@c(flipbook_type)
func flipbookType(_ length: UInt32, _ nanoseconds: Int64) {
  // There is one thread.
  unsafe instance.type(Int(clamping: length), at: Instant(usable: nanoseconds))
}

/// Sets whether Caps Lock is on, 0 or 1, and the keyboard layout's short name, which is in the text area.
@c(flipbook_keyboard)
func flipbookKeyboard(_ capsLock: UInt32, _ length: UInt32, _ nanoseconds: Int64) {
  // There is one thread.
  unsafe instance.setKeyboard(
    isCapsLockOn: capsLock != 0, Int(clamping: length), at: Instant(usable: nanoseconds))
}

/// Makes some images of the theme, in some 10 ms; 1 while others are left.
@c(flipbook_make_images)
func flipbookMakeImages(_ nanoseconds: Int64) -> UInt32 {
  // There is one thread.
  let areLeft = unsafe instance.playground?.makeImages(at: Instant(usable: nanoseconds))
  return areLeft == true ? 1 : 0
}

/// Draws the frame of a time; 1 for a new frame, 0 where the shown frame is still right.
@c(flipbook_draw)
func flipbookDraw(_ nanoseconds: Int64) -> UInt32 {
  // There is one thread.
  let isNew = unsafe instance.playground?.draw(at: Instant(usable: nanoseconds))
  return isNew == true ? 1 : 0
}

/// The address of the shown frame's pixels, in rows of `4 * width` bytes: red, green, blue and unused.
@c(flipbook_pixels)
func flipbookPixels() -> UInt {
  // There is one thread.
  unsafe instance.playground?.pixels ?? 0
}

/// The address of the facts about the last frame, in 32-bit words.
///
/// They are: pixels written, pixels of its damage in the buffer, pixels changed, frames so far, 1 where it is
/// incomplete, how many images of the theme are left out, the number of changed rectangles, and these rectangles.
@c(flipbook_facts)
func flipbookFacts() -> UInt {
  // There is one thread.
  unsafe instance.playground?.factsAddress ?? 0
}

/// When the frame may change next without a command.
///
/// The given time or an earlier one means now; -1 means never.
@c(flipbook_next_change)
func flipbookNextChange(_ nanoseconds: Int64) -> Int64 {
  let now = Instant(usable: nanoseconds)
  // There is one thread.
  switch unsafe instance.playground?.nextChange(after: now) {
  case .now: return now.nanoseconds
  case .at(let instant), .visibly(let instant): return instant.nanoseconds
  case .never, nil: return -1
  }
}

/// Writes to the text area the state and the shown progress of a channel, the kind of prompt and the mode:
/// `running 41.7 password boot-up`; the kind is `password`, `question` or `none`.
///
/// Returns the length of that text.
@c(flipbook_status)
func flipbookStatus(_ channel: UInt32, _ nanoseconds: Int64) -> UInt32 {
  // There is one thread.
  unsafe instance.status(Int(clamping: channel), at: Instant(usable: nanoseconds))
}

/// Writes to the text area where an element of the theme is in the frame of a time; 0 describes the stage, and the
/// elements count from 1, back to front.
///
/// The stage is `WIDTH HEIGHT MARGIN SITUATION`, in points. An element is `KIND NODE STACK HELD X Y WIDTH HEIGHT NAME`:
/// the kind as a pack counts it, the number of its node and that of its stack, -1 for none, and whether its stack is
/// put at its anchor by it, 1 or 0; the name is empty for the column in the middle.
/// Returns the length of that text, 0 after the last element, and without a theme.
@c(flipbook_element)
func flipbookElement(_ index: UInt32, _ nanoseconds: Int64) -> UInt32 {
  // There is one thread.
  unsafe instance.element(Int(clamping: index), at: Instant(usable: nanoseconds))
}

extension Instance {
  fileprivate mutating func element(_ index: Int, at time: Instant) -> UInt32 {
    guard let line = playground?.description(ofElement: index, at: time) else { return 0 }
    return text.write(line.bytes)
  }

  fileprivate mutating func reservePack(_ size: Int) -> UInt {
    guard size <= PackHeader.largestFile + 1 else { return 0 }
    packBytes = [UInt8](repeating: 0, count: size)
    // Only the number is used. The memory stays in place until `checkPack`, because nothing is appended.
    var span = packBytes.mutableSpan
    return unsafe span.withUnsafeMutableBytes { UInt(bitPattern: $0.baseAddress) }
  }

  fileprivate mutating func checkPack() -> UInt32 {
    var bytes: [UInt8] = []
    swap(&bytes, &packBytes)
    do throws(PackError) {
      pack = try Pack(bytes)
      return 0
    } catch {
      var line = InlineText<128>()
      error.write { line.append($0) }
      return text.write(line.bytes)
    }
  }

  fileprivate mutating func writeChoices() -> UInt32 {
    var line = InlineText<1000>()
    guard let pack else { return 0 }
    for index in 0..<pack.count(.variants) {
      if index > 0 { line.append(" ") }
      line.append(pack.string(pack[VariantRecord.self, index].name))
    }
    line.append("\n")
    for index in 0..<pack.count(.locales) {
      if index > 0 { line.append(" ") }
      let name = pack[LocaleRecord.self, index].name
      var count = 0
      while count < 16, name[count] != 0 { count += 1 }
      line.append(name.span.extracting(first: count))
    }
    return text.write(line.bytes)
  }

  fileprivate mutating func ask(_ kind: PromptKind, _ length: Int, at time: Instant) -> UInt32 {
    if playground == nil { return text.write("no stage is set up") }
    let question = Message(truncating: text.bytes(length))
    let isAsked = playground?.ask(kind, question, at: time)
    return isAsked == true ? 0 : text.write("too many questions are pending")
  }

  fileprivate mutating func type(_ length: Int, at time: Instant) {
    for index in 0..<text.bytes(length).count {
      let byte = text.bytes(length)[index]
      playground?.type(byte, at: time)
    }
    text.wipe()
  }

  fileprivate mutating func setKeyboard(isCapsLockOn: Bool, _ length: Int, at time: Instant) {
    var layout: UInt64 = 0
    for index in 0..<min(text.bytes(length).count, 8) {
      layout |= UInt64(text.bytes(length)[index]) << UInt64(8 * index)
    }
    playground?.setKeyboard(isCapsLockOn: isCapsLockOn, layout: layout, at: time)
  }

  fileprivate mutating func setUp(_ length: Int) -> UInt32 {
    if playground != nil { return text.write("an instance has one stage: make another instance") }
    do throws(OptionProblem) {
      playground = try Playground(StageOptions(text.bytes(length), pack))
    } catch {
      let line = error.line
      return text.write(line.bytes)
    }
    return 0
  }

  fileprivate mutating func command(_ length: Int, at time: Instant) -> UInt32 {
    if playground == nil { return text.write("no stage is set up") }
    do throws(CommandError) {
      let request = try Request.parse(text.bytes(length))
      if playground?.perform(request, at: time) != true {
        return text.write("a request to a daemon; a page has none")
      }
    } catch {
      let line = error.text
      return text.write(line.bytes)
    }
    return 0
  }

  fileprivate mutating func status(_ channel: Int, at time: Instant) -> UInt32 {
    guard let status = playground?.status(at: time, channel: channel) else { return 0 }
    var line = InlineText<64>()
    line.append(status.state.name)
    line.append(" ")
    line.append(status.shown * 100, decimals: 1)
    switch playground?.prompts.field.kind {
    case .secret: line.append(" password ")
    case .text: line.append(" question ")
    case .some(.none), nil: line.append(" none ")
    }
    line.append((playground?.mode ?? .bootUp).word)
    return text.write(line.bytes)
  }
}

extension Instant {
  /// An instant from zero to 208 days: until then 32 bits can count the vblanks.
  fileprivate init(usable nanoseconds: Int64) {
    self.init(nanoseconds: min(max(nanoseconds, 0), 1 << 54))
  }
}
