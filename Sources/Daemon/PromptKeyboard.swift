// SPDX-License-Identifier: Apache-2.0

import Control
import Motion
import Linux
import Keymaps
import Text

/// The keyboard for prompts: a terminal, or input devices where there is none.
///
/// It is read only while a prompt is pending; a terminal also where the escape key is watched for.
struct PromptKeyboard: ~Copyable {
  /// The number of poll slots: one per keyboard, and one for uevents.
  static let slotCount = InputKeyboards.capacity + 1

  /// The interval at which a terminal's Caps Lock is read while a prompt is pending.
  private static var lookInterval: TimeSpan { .milliseconds(500) }

  /// The interval between searches for keyboards without uevents, or after a failed grab.
  private static var searchInterval: TimeSpan { .milliseconds(2000) }

  /// The code of the escape key (`KEY_ESC`).
  private static var escapeKey: Int { 1 }

  /// How long a prompt waits for a keyboard: during boot its driver may load late.
  private static var keyboardTimeout: TimeSpan { .milliseconds(10_000) }

  /// When to call `look` next; nil without a pending prompt, or with nothing to search for.
  private(set) var deadline: Instant?
  /// Whether new keyboards are grabbed.
  private var isTaking = false
  /// Since when a text prompt is pending without any keyboard.
  private var emptySince: Instant?
  /// Whether it was active before; keys that were typed without a prompt are no answer.
  private var wasActive = false
  private var hasEscape = false
  // Reports new devices while a prompt is pending.
  private var uevents: UeventSocket?
  // Kept open, because its path may be gone when the root directory has changed.
  private var terminal: TerminalKeyboard?
  // The prompt as text on the terminal, if no display shows it.
  private var text = PromptText()

  private var path: Path?
  // Used instead of a terminal.
  private var keyboards: InputKeyboards?
  private var translator = KeyTranslator()

  /// Opens the terminal; with memory outputs only a given one.
  init(_ options: borrowing Options) {
    switch options.protocols.keyboard {
    case .none: break
    case .given(let given): path = given
    case .automatic:
      // The terminal of --tty is activated only later.
      if options.memoryCount == 0 {
        path = options.terminal ?? VirtualTerminal.active() ?? Path("/dev/input")
      }
    }
    find()
    if path != nil && terminal == nil { translator = KeyTranslator(options.theme.findKeymap()) }
    // Without --keyboard, a machine without terminals and keyboards is not an error.
    if case .given(let given) = options.protocols.keyboard {
      if !isOpen {
        PromptKeyboard.logUnopened(given)
      } else if keyboards?.hasDirectory == false {
        Log.write("--keyboard: no device there yet; looking again at each prompt", .info)
      }
    }
    if !isOpen { path = nil }
  }

  /// Logs why the terminal of --keyboard cannot be opened.
  private static func logUnopened(_ path: borrowing Path) {
    do throws(SystemError) {
      _ = try TerminalKeyboard(opening: path)
    } catch {
      var line = BootstrapError("--keyboard ").line
      line.append(path.bytes)
      line.append(": cannot open: ")
      line.append(error.reason)
      line.append("; nobody can answer a prompt there")
      Log.write(line.bytes)
    }
  }

  /// Whether a terminal or input devices can be used.
  var exists: Bool { path != nil }

  private var isOpen: Bool { terminal != nil || keyboards != nil }

  /// Whether prompts can be written to it.
  var isTerminal: Bool { terminal != nil }

  /// Whether a prompt is written to it.
  var showsText: Bool { text.isShown }

  /// Writes the prompt or its end to the terminal, from the first call with `begins` on.
  mutating func showText(_ clients: borrowing ClientTable, begins: Bool) {
    guard begins || text.isShown else { return }
    switch terminal {
    // A virtual terminal accepts every write in full.
    case .some(let terminal): _ = text.show(clients, on: terminal.descriptor)
    case .none: text = PromptText()
    }
  }

