import Control
import Motion
import Linux

/// Where a person types what clients ask for, read only while somebody is asked: a terminal, or,
/// where there are none, the keyboards themselves.
struct PromptKeyboard: ~Copyable {
  /// How many poll slots it takes: the keyboards', and one to hear of others.
  static let slotCount = InputKeyboards.capacity + 1

  /// How often a terminal is looked at for Caps Lock, while somebody is asked.
  private static var lookInterval: Duration { .milliseconds(500) }

  /// How often is looked for keyboards where nobody tells, or one could not be taken.
  private static var searchInterval: Duration { .milliseconds(2000) }

  /// For how long a keyboard is waited for: one may be found only now, as the machine starts.
  private static var keyboardTimeout: Duration { .milliseconds(10_000) }

  private var path: Path?
  // Kept open, because its path may be gone when the root directory has changed.
  private var terminal: TerminalKeyboard?
  // What is written there of what is asked, where no display shows it.
  private var text = PromptText()
  // In place of a terminal.
  private var keyboards: InputKeyboards?
  private var translator = KeyTranslator()
  // Tells, while somebody is asked, which devices come.
  private var uevents: UeventSocket?

  /// Since when somebody is asked for a text and there is no keyboard.
  private var emptySince: Instant?

  /// Whether keyboards are taken as they come.
  private var isTaking = false

  /// When to look next; nil while nobody is asked, or there is nothing to look for.
  private(set) var deadline: Instant?

  /// Opens the terminal; that of a picture in memory has to be named.
  init(_ options: borrowing Options) {
    switch options.protocols.keyboard {
    case .none: break
    case .given(let given): path = given
    case .automatic:
      // The one that will be shown: it is not yet, where another one was asked for.
      if options.memories.isEmpty {
        path = options.terminal ?? VirtualTerminal.active() ?? Path("/dev/input")
      }
    }
    find()
    // A machine without terminals and keyboards is none to complain about.
    if case .given(let given) = options.protocols.keyboard {
      if !isOpen {
        PromptKeyboard.noteUnopened(given)
      } else if keyboards?.haveFolder == false {
        Log.write("nothing is at --keyboard yet: it is looked for when somebody is asked")
      }
    }
    if !isOpen { path = nil }
  }

