// SPDX-License-Identifier: Apache-2.0

import Animations
import Control
import FixedPoint
import Linux
import Motion
import Scanout

// What a web page calls. A module's instance has one stage; another one, or another size, takes another
// instance: its memory is never freed. Text goes both ways through the text area. Times are nanoseconds since
// the stage appeared. Addresses are those of the module's memory.

/// All that an instance of the module has.
private struct Instance: ~Copyable {
  var playground: Playground?
  var text = TextArea()
}

// A web page's module has one thread, and calls of it do not nest.
nonisolated(unsafe) private var instance = Instance()

/// Where the text area is.
@c(flipbook_text)
func flipbookText() -> UInt {
  // There is one thread.
  unsafe instance.text.address
}

/// How many bytes the text area has.
@c(flipbook_text_size)
func flipbookTextSize() -> UInt32 { UInt32(TextArea.size) }

/// Sets the stage up from the options in the text area; see `StageOptions`.
///
/// Returns 0, or how many bytes there say what is wrong.
@c(flipbook_set_up)
func flipbookSetUp(_ length: UInt32) -> UInt32 {
  // There is one thread.
  unsafe instance.setUp(Int(clamping: length))
}

/// Applies the command in the text area, in the grammar of the daemon's socket.
///
/// Returns 0, or how many bytes there say what is wrong.
@c(flipbook_command)
func flipbookCommand(_ length: UInt32, _ nanoseconds: Int64) -> UInt32 {
  // There is one thread.
  unsafe instance.command(Int(clamping: length), at: Instant(usable: nanoseconds))
}

/// Draws the frame of a time; 1 where it is a new one, 0 where it is the one that is shown.
@c(flipbook_draw)
func flipbookDraw(_ nanoseconds: Int64) -> UInt32 {
  // There is one thread.
  let isNew = unsafe instance.playground?.draw(at: Instant(usable: nanoseconds))
  return isNew == true ? 1 : 0
}

/// Where the shown frame's pixels are, in rows of `4 * width` bytes: red, green, blue and nothing.
@c(flipbook_pixels)
func flipbookPixels() -> UInt {
  // There is one thread.
  unsafe instance.playground?.pixels ?? 0
}

/// Where what is said of the last frame is: pixels written, pixels of its damage in the buffer, pixels
/// changed, frames so far, 1 where it is incomplete, how many rectangles changed, and these.
@c(flipbook_facts)
func flipbookFacts() -> UInt {
  // There is one thread.
  unsafe instance.playground?.factsAddress ?? 0
}

/// When the frame may change next if no command comes; at most the time given: now; -1: never.
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
/// Returns how many bytes that are.
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
  /// An instant from zero to 208 days: the vblanks until then can be counted in 32 bits.
  fileprivate init(usable nanoseconds: Int64) {
    self.init(nanoseconds: min(max(nanoseconds, 0), 1 << 54))
  }
}
