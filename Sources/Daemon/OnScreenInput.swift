// SPDX-License-Identifier: Apache-2.0

import Animations
import Control
import Keymaps
import Linux
import Motion
import Presentation
import Stage
import Text

/// The on-screen keyboard: when it is shown, and its taps.
///
/// Devices are open only while a question is shown. They are read at the ticks of a question, as keys are, so that
/// counters of the process do not show when a key was tapped.
final class OnScreenInput {
  /// The number of its source of typed bytes; the others are the keyboard's and the consoles'.
  private static var source: Int { TextConsoles.capacity + 1 }

  /// The contact that stands for a mouse's button.
  private static var mouse: Int32 { 1000 }

  /// The interval between searches without uevents, or after a failed grab.
  private static var searchInterval: TimeSpan { .milliseconds(2000) }

  private let choice: ProtocolOptions.Choice
  private let showsFeedback, showsReveal: Bool
  /// The directory of the devices; nil for none.
  private let path: Path?
  private let themes: ThemeSearch

  private var devices: PointerDevices?
  // Reports new devices while a question is shown.
  private var uevents: UeventSocket?
  private var searchTime: Instant?
  private var keyboard: OnScreenKeyboard?
  private var presses = KeyPresses()
  /// A key that was touched and left between two ticks, which one frame shows.
  private var tapped: Int16 = -1
  /// The mouse's position in pixels of the stage; nil without one, or after a touch.
  private var pointer: (x: Int32, y: Int32)?
  /// The number of the question that is being answered; nil for none.
  private var question: UInt32?
  private var hasLogged = false

  /// The display that has the keyboard; nil without any.
  var display: OnScreenDisplay?

  /// What the keyboard shows; nil for no keyboard.
  ///
  /// It stays after a question, while the prompt fades out.
  private(set) var face: OnScreenFace?

  /// Opens nothing yet.
  init(_ options: borrowing Options) {
    choice = options.protocols.onScreenKeyboard
    showsFeedback = options.protocols.showsKeyFeedback
    showsReveal = options.protocols.showsRevealKey
    themes = options.theme
    path =
      switch options.protocols.keyboard {
      case .none: nil
      case .given(let given) where InputKeyboards(in: given) != nil: given
      case .given, .automatic: options.memoryCount == 0 ? Path("/dev/input") : nil
      }
  }

  /// Whether the keyboard is shown for the present question.
  var isShown: Bool { question != nil && keyboard != nil && face != nil }

  /// Whether there is a device to tap with.
  var isUsable: Bool { isShown && (devices?.count ?? 0) > 0 }

  /// Whether a password is shown as it is.
  var isRevealing: Bool { keyboard?.isRevealing ?? false }

  /// Begins and ends questions, and looks for devices when that is due.
  func update(_ clients: borrowing ClientTable, isLit: Bool, at now: Instant) {
    // The first frame does not wait for devices.
    let next = isLit && display != nil && choice != .off ? clients.questionNumber : nil
    if next != question {
      end()
      question = next
      if next != nil { begin(at: now) }
    }
    guard question != nil else { return }
    if let time = searchTime, now >= time { find(at: now) }
    setVisible()
  }

  private func begin(at now: Instant) {
    // Before the search, so that no device is missed.
    if path != nil { uevents = try? UeventSocket() }
    find(at: now)
  }

  private func end() {
    question = nil
    devices = nil
    uevents = nil
    (searchTime, pointer) = (nil, nil)
    presses.cancelAll()
    tapped = -1
    keyboard?.reset()
    if let layer = keyboard?.layer { face = OnScreenFace(layer) }
  }

  private func find(at now: Instant) {
    guard let path else { return searchTime = nil }
    if devices == nil || devices?.isGone == true { devices = PointerDevices(in: path) }
    let isDone = devices?.find() ?? false
    searchTime = isDone && uevents != nil ? nil : now + OnScreenInput.searchInterval
    hasLogged = false
  }

  /// Shows or hides the keyboard by the attached devices.
  private func setVisible() {
    let isWanted =
      choice == .on || devices?.hasKeyboard == false && (devices?.count ?? 0) > 0
    guard isWanted else {
      face = nil
      presses.cancelAll()
      return
    }
    // The layouts are read once, at the first question.
    if keyboard == nil {
      keyboard = OnScreenKeyboard(themes.findKeymap(), showsReveal: showsReveal)
    }
    if !hasLogged {
      hasLogged = true
      DaemonLog().report(
        ("" as StaticString).bytes,
        choice == .on ? "on-screen keyboard: on" : "no keyboard attached: on-screen keyboard")
    }
    updateFace()
  }

  private func updateFace() {
    guard let layer = keyboard?.layer else { return }
    var next = OnScreenFace(layer)
    if showsFeedback {
      next.pressed = presses.pressed
      if next.pressed[0] < 0 { next.pressed[0] = tapped }
    }
    tapped = -1
    next.pointer = pointer
    face = next
  }

