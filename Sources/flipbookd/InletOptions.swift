import CLinux
import Control
import Linux

/// Which protocols of others are spoken, and with whom.
struct InletOptions {
  /// Whether a protocol is spoken.
  enum Choice: Equatable {
    /// By root on a display, where nobody else speaks it.
    case automatic
    /// Yes; what is in the way is logged, and tried again.
    case on
    /// No.
    case off
  }

  /// Where a person types.
  enum Keyboard {
    /// At the terminal that is shown.
    case automatic
    /// At this terminal.
    case given(Path)
    /// Nowhere: nobody can be asked.
    case none
  }

  var keyboard = Keyboard.automatic
  /// Where what is asked is written and answered besides.
  var consoles: [Path] = []
  /// Whether that is done at the kernel's consoles, too.
  var asksOnConsoles = true
  var plymouth = Choice.automatic
  /// An abstract name in place of Plymouth's own two; for tests.
  var plymouthName: Path?
  /// A user who may use Plymouth's protocol besides root; for tests.
  var plymouthUser: UInt32?
  var psplash = Choice.automatic
  /// Where psplash's writers write; at the usual place when there is none.
  var psplashPaths: [Path] = []
  /// Where the program's number is written.
  var processFile: Path?
  /// Whose members may use the native protocol.
  var group: UInt32?
  /// What the machine is doing.
  var mode: PlymouthMode?

  /// `auto`, `on`, `off`, or what is neither: the result is nil.
  static func choice(_ value: Span<UInt8>) -> Choice? {
    if value.isEqual(to: "auto") { return .automatic }
    if value.isEqual(to: "on") { return .on }
    if value.isEqual(to: "off") { return .off }
    return nil
  }

  /// Reads the value of one of these options.
  mutating func read(_ option: ValueOption, _ value: Span<UInt8>) throws(OptionError) {
    switch option {
    case .plymouth:
      if let choice = InletOptions.choice(value) {
        plymouth = choice
      } else if value.count > 1, value[0] == UInt8(ascii: "@") {
        plymouthName = try Value.path(option, value)
        plymouth = .on
      } else {
        throw OptionError(option, value, "not auto, on, off or a name such as @splash")
      }
    case .psplash:
      if let choice = InletOptions.choice(value) { psplash = choice } else { try add(value) }
    case .plymouthUser:
      plymouthUser = UInt32(try Value.whole(option, value, 0...4_294_967_294))
    case .keyboard:
      if value.isEqual(to: "auto") {
        keyboard = .automatic
      } else {
        keyboard = value.isEqual(to: "none") ? .none : .given(try Value.path(option, value))
      }
    case .console:
      asksOnConsoles = value.isEqual(to: "auto")
      if !asksOnConsoles && !value.isEqual(to: "none") {
        consoles.append(try Value.path(option, value))
      }
    case .pidFile: processFile = try Value.path(option, value)
    case .group: group = try InletOptions.group(value)
    default:
      guard let mode = PlymouthMode(value) else {
        throw OptionError(option, value, "not boot-up, shutdown, reboot, updates, ...")
      }
      self.mode = mode
    }
  }

  private mutating func add(_ path: Span<UInt8>) throws(OptionError) {
    guard path.count > 0, path[0] == UInt8(ascii: "/") else {
      throw OptionError(.psplash, path, "not auto, on, off or a path")
    }
    psplashPaths.append(try Value.path(.psplash, path))
    psplash = .on
  }

  private static func group(_ value: Span<UInt8>) throws(OptionError) -> UInt32 {
    if let number = Value.wholeNumber(value), number < 4_294_967_295 { return UInt32(number) }
    guard let number = Groups.number(of: try Value.path(.group, value)) else {
      throw OptionError(.group, value, "no such group")
    }
    return number
  }
}
