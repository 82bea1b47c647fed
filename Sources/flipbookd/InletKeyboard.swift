import Control
import Motion
import System

/// Where a person types what clients ask for, read only while somebody is asked: a terminal, or,
/// where there are none, the keyboards themselves.
struct InletKeyboard: ~Copyable {
  /// How many poll slots it takes.
  static let slotCount = InputKeyboards.capacity

  /// How often is looked for Caps Lock, and for keyboards that have come, while somebody is asked.
  private static var lookInterval: Interval { .milliseconds(500) }

  /// For how long a keyboard is waited for: one may be found only now, as the machine starts.
  private static var patience: Interval { .milliseconds(10_000) }

  private var path: Path?
  // Kept open, because its path may be gone when the root directory has changed.
  private var terminal: TerminalKeyboard?
  // In place of a terminal.
  private var keyboards: InputKeyboards?
  private var translator = KeyTranslator()

  /// Since when somebody is asked and there is no keyboard.
  private var emptySince: Instant?

  /// When to look next; nil while nobody is asked.
  private(set) var deadline: Instant?

  /// Opens the terminal; that of a picture in memory has to be named.
  init(_ options: borrowing Options) {
    switch options.inlets.keyboard {
    case .none: break
    case .given(let given): path = given
    case .automatic:
      // The one that will be shown: it is not yet, where another one was asked for.
      if options.memories.isEmpty {
        path = options.terminal ?? VirtualTerminal.active() ?? Path("/dev/input")
      }
    }
    if let path { keyboards = InputKeyboards(in: path) }
    open()
    // A machine without terminals and keyboards is none to complain about.
    if !isOpen {
      if case .given = options.inlets.keyboard { Console.log("nobody can type at --keyboard") }
      path = nil
    }
  }

  /// Whether there is one.
  var isThere: Bool { path != nil }

  private var isOpen: Bool { terminal != nil || keyboards != nil }

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
    if let emptySince, now - emptySince >= InletKeyboard.patience { return false }
    return isOpen || !isActive
  }

  /// Looks, when it is time, for keyboards that have come and whether Caps Lock is on.
  mutating func look(for clients: inout ClientTable, at now: Instant) {
    guard clients.wantsKeys, now >= deadline ?? now else { return }
    if keyboards != nil {
      keyboards?.take()
      if deadline == nil {
        translator.releaseAll()
        translator.isCapsLockOn = keyboards?.haveCapsLight ?? false
      }
      if keyboards?.count != 0 {
        emptySince = nil
      } else if emptySince == nil {
        emptySince = now
      }
      clients.note(capsLock: translator.isCapsLockOn)
    } else if let isOn = terminal?.isCapsLockOn {
      clients.note(capsLock: isOn)
    } else {
      // It is no virtual terminal, where nothing can be seen.
      return
    }
    deadline = now + InletKeyboard.lookInterval
  }

  /// Enters it into a poll, while its keys come here.
  mutating func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    poll.ignore(PollSlot(rawValue: first))
    if keyboards != nil {
      for index in 0..<InletKeyboard.slotCount {
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
    for index in (0..<InletKeyboard.slotCount).reversed()
    where !poll[PollSlot(rawValue: first + index)].isEmpty {
      let count = keyboards?.count
      defer { if count != keyboards?.count { translator.releaseAll() } }
      while let (key, action) = keyboards?.nextKey(index) {
        if let byte = translator.byte(for: key, action: action) { clients.type(byte, at: now) }
        if translator.isCapsLockOn != clients.isCapsLockOn {
          keyboards?.setCapsLight(translator.isCapsLockOn)
          clients.note(capsLock: translator.isCapsLockOn)
        }
      }
    }
  }

  private mutating func serve(
    _ events: PollEvents, to clients: inout ClientTable, at now: Instant
  ) {
    guard !events.isEmpty else { return }
    var buffer = InlineArray<64, UInt8>(repeating: 0)
    var space = buffer.mutableSpan
    let transfer = terminal?.received(into: &space) ?? .end
    switch transfer {
    case .bytes(let count):
      for index in 0..<count { clients.type(buffer[index], at: now) }
      // At once, as a key that was pressed may have been wrong for it.
      deadline = nil
    case .wouldBlock: break
    case .end: hangUp()
    }
    var typed = buffer.mutableSpan
    typed.wipe()
  }
}

extension TerminalKeyboard {
  /// Reads what has been typed; a terminal that fails has been hung up.
  fileprivate func received(into buffer: inout MutableSpan<UInt8>) -> Transfer {
    do throws(SystemError) {
      return try descriptor.read(into: &buffer)
    } catch {
      return error.isTransient ? .wouldBlock : .end
    }
  }
}
