// SPDX-License-Identifier: Apache-2.0

import DisplayList
import Images
import Stage
import Text
import ToolSupport

/// A theme that is played: its clock, the commands so far, and the keys.
///
/// A change of the theme, its variant, locale, mode, scale or rotation makes a new stage, which gets all commands again
/// at their times: the frame after it is that of a stage that has always been so.
struct PlaySession: ~Copyable {
  /// What the theme's folder or pack is called.
  private let theme: String
  private var stage: StageOptions
  private var pack: PlayedPack
  private var renderer: FrameRenderer
  private var last: Image?
  private var timeline: Timeline
  /// The time of the frame, in nanoseconds since the start.
  private(set) var time: Int64 = 0
  private var isPaused = false
  private var isAsking = false
  private var messageNumber = 0
  /// The last command in words, or why the theme could not be read again.
  private var note = "? prints the keys"

  /// Starts with a theme and commands.
  init(_ theme: String, _ stage: StageOptions, _ timeline: Timeline) throws {
    let pack = try PlayedPack(ThemeFolder.pack(theme))
    self.init(theme, stage, timeline, pack, try stage.renderer(pack, timeline))
  }

  private init(
    _ theme: String, _ stage: StageOptions, _ timeline: Timeline, _ pack: PlayedPack,
    _ renderer: consuming FrameRenderer
  ) {
    (self.theme, self.stage, self.timeline, self.pack) = (theme, stage, timeline, pack)
    self.renderer = renderer
  }

  /// Advances the clock, unless it is paused.
  mutating func advance(nanoseconds: Int64) {
    if !isPaused { time += nanoseconds }
  }

  /// The frame for the time; the last one where the stage cannot be drawn, with the reason below it.
  mutating func frame() throws(ToolError) -> Image {
    do throws(ToolError) {
      let image = try renderer.image(at: Milliseconds(nanoseconds: time))
      last = image
      return image
    } catch {
      guard let last else { throw error }
      note = "\(error)"
      return last
    }
  }

  /// A line of text for below the frame.
  var caption: String {
    let seconds = time / 1_000_000_000
    let tenth = time / 100_000_000 % 10
    let variant = stage.variant.isEmpty ? "" : ":\(stage.variant)"
    let locale = stage.locale.isEmpty ? "" : " \(stage.locale)"
    return "\(seconds).\(tenth) s\(isPaused ? " paused" : "")  \(theme)\(variant)\(locale)  "
      + "\(String(copying: (stage.mode ?? .bootUp).word))  \(note)"
  }

  /// Reads the theme again; one with errors is reported, and the last one stays.
  mutating func reload() {
    let old = pack
    do {
      pack = try PlayedPack(ThemeFolder.quietPack(theme))
      note = "read again"
      let hasVariant = pack.variants.contains(stage.variant)
      if !restart({ if !hasVariant { $0.variant = "" } }) { pack = old }
    } catch {
      note = "\(error)"
    }
  }

  /// Does what a key means; false for `q`, the end.
  mutating func press(_ key: UInt8) throws -> Bool {
    switch key {
    case UInt8(ascii: "p"): ask()
    case UInt8(ascii: "m"):
      let all = MachineMode.allCases
      let next = all[((all.firstIndex(of: stage.mode ?? .bootUp) ?? 0) + 1) % all.count]
      restart { $0.mode = next }
    case UInt8(ascii: "v"):
      let next = PlaySession.next(after: stage.variant, of: pack.variants)
      restart { $0.variant = next }
    case UInt8(ascii: "l"):
      let first = pack.locales.first ?? ""
      let next = PlaySession.next(
        after: stage.locale.isEmpty ? first : stage.locale, of: pack.locales)
      restart { $0.locale = next }
    case UInt8(ascii: "o"):
      restart { $0.rotate = Rotation(degrees: ($0.rotate.degrees + 90) % 360) ?? .degrees0 }
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      rescale(by: key == UInt8(ascii: "+") ? 1 : -1)
    case UInt8(ascii: " "): isPaused.toggle()
    case UInt8(ascii: "."):
      isPaused = true
      time += 1_000_000_000 / 60
    case UInt8(ascii: "?"):
      note = "0-9 u f d r t p: commands; m v l o + -: display; space . : time; q"
    // Control-C as well: the terminal sends it as a character.
    case UInt8(ascii: "q"), 3: return false
    default:
      if let line = PlayKeys.command(of: key, &messageNumber) { try command(line) }
    }
    return true
  }

  private mutating func command(_ line: String) throws {
    note = line
    let text = "\(Milliseconds(nanoseconds: time)) \(line)"
    for entry in try Timeline(Array(text.utf8), name: "key").entries { insert(entry) }
  }

  private mutating func insert(_ entry: Timeline.Entry) {
    timeline.insert(entry)
    renderer.insert(entry)
  }

  /// Shows a question, or ends it.
  private mutating func ask() {
    isAsking.toggle()
    let question = Message(truncating: Array("Please unlock the disk (luks-root)".utf8).span)
    let prompt = Prompt(
      question: question, entry: EntryField(bulletCount: 5, isCapsLockOn: false, keymap: 0))
    note = isAsking ? "a question" : "no question"
    insert(
      Timeline.Entry(
        time: Milliseconds(nanoseconds: time), command: .prompt(isAsking ? prompt : nil)))
  }

  /// A quarter larger or smaller, from 0.5 to 4.
  private mutating func rescale(by steps: Int) {
    let quarters = Int(stage.scale.ceilingOfProduct(with: DecimalNumber(4)) ?? 4) + steps
    guard (2...16).contains(quarters),
      let scale = DecimalNumber("\(quarters * 25 / 100).\(quarters * 25 % 100)")
    else { return }
    restart { $0.scale = scale }
  }

  /// Makes a stage with changed options, which gets all commands again; false where that is impossible, and the note
  /// has the reason.
  @discardableResult
  private mutating func restart(_ change: (inout StageOptions) -> Void) -> Bool {
    var options = stage
    change(&options)
    do throws(ToolError) {
      renderer = try options.renderer(pack, timeline)
      stage = options
      return true
    } catch {
      note = "\(error)"
      return false
    }
  }

  private static func next(after name: String, of all: [String]) -> String {
    guard let index = all.firstIndex(of: name) else { return all.first ?? "" }
    return all[(index + 1) % all.count]
  }
}