  /// Logs why the terminal of --keyboard cannot be opened.
  private static func noteUnopened(_ path: borrowing Path) {
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

  /// Whether there is one.
  var exists: Bool { path != nil }

  private var isOpen: Bool { terminal != nil || keyboards != nil }

  /// Whether what is asked can be written where it is typed.
  var isTerminal: Bool { terminal != nil }

  /// Whether what is asked is written there.
  var showsText: Bool { text.isShown }

  /// Writes what is asked, or its end, on the terminal: from `begins` on until nobody is asked.
  mutating func showText(_ clients: borrowing ClientTable, begins: Bool) {
    guard begins || text.isShown else { return }
    switch terminal {
    // A virtual terminal takes all that is written.
    case .some(let terminal): _ = text.show(clients, on: terminal.descriptor)
    case .none: text = PromptText()
    }
  }

  /// Opens what is at the path: a terminal, or a folder of keyboards, which may come later.
  @inline(never)
  private mutating func find() {
    if let path { keyboards = InputKeyboards(in: path) }
    open()
  }

  @inline(never)
  private mutating func open() {
    if let path, keyboards == nil { terminal = try? TerminalKeyboard(opening: path) }
  }

  @inline(never)
  private mutating func hangUp() { terminal = nil }

  /// Takes the keys, or leaves them to others; false where they cannot be taken.
  mutating func setActive(_ isActive: Bool, at now: Instant) -> Bool {
    if !isActive {
      keyboards?.release()
      uevents = nil
      isTaking = false
      deadline = nil
      emptySince = nil
    } else if !isOpen {
      open()
    }
    do throws(SystemError) {
      try terminal?.setRaw(isActive)
    } catch {
      // It has been hung up: opened anew for the next who is asked.
      hangUp()
    }
    if let emptySince, now - emptySince >= PromptKeyboard.keyboardTimeout { return false }
    return isOpen || !isActive
  }

  /// Looks, when it is time, for keyboards that have come and whether Caps Lock is on.
  mutating func look(for clients: inout ClientTable, at now: Instant) {
    guard clients.wantsKeys else { return }
    if keyboards != nil {
      if !isTaking {
        isTaking = true
        translator.releaseAll()
        // Before they are looked for, so that none is missed.
        uevents = try? UeventSocket()
        search(nil, at: now)
        translator.isCapsLockOn = keyboards?.haveCapsLight ?? false
      } else if let time = deadline, now >= time {
        search(nil, at: now)
      }
      noteCount(isAsked: clients.wantsText, at: now)
      clients.note(capsLock: translator.isCapsLockOn)
    } else if now >= deadline ?? now {
      // Of a terminal that has been hung up meanwhile there is nothing to wait for.
      deadline = nil
      // Without that it is no virtual terminal, where nothing can be seen.
      if let isOn = terminal?.isCapsLockOn {
        clients.note(capsLock: isOn)
        deadline = now + PromptKeyboard.lookInterval
      }
    }
  }

  /// Takes the keyboard of a number, or all, and notes when to look again.
  ///
  /// To look is to open, and perhaps to wake up, each mouse and each button of the machine.
  @inline(never)
  private mutating func search(_ number: UInt32?, at now: Instant) {
    if keyboards?.haveFolder == false {
      find()
      // A terminal that came late: what it says is all there is to hear.
      if keyboards == nil { uevents = nil }
    } else if let path {
      keyboards?.reopen(at: path)
    }
    let isDone = (number.map { keyboards?.take($0) } ?? keyboards?.take()) ?? true
    translator.hold(keyboards?.takeHeldKeys() ?? 0)
    if !isDone || uevents == nil {
      deadline = now + PromptKeyboard.searchInterval
    } else if number == nil {
      deadline = nil
    }
  }

  /// Begins to lose patience where somebody is asked and there is no keyboard; who only watches for a
  /// key may do so for as long as he likes.
  private mutating func noteCount(isAsked: Bool, at now: Instant) {
    if keyboards?.count != 0 || !isAsked {
      emptySince = nil
    } else {
      let since = emptySince ?? now
      emptySince = since
      let end = since + PromptKeyboard.keyboardTimeout
      if end > now { deadline = min(deadline ?? end, end) }
    }
  }

  /// Takes the keyboards that the kernel says have come.
  private mutating func hear(at now: Instant) {
    do throws(SystemError) {
      // A flood must not hold up the displays: polling tells when there is more.
      for _ in 0..<64 {
        guard let event = try uevents?.next() ?? nil else { return }
        if event.action == .missed { search(nil, at: now) }
        // Of other subsystems there is none of that name. A change may let us open it.
        guard event.action != .remove, let number = event.number(after: "event") else { continue }
        search(number, at: now)
      }
    } catch {
      uevents = nil
      search(nil, at: now)
    }
  }

  /// Enters it into a poll, while its keys come here.
  mutating func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    poll.ignore(PollSlot(rawValue: first))
    let last = PollSlot(rawValue: first + InputKeyboards.capacity)
    poll.ignore(last)
    if let number = uevents?.descriptor.number { poll.watch(last, number: number) }
    if keyboards != nil {
      for index in 0..<InputKeyboards.capacity {
        let slot = PollSlot(rawValue: first + index)
        poll.ignore(slot)
        if let number = keyboards?.descriptor(index) { poll.watch(slot, number: number) }
      }
    }
    switch terminal {
    case .some(let terminal):
      if terminal.isRaw { poll.watch(PollSlot(rawValue: first), terminal.descriptor) }
    case .none: break
    }
  }

  /// Passes on what has been typed.
  mutating func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, to clients: inout ClientTable,
    at now: Instant
  ) {
    if terminal != nil {
      serve(poll[PollSlot(rawValue: first)], to: &clients, at: now)
      return
    }
    // From the last on: one that is gone moves those behind it.
    for index in (0..<InputKeyboards.capacity).reversed()
    where !poll[PollSlot(rawValue: first + index)].isEmpty {
      let count = keyboards?.count
      while let (key, action) = keyboards?.nextKey(index) {
        if let byte = translator.byte(for: key, action: action) { clients.type(byte, at: now) }
        if translator.isCapsLockOn != clients.isCapsLockOn {
          keyboards?.setCapsLight(translator.isCapsLockOn)
          clients.note(capsLock: translator.isCapsLockOn)
        }
      }
      if count != keyboards?.count { translator.releaseAll() }
    }
    // Only now: the last that went took its folder with it, in which the next is not.
    if !poll[PollSlot(rawValue: first + InputKeyboards.capacity)].isEmpty { hear(at: now) }
  }

  private mutating func serve(
    _ events: PollEvents, to clients: inout ClientTable, at now: Instant
  ) {
    guard !events.isEmpty else { return }
    if terminal?.pass(to: &clients, from: 0, at: now) ?? false {
      // At once, as a key that was pressed may have been wrong for it.
      deadline = nil
    } else {
      hangUp()
    }
  }
}
