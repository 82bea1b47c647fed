// SPDX-License-Identifier: Apache-2.0

import Animations
import Control
import FixedPoint
import Text
import Motion
import Scanout
import Stage

// The functions that a web page calls. A module's instance has one stage. For another stage or another size
// the page creates another instance, since the instance's memory is never freed. Text goes both ways through
// the text area. Times are nanoseconds since the stage appeared. Addresses are in the module's memory.

/// The state of an instance of the module.
private struct Instance: ~Copyable {
  var playground: Playground?
  var text = TextArea()
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

/// Sets up the stage from the options in the text area; see `StageOptions`.
///
/// Returns 0, or the length of the error message in the text area.
@c(flipbook_set_up)
func flipbookSetUp(_ length: UInt32) -> UInt32 {
  // There is one thread.
  unsafe instance.setUp(Int(clamping: length))
}

/// Applies the command in the text area, in the grammar of the daemon's socket.
///
/// Returns 0, or the length of the error message in the text area.
@c(flipbook_command)
func flipbookCommand(_ length: UInt32, _ nanoseconds: Int64) -> UInt32 {
  // There is one thread.
  unsafe instance.command(Int(clamping: length), at: Instant(usable: nanoseconds))
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
/// incomplete, the number of changed rectangles, and these rectangles.
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

/// Writes the state and the shown progress of a channel to the text area: `running 41.7`.
///
/// Returns the length of that text.
@c(flipbook_status)
func flipbookStatus(_ channel: UInt32, _ nanoseconds: Int64) -> UInt32 {
  // There is one thread.
  unsafe instance.status(Int(clamping: channel), at: Instant(usable: nanoseconds))
}

extension Instance {
  fileprivate mutating func setUp(_ length: Int) -> UInt32 {
    if playground != nil { return text.write("an instance has one stage: make another instance") }
    do throws(OptionProblem) {
      let configuration = try StageOptions.read(text.bytes(length))
      playground = try Playground(configuration)
    } catch {
      let line = error.line
      return text.write(line.bytes)
    }
    return 0
  }

  fileprivate mutating func command(_ length: Int, at time: Instant) -> UInt32 {
    if playground == nil { return text.write("no stage is set up") }
    do throws(CommandError) {
      let command = try CommandParser.parse(text.bytes(length))
      playground?.apply(command, at: time)
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
    return text.write(line.bytes)
  }
}

extension Instant {
  /// An instant from zero to 208 days: until then 32 bits can count the vblanks.
  fileprivate init(usable nanoseconds: Int64) {
    self.init(nanoseconds: min(max(nanoseconds, 0), 1 << 54))
  }
}
