import CLinux

/// One of the kernel's virtual terminals, whose display a program takes in the terminal's place.
///
/// The kernel asks before another terminal is shown, and tells when this one is again; both as
/// signals, which `Signals.terminalRelease` and `.terminalAcquire` name. When it goes, the terminal
/// is as it was, and the one that was shown before it is again. After a program that was killed the
/// kernel puts it right with the next switch of terminals; `restore` does at once, and so does the
/// next program that takes the terminal.
/// Corresponds to `VT_PROCESS`.
public struct VirtualTerminal: ~Copyable {
  private let descriptor: FileDescriptor
  private let modeBefore: vt_mode
  private let wasText: Bool
  private var isGraphical = false
  private var isAbandoned = false
  /// The number of the terminal in whose place it is shown.
  private var shownBefore: CInt?

  /// Whether the terminal is the one that is shown, as far as the kernel has told.
  public private(set) var isShown = true

  /// Takes a terminal; `EBUSY` where another program has it.
  ///
  /// One that has our marks, and no longer the lock of who has made them, a killed program of ours
  /// has left behind: it is given back as terminals are that nobody has.
  public init(opening path: borrowing Path) throws(SystemError) {
    let number = unsafe path.withCString { name in unsafe cl_terminal_open(name) }
    if number < 0 { throw SystemError.last(.terminal) }
    let file = FileDescriptor(adopting: number)
    var mode = vt_mode()
    var display: CInt = 0
    // The addresses are of locals, valid during the calls.
    _ = try retrying(.terminal) { unsafe cl_terminal_mode(number, &mode) }
    // A living program's lock is on it; others' locks mean nothing.
    let isFree = cl_terminal_lock(number) == 0
    if isFree && VirtualTerminal.isOurs(mode) {
      mode = vt_mode()
      _ = cl_terminal_set_display(number, KD_TEXT)
    }
    _ = try retrying(.terminal) { unsafe cl_terminal_display(number, &display) }
    if mode.mode != CChar(VT_AUTO) { throw SystemError(.terminal, errno: EBUSY) }
    var ours = VirtualTerminal.ourMode
    _ = try retrying(.terminal) { unsafe cl_terminal_set_mode(number, &ours) }
    descriptor = file
    modeBefore = mode
    wasText = display == KD_TEXT
  }

  deinit {
    if isAbandoned { return }
    // They fail where the terminal is gone, and nothing is to be put back then.
    if isGraphical { _ = cl_terminal_set_display(descriptor.number, KD_TEXT) }
    var mode = modeBefore
    // The address is of a local, valid during the call.
    _ = unsafe cl_terminal_set_mode(descriptor.number, &mode)
    // A user who has changed to another one since stays there.
    guard let shownBefore, isShown,
      cl_terminal_shown(descriptor.number) == cl_terminal_number(descriptor.number)
    else { return }
    _ = cl_terminal_show(descriptor.number, shownBefore)
  }

  /// Has the kernel no longer draw its text and its cursor (`KD_GRAPHICS`), or draw them again.
  ///
  /// What somebody else writes meanwhile is seen afterwards. A killed program leaves that behind. A
  /// terminal that somebody had in graphics mode before stays in it.
  public mutating func setGraphical(_ isGraphical: Bool) {
    guard isGraphical != self.isGraphical, wasText else { return }
    self.isGraphical = isGraphical
    // A failure leaves a cursor on the picture, no more.
    _ = cl_terminal_set_display(descriptor.number, isGraphical ? KD_GRAPHICS : KD_TEXT)
  }

  /// Asks the kernel to show it, which tells when it is; who may not ask waits until somebody does.
  public mutating func activate() {
    let number = cl_terminal_number(descriptor.number)
    let shown = cl_terminal_shown(descriptor.number)
    guard number > 0, shown != number else { return }
    if cl_terminal_show(descriptor.number, number) == 0, shown > 0 { shownBefore = shown }
  }

  /// Has it stay the one that is shown when it goes: its picture is to be seen on.
  public mutating func stay() { shownBefore = nil }

  /// Lets another terminal be shown; the display must not be ours any more.
  public mutating func release() {
    isShown = false
    // It fails where the kernel has given up waiting.
    _ = cl_terminal_answer(descriptor.number, 1)
  }

  /// Takes note that the terminal is shown again, before the display is taken.
  public mutating func acquire() {
    isShown = true
    _ = cl_terminal_answer(descriptor.number, VT_ACKACQ)
  }

  /// Leaves the terminal to a program that has taken it already: nothing is put back.
  public mutating func abandon() {
    isAbandoned = true
  }

  private static func isOurs(_ mode: vt_mode) -> Bool {
    let ours = ourMode
    return mode.mode == ours.mode && mode.relsig == ours.relsig && mode.acqsig == ours.acqsig
  }

  /// How a terminal of ours tells itself from those of other programs: nobody else uses the signals.
  private static var ourMode: vt_mode {
    vt_mode(
      mode: CChar(VT_PROCESS), waitv: 0, relsig: Int16(Signals.terminalReleaseNumber),
      acqsig: Int16(Signals.terminalAcquireNumber), frsig: 0)
  }
}

extension VirtualTerminal {
  /// The terminal that is shown; nil where there are none, as in a container.
  public static func active() -> Path? {
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

  /// Puts right at once what a killed program of ours has left behind; false where nothing was.
  ///
  /// Not while one is running, which its lock tells: the terminal would be taken from it. A terminal
  /// that is not shown needs nothing: the kernel finds out when it is.
  public static func restore(_ path: borrowing Path) -> Bool {
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

  /// The kernel asks for the display, to show another virtual terminal.
  ///
  /// A real-time signal that nobody else uses for it.
  public static let terminalRelease = Signals(rawValue: 1 << UInt64(terminalReleaseNumber))
  /// The kernel gives the display back.
  public static let terminalAcquire = Signals(rawValue: 1 << UInt64(terminalAcquireNumber))

  /// Whether it is one of those that terminals send.
  var isTerminal: Bool { !isDisjoint(with: [.terminalRelease, .terminalAcquire]) }
}
