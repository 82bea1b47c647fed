// SPDX-License-Identifier: Apache-2.0

import CLinux
import Control
import Motion
import Linux
import Text

/// The kernel's consoles that are not virtual terminals, such as serial lines.
///
/// Prompts are written there as text too, and the first answer counts.
///
/// A person may have only such a console, or the displays may stay dark. They are open only during a
/// prompt.
struct TextConsoles: ~Copyable {
  /// The most consoles at a time, and the number of poll slots.
  static let capacity = 4

  private static var retryInterval: TimeSpan { .milliseconds(100) }

  private final class Line {
    var terminal: TerminalKeyboard
    var text = PromptText()

    init(_ terminal: consuming TerminalKeyboard) { self.terminal = terminal }
  }

  private let paths: PathList
  private let isAutomatic: Bool
  private var consoles: [Line] = []
  private var isAsking = false

  /// When to retry a write that a console did not accept; nil for never.
  private(set) var deadline: Instant?

  /// Opens nothing yet; with memory outputs only named consoles are used.
  init(_ options: borrowing Options) {
    paths = options.protocols.consoles
    var isAutomatic = options.protocols.asksOnConsoles && options.memoryCount == 0
    if case .none = options.protocols.keyboard { isAutomatic = false }
    self.isAutomatic = isAutomatic
  }

  /// Whether there are any text consoles.
  var exist: Bool {
    !paths.paths.isEmpty || isAutomatic && !ConsoleNames.active().paths.isEmpty
  }

  /// Whether a person can answer there now.
  var areOpen: Bool { !consoles.isEmpty }

  /// Writes the prompt or its end, and restores the terminals without a prompt.
  mutating func update(_ clients: borrowing ClientTable, at now: Instant) {
    if clients.wantsText && !isAsking { open() }
    isAsking = clients.wantsText
    deadline = nil
    for console in consoles {
      if !console.text.show(clients, on: console.terminal.descriptor) {
        deadline = now + TextConsoles.retryInterval
      }
    }
    guard !isAsking else { return }
    // Closing a line without a reader would wait for its output for up to 30 seconds.
    for console in consoles { cl_terminal_drop_backlog(console.terminal.descriptor.number) }
    consoles.removeAll()
  }

  /// Adds them to a poll set while they are open and keys from them wake the loop.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int, wakes: Bool) {
    for index in 0..<TextConsoles.capacity {
      let slot = PollSlot(rawValue: first + index)
      if index < consoles.count && wakes {
        poll.watch(slot, consoles[index].terminal.descriptor)
      } else {
        poll.ignore(slot)
      }
    }
  }

  /// Passes typed bytes on to the clients.
  mutating func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, to clients: inout ClientTable,
    at now: Instant
  ) {
    // In reverse: removing one moves the later ones.
    for index in (0..<consoles.count).reversed()
    where !poll[PollSlot(rawValue: first + index)].isEmpty {
      read(index, to: &clients, at: now)
    }
  }

  /// Passes typed keys on, by one read of each console, whether or not it has any.
  mutating func readAll(to clients: inout ClientTable, at now: Instant) {
    for index in (0..<consoles.count).reversed() { read(index, to: &clients, at: now) }
  }

  private mutating func read(_ index: Int, to clients: inout ClientTable, at now: Instant) {
    if !consoles[index].terminal.pass(to: &clients, from: 1 + index, at: now) {
      consoles.remove(at: index)
    }
  }

  private mutating func open() {
    open(all: paths)
    if isAutomatic { open(all: ConsoleNames.active()) }
  }

  private mutating func open(all paths: PathList) {
    for path in paths.paths { open(path) }
  }

  /// A console that cannot be opened is logged and left out: the others still ask.
  private mutating func open(_ path: Path) {
    guard consoles.count < TextConsoles.capacity else { return }
    do throws(SystemError) {
      var terminal = try TerminalKeyboard(opening: path)
      try terminal.setRaw(true)
      consoles.append(Line(terminal))
    } catch {
      Log.write(path.bytes, error.reason.bytes)
    }
  }
}
