// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A virtual terminal of the kernel's, in process-controlled mode.
///
/// The kernel sends a signal before it switches to another terminal, and another after it has switched
/// back: `Signals.terminalRelease` and `.terminalAcquire`. At the end the terminal's mode is restored,
/// and the terminal that was active before is activated. After a program that was killed the kernel
/// resets the mode at the next switch of terminals; `restore` does so at once, and so does the next
/// program that takes the terminal.
/// Corresponds to `VT_PROCESS`.
@usableFromInline
package struct VirtualTerminal: ~Copyable {
  private let descriptor: FileDescriptor
  private let modeBefore: vt_mode
  private let wasText: Bool
  private var isGraphical = false
  private var isAbandoned = false
  /// The number of the terminal that was active before it.
  private var shownBefore: CInt?

  /// Whether the terminal is active, by the signals received so far.
  package private(set) var isShown: Bool

  /// Takes control of a terminal; `EBUSY` where another program controls it.
  ///
  /// A terminal with this program's signals but without its lock was left behind by a killed instance. It
  /// is taken over, and restored at the end to the kernel's default mode.
  package init(opening path: borrowing Path) throws(SystemError) {
    let number = unsafe path.withCString { name in unsafe cl_terminal_open(name) }
    if number < 0 { throw SystemError.last(.terminal) }
    let file = FileDescriptor(adopting: number)
    var mode = vt_mode()
    var display: CInt = 0
    // The addresses are of locals, valid during the calls.
    _ = try retrying(.terminal) { unsafe cl_terminal_mode(number, &mode) }
    // A running instance of this program holds the lock; other programs do not lock it.
    let isFree = cl_terminal_lock(number) == 0
    if isFree && VirtualTerminal.isOurs(mode) {
      mode = vt_mode()
      _ = cl_terminal_set_display(number, KD_TEXT)
    }
    _ = try retrying(.terminal) { unsafe cl_terminal_display(number, &display) }
    if mode.mode != CChar(VT_AUTO) { throw SystemError(.terminal, errno: EBUSY) }
    var ours = VirtualTerminal.ourMode
    _ = try retrying(.terminal) { unsafe cl_terminal_set_mode(number, &ours) }
    // A terminal that is given by name becomes active later, or never. It counts as active where the kernel
    // does not report the active terminal.
    let shown = cl_terminal_shown(number)
    isShown = shown < 0 || shown == cl_terminal_number(number)
    descriptor = file
    modeBefore = mode
    wasText = display == KD_TEXT
  }

  deinit {
    if isAbandoned { return }
    // These calls fail where the terminal is gone, and there is nothing to restore.
    if isGraphical { _ = cl_terminal_set_display(descriptor.number, KD_TEXT) }
    var mode = modeBefore
    // The address is of a local, valid during the call.
    _ = unsafe cl_terminal_set_mode(descriptor.number, &mode)
    // Only if the user has not switched to another terminal since.
    guard let shownBefore,
      cl_terminal_shown(descriptor.number) == cl_terminal_number(descriptor.number)
    else { return }
    _ = cl_terminal_show(descriptor.number, shownBefore)
  }

  /// Sets graphics mode, in which the kernel draws neither text nor cursor (`KD_GRAPHICS`), or text mode.
  ///
  /// Text that is written in graphics mode appears afterwards. A program that is killed leaves the mode
  /// set. A terminal that was in graphics mode before stays in it.
  package mutating func setGraphical(_ isGraphical: Bool) {
    guard isGraphical != self.isGraphical, wasText else { return }
    self.isGraphical = isGraphical
    // A failure leaves only a cursor over the splash.
    _ = cl_terminal_set_display(descriptor.number, isGraphical ? KD_GRAPHICS : KD_TEXT)
  }

  /// Asks the kernel to switch to it; a signal reports the switch.
  ///
  /// Without permission nothing happens.
  package mutating func activate() {
    let number = cl_terminal_number(descriptor.number)
    let shown = cl_terminal_shown(descriptor.number)
    guard number > 0, shown != number else { return }
    if cl_terminal_show(descriptor.number, number) == 0, shown > 0 { shownBefore = shown }
  }

  /// Keeps it active at the end, so that the last frame stays visible.
  package mutating func stay() { shownBefore = nil }

  /// Allows the switch to another terminal, after master was dropped.
  package mutating func release() {
    isShown = false
    // The answer fails where the kernel's wait has timed out.
    _ = cl_terminal_answer(descriptor.number, 1)
  }

  /// Acknowledges that the terminal is active again, before master is taken.
  package mutating func acquire() {
    isShown = true
    _ = cl_terminal_answer(descriptor.number, VT_ACKACQ)
  }

  /// Leaves the terminal to a program that has taken it already: nothing is restored.
  package mutating func abandon() {
    isAbandoned = true
  }

  private static func isOurs(_ mode: vt_mode) -> Bool {
    let ours = ourMode
    return mode.mode == ours.mode && mode.relsig == ours.relsig && mode.acqsig == ours.acqsig
  }

  /// The mode by which a terminal of this program is recognised: no other program uses these signals.
  private static var ourMode: vt_mode {
    vt_mode(
      mode: CChar(VT_PROCESS), waitv: 0, relsig: Int16(Signals.terminalReleaseNumber),
      acqsig: Int16(Signals.terminalAcquireNumber), frsig: 0)
  }
}

extension VirtualTerminal {
  /// The active terminal; nil where there are none, as in a container.
  package static func active() -> Path? {
    guard
      let file = try? FileDescriptor(
        opening: Path("/sys/class/tty/tty0/active"), for: .readOnly)
    else { return nil }
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    var span = bytes.mutableSpan
    guard case .bytes(let count)? = try? file.read(into: &span) else { return nil }
    var path = Path("/dev/")
    for index in 0..<count where bytes[index] > UInt8(ascii: " ") {
      guard (try? path.append(bytes[index])) != nil else { return nil }
    }
    return path
  }

  /// Restores a terminal that a killed instance of this program has left behind; false without any.
  ///
  /// A running instance holds the lock and keeps its terminal. An inactive terminal needs nothing: the
  /// kernel resets it at the next switch.
  package static func restore(_ path: borrowing Path) -> Bool {
    let number = unsafe path.withCString { name in unsafe cl_terminal_open(name) }
    if number < 0 { return false }
    let file = FileDescriptor(adopting: number)
    var mode = vt_mode()
    // The addresses are of locals, valid during the calls.
    guard unsafe cl_terminal_mode(file.number, &mode) == 0, isOurs(mode),
      cl_terminal_lock(file.number) == 0
    else { return false }
    var automatic = vt_mode()
    automatic.mode = CChar(VT_AUTO)
    let isText = cl_terminal_set_display(file.number, KD_TEXT) == 0
    return unsafe cl_terminal_set_mode(file.number, &automatic) == 0 && isText
  }
}

extension Signals {
  static var terminalReleaseNumber: CInt { 44 }
  static var terminalAcquireNumber: CInt { 45 }

  /// The kernel asks to switch to another virtual terminal.
  ///
  /// It is a real-time signal that no other program uses for this.
  package static let terminalRelease = Signals(rawValue: 1 << UInt64(terminalReleaseNumber))
  /// The kernel has switched back to this terminal.
  package static let terminalAcquire = Signals(rawValue: 1 << UInt64(terminalAcquireNumber))

  /// Whether it is a terminal signal.
  var isTerminal: Bool { !isDisjoint(with: [.terminalRelease, .terminalAcquire]) }
}
