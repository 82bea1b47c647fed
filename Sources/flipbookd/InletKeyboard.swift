import Control
import Motion
import System

/// Where a person types what clients ask for: the terminal, read only while somebody is asked.
struct InletKeyboard: ~Copyable {
  /// How many poll slots it takes.
  static let slotCount = 1

  // Kept open, because its path may be gone when the root directory has changed.
  private var terminal: TerminalKeyboard?

  /// Opens the terminal; that of a picture in memory has to be named.
  init(_ options: borrowing Options) {
    switch options.inlets.keyboard {
    case .none: break
    case .given(let path): open(path)
    case .automatic:
      // A machine without terminals is none to complain about.
      guard options.memories.isEmpty, let path = VirtualTerminal.active() else { return }
      terminal = try? TerminalKeyboard(opening: path)
    }
  }

  private mutating func open(_ path: Path) {
    do throws(SystemError) {
      terminal = try TerminalKeyboard(opening: path)
    } catch {
      var line = InlineText<256>()
      line.append("nobody can type at ")
      line.append(quoting: path.bytes)
      line.append(": ")
      line.append(error.reason)
      Console.log(line.bytes)
    }
  }

  /// Whether there is one.
  var isThere: Bool { terminal != nil }

  /// Takes the keys, or leaves them to others.
  mutating func setActive(_ isActive: Bool) {
    do throws(SystemError) {
      try terminal?.setRaw(isActive)
    } catch {
      // It has been hung up: nobody can be asked there any more.
      terminal = nil
    }
  }

  /// Enters it into a poll, while its keys come here.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {
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
