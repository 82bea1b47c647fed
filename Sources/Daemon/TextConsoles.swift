// SPDX-License-Identifier: Apache-2.0

import CLinux
import Control
import Motion
import Linux

/// The kernel's consoles that are no virtual terminals, such as serial lines: what is asked is asked
/// there too, in text, and whoever answers first has answered.
///
/// Somebody may sit there only, or the displays stay dark. They are opened while somebody is asked.
struct TextConsoles: ~Copyable {
  /// The most consoles at a time, and how many poll slots they take.
  static let capacity = 4

  private static var retryInterval: Duration { .milliseconds(100) }

  private final class Line {
    var terminal: TerminalKeyboard
    var text = PromptText()

    init(_ terminal: consuming TerminalKeyboard) { self.terminal = terminal }
  }

  private let paths: PathList
  private let isAutomatic: Bool
  private var consoles: [Line] = []
  private var isAsking = false

  /// When to write again what a console did not take; nil for never.
  private(set) var deadline: Instant?

  /// Opens nothing yet; without a display of the machine's only those that are named.
  init(_ options: borrowing Options) {
    paths = options.protocols.consoles
    var isAutomatic = options.protocols.asksOnConsoles && options.memoryCount == 0
    if case .none = options.protocols.keyboard { isAutomatic = false }
    self.isAutomatic = isAutomatic
  }

  /// Whether there are any.
  var exist: Bool {
    paths.count > 0 || isAutomatic && ConsoleNames.active().count > 0
  }

  /// Whether somebody can answer there now.
  var areOpen: Bool { !consoles.isEmpty }

  /// Writes what is asked, or its end, and puts the terminals back when nobody is asked any more.
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
    // To close a line that nobody reads would wait for its output for up to 30 seconds.
    for console in consoles { cl_terminal_drop_backlog(console.terminal.descriptor.number) }
    consoles.removeAll()
  }

  /// Enters them into a poll, where keys that come from there are to wake.
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

  /// Passes on what has been typed.
  mutating func serve<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, from first: Int, to clients: inout ClientTable,
    at now: Instant
  ) {
    // From the last on: one that is gone moves those behind it.
    for index in (0..<consoles.count).reversed()
    where !poll[PollSlot(rawValue: first + index)].isEmpty {
      read(index, to: &clients, at: now)
    }
  }

  /// Passes on what was typed, by one read for each, whether or not there is something.
  mutating func readAll(to clients: inout ClientTable, at now: Instant) {
    for index in (0..<consoles.count).reversed() { read(index, to: &clients, at: now) }
  }

  private mutating func read(_ index: Int, to clients: inout ClientTable, at now: Instant) {
    if !consoles[index].terminal.pass(to: &clients, from: 1 + index, at: now) {
      consoles.remove(at: index)
    }
  }

  @inline(never)
  private mutating func open() {
    open(all: paths)
    if isAutomatic { open(all: ConsoleNames.active()) }
  }

  private mutating func open(all paths: PathList) {
    var next = paths.first
    while let link = next {
      open(link.path)
      next = link.next
    }
  }

  /// One that cannot be opened is logged and left out: the others ask.
  @inline(never)
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