  /// Opens the path: a terminal, or a directory of input devices, which may appear later.
  private mutating func find() {
    if let path { keyboards = InputKeyboards(in: path) }
    open()
  }

  private mutating func open() {
    if let path, keyboards == nil { terminal = try? TerminalKeyboard(opening: path) }
  }

  private mutating func hangUp() { terminal = nil }

  /// Grabs or releases the keyboard; false where it cannot be grabbed.
  mutating func setActive(_ isActive: Bool, watchesEscape: Bool, at now: Instant) -> Bool {
    if !isActive {
      keyboards?.release()
      uevents = nil
      isTaking = false
      deadline = nil
      emptySince = nil
    } else if !isOpen {
      open()
    }
    if isActive && !wasActive { terminal?.discardInput() }
    wasActive = isActive
    do throws(SystemError) {
      try terminal?.setRaw(isActive || watchesEscape)
    } catch {
      // It has been hung up, as when its session leader ends, such as one of systemd's agents.
      hangUp()
      if isActive {
        open()
        if (try? terminal?.setRaw(true)) == nil { hangUp() }
      }
    }
    if let emptySince, now - emptySince >= PromptKeyboard.keyboardTimeout { return false }
    return isOpen || !isActive
  }

  /// Searches for new keyboards and reads Caps Lock when that is due.
  mutating func look(for clients: inout ClientTable, at now: Instant) {
    guard clients.wantsKeys else { return }
    if keyboards != nil {
      if !isTaking {
        isTaking = true
        translator.releaseAll()
        // Before the search, so that no device is missed.
        uevents = try? UeventSocket()
        search(nil, at: now)
        translator.isCapsLockOn = keyboards?.hasCapsLockLight ?? false
      } else if let time = deadline, now >= time {
        search(nil, at: now)
      }
      startTimeout(isAsked: clients.wantsText, at: now)
      clients.set(capsLock: translator.isCapsLockOn, keymap: translator.layoutName)
    } else if now >= deadline ?? now {
      // A terminal that was hung up in the meantime has no Caps Lock state to read.
      deadline = nil
      // Nil on terminals that are not virtual: they have no Caps Lock LED.
      if let isOn = terminal?.isCapsLockOn {
        clients.set(capsLock: isOn)
        deadline = now + PromptKeyboard.lookInterval
      }
    }
  }

  /// Grabs the keyboard of a number, or all, and schedules the next search.
  ///
  /// A search opens every input device, and may wake each from runtime suspend.
  private mutating func search(_ number: UInt32?, at now: Instant) {
    if keyboards?.hasDirectory == false {
      find()
      // The path is a terminal that appeared late, and needs no uevents.
      if keyboards == nil { uevents = nil }
    } else if let path {
      keyboards?.reopen(at: path)
    }
    let isDone = (number.map { keyboards?.grab($0) } ?? keyboards?.grab()) ?? true
    translator.hold(keyboards?.takeHeldKeys() ?? 0)
    if !isDone || uevents == nil {
      deadline = now + PromptKeyboard.searchInterval
    } else if number == nil {
      deadline = nil
    }
  }

  /// Starts the timeout of a text prompt without any keyboard; a watch for a key has no timeout.
  private mutating func startTimeout(isAsked: Bool, at now: Instant) {
    if keyboards?.count != 0 || !isAsked {
      emptySince = nil
    } else {
      let since = emptySince ?? now
      emptySince = since
      let end = since + PromptKeyboard.keyboardTimeout
      if end > now { deadline = min(deadline ?? end, end) }
    }
  }

  /// Reads uevents and grabs new keyboards.
  private mutating func readUevents(at now: Instant) {
    do throws(SystemError) {
      // A flood must not delay a frame: poll reports the rest.
      for _ in 0..<64 {
        guard let event = try uevents?.next() ?? nil else { return }
        if event.action == .missed { search(nil, at: now) }
        // No other subsystem has such names. A change may be one of permissions.
        guard event.action != .remove, let number = event.number(after: "event") else { continue }
        search(number, at: now)
      }
    } catch {
      uevents = nil
      search(nil, at: now)
    }
  }

