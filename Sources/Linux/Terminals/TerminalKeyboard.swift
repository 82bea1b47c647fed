// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A terminal in raw mode, for reading keys without echo; `deinit` restores its settings.
@usableFromInline
package struct TerminalKeyboard: ~Copyable {
  /// The descriptor to poll and read.
  package let descriptor: FileDescriptor
  private var before = termios()

  /// Whether the terminal is in raw mode.
  package private(set) var isRaw = false

  /// Opens a terminal.
  ///
  /// It does not become the controlling terminal, and its settings stay. `ENOTTY` where the file is
  /// no terminal.
  package init(opening path: borrowing Path) throws(SystemError) {
    let number = unsafe path.withCString { name in unsafe cl_keyboard_open(name) }
    if number < 0 { throw SystemError.last(.open) }
    descriptor = FileDescriptor(adopting: number)
  }

  deinit {
    guard isRaw else { return }
    var mode = before
    // The call fails where the terminal is gone.
    _ = unsafe cl_keyboard_restore(descriptor.number, &mode)
  }

  /// Turns echo and lines on again where a killed instance of this program has left them off.
  package static func repair(_ path: borrowing Path) {
    let number = unsafe path.withCString { name in unsafe cl_keyboard_open(name) }
    if number < 0 { return }
    let file = FileDescriptor(adopting: number)
    cl_keyboard_repair(file.number)
  }

  /// Whether Caps Lock is on; nil where the terminal is not a virtual one.
  package var isCapsLockOn: Bool? {
    let caps = cl_keyboard_caps(descriptor.number)
    return caps < 0 ? nil : caps > 0
  }

  /// Discards typed bytes that were not read.
  package func discardInput() { _ = tcflush(descriptor.number, TCIFLUSH) }

  /// Sets raw mode, or restores the terminal's settings.
  ///
  /// Input that was typed but not read is then discarded. Raw mode is set again where another program has changed it
  /// since, as systemd resets the console when it starts; input is kept then.
  ///
  /// Corresponds to `tcsetattr`.
  package mutating func setRaw(_ on: Bool) throws(SystemError) {
    let number = descriptor.number
    if !on {
      guard isRaw else { return }
      // A copy, whose address is valid during the calls.
      var mode = before
      _ = try retrying(.configure) { unsafe cl_keyboard_restore(number, &mode) }
      isRaw = false
    } else if isRaw {
      if try retrying(.configure, { cl_keyboard_is_raw(number) }) == 0 { try makeRaw() }
    } else {
      // Earlier input is not an answer: there was no question, or another program's.
      discardInput()
      try makeRaw()
      isRaw = true
    }
  }

  private mutating func makeRaw() throws(SystemError) {
    let number = descriptor.number
    var mode = before
    _ = try retrying(.configure) { unsafe cl_keyboard_set_raw(number, &mode) }
    before = mode
  }
}
