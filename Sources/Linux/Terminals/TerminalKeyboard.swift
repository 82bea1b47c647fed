// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A terminal whose keys a program reads as they are pressed, unseen; as it was when it goes.
@usableFromInline
package struct TerminalKeyboard: ~Copyable {
  /// What to poll and read.
  package let descriptor: FileDescriptor
  private var before = termios()

  /// Whether the keys come to this program, one by one.
  package private(set) var isRaw = false

  /// Opens a terminal, which does not become the program's own and stays as it is.
  ///
  /// `ENOTTY` where the file is no terminal.
  package init(opening path: borrowing Path) throws(SystemError) {
    let number = unsafe path.withCString { name in unsafe cl_keyboard_open(name) }
    if number < 0 { throw SystemError.last(.open) }
    descriptor = FileDescriptor(adopting: number)
  }

  deinit {
    guard isRaw else { return }
    var mode = before
    // It fails where the terminal is gone.
    _ = unsafe cl_keyboard_restore(descriptor.number, &mode)
  }

  /// Turns echo and lines on again where a program of ours that was killed has left them off.
  package static func repair(_ path: borrowing Path) {
    let number = unsafe path.withCString { name in unsafe cl_keyboard_open(name) }
    if number < 0 { return }
    let file = FileDescriptor(adopting: number)
    cl_keyboard_repair(file.number)
  }

  /// Whether Caps Lock is on; nil where the terminal is no virtual one, and nobody knows.
  package var isCapsLockOn: Bool? {
    let caps = cl_keyboard_caps(descriptor.number)
    return caps < 0 ? nil : caps > 0
  }

  /// Has the keys come here as they are pressed, or puts the terminal back; what was typed and not
  /// read is for nobody else then.
  ///
  /// Corresponds to `tcsetattr`.
  @inline(never)
  package mutating func setRaw(_ on: Bool) throws(SystemError) {
    guard on != isRaw else { return }
    let number = descriptor.number
    // A local, whose address is valid during the calls.
    var mode = before
    if on {
      _ = try retrying(.configure) { unsafe cl_keyboard_set_raw(number, &mode) }
      before = mode
    } else {
      _ = try retrying(.configure) { unsafe cl_keyboard_restore(number, &mode) }
    }
    isRaw = on
  }
}