  /// Adds it to a poll set while it is grabbed, its keys only where `wakes`.
  mutating func watch<let capacity: Int>(
    in poll: inout Poll<capacity>, from first: Int, wakes: Bool
  ) {
    poll.ignore(PollSlot(rawValue: first))
    let last = PollSlot(rawValue: first + InputKeyboards.capacity)
    poll.ignore(last)
    if let number = uevents?.descriptor.number { poll.watch(last, number: number) }
    if keyboards != nil {
      for index in 0..<InputKeyboards.capacity {
        let slot = PollSlot(rawValue: first + index)
        poll.ignore(slot)
        if wakes, let number = keyboards?.descriptor(index) { poll.watch(slot, number: number) }
      }
    }
    switch terminal {
    case .some(let terminal):
      if terminal.isRaw && wakes { poll.watch(PollSlot(rawValue: first), terminal.descriptor) }
    case .none: break
    }
  }

  /// Passes typed keys on to the clients, from the keyboards that the poll reports.
  mutating func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, to clients: inout ClientTable,
    at now: Instant
  ) {
    if terminal != nil {
      if !poll[PollSlot(rawValue: first)].isEmpty { readTerminal(to: &clients, at: now) }
      return
    }
    // In reverse: removing one moves the later ones.
    for index in (0..<InputKeyboards.capacity).reversed()
    where !poll[PollSlot(rawValue: first + index)].isEmpty {
      readKeyboard(index, to: &clients, at: now)
    }
    serveUevents(poll, from: first, at: now)
  }

  /// Grabs new keyboards.
  ///
  /// After the keyboards: with the last device devtmpfs removes the directory, and creates it again for the next.
  private mutating func serveUevents<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, at now: Instant
  ) {
    if !poll[PollSlot(rawValue: first + InputKeyboards.capacity)].isEmpty { readUevents(at: now) }
  }

  /// Passes typed keys on, by one read of each keyboard, whether or not it has any.
  mutating func readAll(to clients: inout ClientTable, at now: Instant) {
    if terminal != nil { return readTerminal(to: &clients, at: now) }
    let count = keyboards?.count ?? 0
    for index in (0..<count).reversed() { readKeyboard(index, to: &clients, at: now) }
  }

  private mutating func readKeyboard(
    _ index: Int, to clients: inout ClientTable, at now: Instant
  ) {
    var keys = InputKeyboards.Keys(repeating: 0)
    let before = keyboards?.count
    let count = keyboards?.read(index, into: &keys) ?? 0
    for number in 0..<count {
      translator.question = clients.questionNumber
      let (key, action) = (Int(keys[number] & 0xFFFF), Int(keys[number] >> 16))
      // A letter of a password, perhaps.
      keys[number] = 0
      if key == PromptKeyboard.escapeKey && action == 1 { hasEscape = true }
      var bytes = translator.bytes(for: key, action: action)
      while bytes != 0 {
        clients.type(UInt8(truncatingIfNeeded: bytes), at: now)
        bytes >>= 8
      }
      if translator.isCapsLockOn != clients.isCapsLockOn {
        keyboards?.setCapsLight(translator.isCapsLockOn)
      }
      clients.set(capsLock: translator.isCapsLockOn, keymap: translator.layoutName)
    }
    if before != keyboards?.count { translator.releaseAll() }
  }

  /// Whether the escape key was pressed since the last call.
  mutating func takeEscape() -> Bool {
    defer { hasEscape = false }
    return hasEscape
  }

  private mutating func readTerminal(to clients: inout ClientTable, at now: Instant) {
    if terminal?.pass(to: &clients, from: 0, escape: &hasEscape, at: now) ?? false {
      // Read Caps Lock at once: the key may have been Caps Lock.
      deadline = nil
    } else {
      hangUp()
    }
  }
}