  /// Reads the touches since the last tick, and types their keys.
  func readAll(to clients: inout ClientTable, at now: Instant) {
    guard question != nil else { return }
    readUevents(at: now)
    setVisible()
    guard face != nil, let display else { return }
    let count = devices?.count ?? 0
    // In reverse: removing one moves the later ones.
    for index in (0..<count).reversed() {
      let kind = devices?.kind(index) ?? .touch
      if pointer == nil, kind.hasButton { pointer = OnScreenInput.middle(of: display) }
      let isOpen = devices?.read(index) { event in
        handle(event, Int32(index), kind, on: display, &clients, at: now)
      }
      if isOpen == false {
        presses.cancelAll()
        pointer = nil
      }
    }
    updateFace()
  }

  private static func middle(of display: OnScreenDisplay) -> (x: Int32, y: Int32) {
    let size = display.stageSize
    return (Int32(size.width / 2), Int32(size.height / 2))
  }

  private func readUevents(at now: Instant) {
    do throws(SystemError) {
      for _ in 0..<64 {
        guard let event = try uevents?.next() ?? nil else { return }
        if event.action == .missed { find(at: now) }
        // No other subsystem has such names.
        guard let number = event.number(after: "event") else { continue }
        if event.action == .remove {
          devices?.remove(number)
          presses.cancelAll()
        } else if devices == nil {
          find(at: now)
        } else if devices?.add(number) == false {
          searchTime = now + OnScreenInput.searchInterval
        }
      }
    } catch {
      uevents = nil
      find(at: now)
    }
  }

  private func handle(
    _ event: PointerEvent, _ device: Int32, _ kind: PointerReader.Kind,
    on display: OnScreenDisplay, _ clients: inout ClientTable, at now: Instant
  ) {
    // What comes after Enter is not for another question.
    if clients.questionNumber != question { return }
    func id(_ slot: Int32) -> Int32 { 16 * device + slot }
    switch event {
    case .touch(let slot, let x, let y):
      pointer = nil
      presses.begin(id(slot), on: key(at: position(x, y, on: display), on: display))
    case .move(let slot, let x, let y):
      presses.move(id(slot), over: key(at: position(x, y, on: display), on: display))
    case .lift(let slot):
      if let key = presses.end(id(slot)) { tap(key, &clients, at: now) }
    case .position(let x, let y):
      pointer = position(x, y, on: display)
      presses.move(OnScreenInput.mouse, over: keyAtPointer(on: display))
    case .motion(let x, let y):
      movePointer(x, y, kind, on: display)
      presses.move(OnScreenInput.mouse, over: keyAtPointer(on: display))
    case .button(true):
      pointer = pointer ?? OnScreenInput.middle(of: display)
      presses.begin(OnScreenInput.mouse, on: keyAtPointer(on: display))
    case .button(false):
      if let key = presses.end(OnScreenInput.mouse) { tap(key, &clients, at: now) }
    case .lost: presses.cancelAll()
    }
  }

  /// The stage's pixel at a position in 65,536ths of the display's pixels, as they lie in memory.
  private func position(
    _ x: Int32, _ y: Int32, on display: OnScreenDisplay
  ) -> (x: Int32, y: Int32) {
    let pixel = display.stagePixel(
      x: (Int(x) * display.width) >> 16, y: (Int(y) * display.height) >> 16)
    return (Int32(pixel.x), Int32(pixel.y))
  }

  /// Moves the pointer as the stage is seen: a mouse does not turn with the output.
  private func movePointer(
    _ x: Int32, _ y: Int32, _ kind: PointerReader.Kind, on display: OnScreenDisplay
  ) {
    let size = display.stageSize
    let old = pointer ?? OnScreenInput.middle(of: display)
    func moved(_ from: Int32, _ by: Int32, _ length: Int) -> Int32 {
      // A count is a pixel of a usual display; a finger crosses a touchpad as the pointer crosses the stage.
      let step =
        kind == .touchpad
        ? (Int64(by) * Int64(length)) >> 16
        : Int64(by) * Int64(max(size.width, size.height)) / 1920
      // A slow mouse moves the pointer, too.
      let least: Int64 = kind == .mouse && step == 0 ? Int64(by.signum()) : step
      return Int32(min(max(Int64(from) + least, 0), Int64(length - 1)))
    }
    pointer = (moved(old.x, x, size.width), moved(old.y, y, size.height))
  }

  private func keyAtPointer(on display: OnScreenDisplay) -> Int? {
    pointer.map { key(at: $0, on: display) } ?? nil
  }

  private func key(at pixel: (x: Int32, y: Int32), on display: OnScreenDisplay) -> Int? {
    guard let layer = face?.layer else { return nil }
    return OnScreenLayout(layer, on: display).key(atX: Int(pixel.x), y: Int(pixel.y), of: layer)
  }

  private func tap(_ key: Int, _ clients: inout ClientTable, at now: Instant) {
    guard let layer = keyboard?.layer else { return }
    var bytes = keyboard?.tap(key) ?? 0
    if let next = keyboard?.layer {
      face = OnScreenFace(next)
      // Other fingers are on keys that are gone.
      if next.kind != layer.kind || next.page != layer.page
        || next.layoutName != layer.layoutName
      {
        presses.cancelAll()
      } else {
        tapped = Int16(clamping: key)
      }
    }
    clients.setReveals(isRevealing)
    while bytes != 0 {
      clients.type(UInt8(truncatingIfNeeded: bytes), from: OnScreenInput.source, at: now)
      bytes >>= 8
    }
  }
}
