import Control
import Motion
import System

/// Where a person types what clients ask for: the terminal, read only while somebody is asked.
struct InletKeyboard: ~Copyable {
  /// How many poll slots it takes.
  static let slotCount = 1

  private var path: Path?
  // Kept open, because its path may be gone when the root directory has changed.
  private var terminal: TerminalKeyboard?

  /// Opens the terminal; that of a picture in memory has to be named.
  init(_ options: borrowing Options) {
    switch options.inlets.keyboard {
    case .none: break
    case .given(let given): path = given
    case .automatic: if options.memories.isEmpty { path = VirtualTerminal.active() }
    }
    open()
    // A machine without terminals is none to complain about.
    if terminal == nil {
      if case .given = options.inlets.keyboard { Console.log("nobody can type at --keyboard") }
      path = nil
    }
  }

  /// Whether there is one.
  var isThere: Bool { path != nil }

  private mutating func open() {
    if let path { terminal = try? TerminalKeyboard(opening: path) }
  }

  /// Takes the keys, or leaves them to others; false where they cannot be taken.
  mutating func setActive(_ isActive: Bool) -> Bool {
    if isActive, terminal == nil { open() }
    do throws(SystemError) {
      try terminal?.setRaw(isActive)
    } catch {
      // It has been hung up: opened anew for the next who is asked.
      terminal = nil
    }
    return terminal != nil || !isActive
  }

  /// Enters it into a poll, while its keys come here.
  mutating func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {
    poll.ignore(slot)
    switch terminal {
    case .some(let terminal): if terminal.isRaw { poll.watch(slot, terminal.descriptor) }
    case .none: break
    }
  }

  /// Passes on what has been typed.
  mutating func serve(_ events: PollEvents, to clients: inout ClientTable, at now: Instant) {
    guard !events.isEmpty else { return }
    var buffer = InlineArray<64, UInt8>(repeating: 0)
    var space = buffer.mutableSpan
    let transfer = terminal?.received(into: &space) ?? .end
    switch transfer {
    case .bytes(let count):
      for index in 0..<count { clients.type(buffer[index], at: now) }
    case .wouldBlock: break
    case .end: terminal = nil
    }
    for index in buffer.indices { buffer[index] = 0 }
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
