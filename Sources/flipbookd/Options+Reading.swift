// SPDX-License-Identifier: Apache-2.0

import Daemon
import Presentation
import Animations
import Motion
import Linux
import Text

extension Options {
  /// The action that the options ask for.
  enum Purpose {
    case run, help, version, check, restoreConsole
  }

  /// Reads all arguments; `--name value` and `--name=value` are the same.
  ///
  /// An invalid argument is logged and skipped: a wrong word in a settings file must not cost a boot
  /// its splash, or a user the place to type a password.
  mutating func read(_ arguments: borrowing ProgramArguments) -> Purpose {
    var purpose = Purpose.run
    var index = 0
    while index < arguments.count {
      do throws(OptionError) {
        purpose = try readNext(arguments, &index) ?? purpose
      } catch {
        problemCount += 1
        var line = error.line
        line.append("; ignoring it")
        Log.write(line.bytes)
      }
      if purpose == .help || purpose == .version { break }
    }
    return purpose
  }

  /// Reads one option and its value; returns the action if the option asks for one.
  private mutating func readNext(
    _ arguments: borrowing ProgramArguments, _ index: inout Int
  ) throws(OptionError) -> Purpose? {
    let word = arguments[index]
    index += 1
    let nameEnd = word.firstEqualsSign
    let name = word.extracting(first: nameEnd)
    if nameEnd == word.count {
      switch name.position(among: "--help -h --version --restore-console --check-options") {
      case 0, 1: return .help
      case 2: return .version
      case 3: return .restoreConsole
      case 4: return .check
      default: break
      }
      if readFlag(name) { return nil }
    }
    guard let option = ValueOption(name) else { throw OptionError(unknown: word) }
    if nameEnd < word.count {
      try read(option, word.extracting(nameEnd + 1..<word.count))
    } else if index < arguments.count {
      index += 1
      try read(option, arguments[index - 1])
    } else {
      throw OptionError(option, "a value is missing")
    }
    return nil
  }

  private mutating func readFlag(_ name: Span<UInt8>) -> Bool {
    switch name.position(
      among: """
        --no-label --no-vt --no-terminal --no-sandbox --verbose --no-socket --stdin --no-stdin --details
        """)
    {
    case 0:
      stage.showsLabel = false
      theme.builtInOption.removeAll()
      theme.builtInOption.append(name)
    // `--no-terminal` is the newer name of `--no-vt`.
    case 1, 2: takesTerminal = false
    case 3: isSandboxed = false
    case 4: Environment.set("FLIPBOOK_LOG", to: "debug")
    case 5: socket = .none
    case 6: readsStandardInput = true
    case 7: readsStandardInput = false
    case 8: showsConsole = true
    default: return false
    }
    return true
  }

  private mutating func read(
    _ option: ValueOption, _ value: Span<UInt8>
  ) throws(OptionError) {
    switch option {
    case .size, .palette, .paint, .direction, .background, .rings:
      theme.builtInOption.removeAll()
      theme.builtInOption.append(option.word)
    default: break
    }
    switch option {
    case .device: outputs.device = try Value.path(option, value)
    case .lease:
      outputs.device = try Value.path(option, value)
      // The lessor controls the terminal, too.
      (outputs.isLease, takesTerminal) = (true, false)
    case .terminal: terminal = try Value.path(option, value)
    case .output: try readOutput(option, value)
    case .kernelCommandLine: kernelCommandLine = try Value.path(option, value)
    case .socket:
      socketPath = try Value.path(option, value)
      socket = .given
    case .animation:
      stage.animation = try Value.animation(option, value)
      theme.hasAnimation = true
    case .theme: theme.name = try Value.path(option, value)
    case .locale: theme.locale = try Value.path(option, value)
    case .scale: try readScale(option, value)
    case .dither: outputs.dithering = try Value.dithering(option, value)
    case .rotate: try readRotation(option, value)
    case .maximumFrameRate: outputs.frameRateLimit = Int(try Value.whole(option, value, 1...1000))
    case .size: (stage.boxWidth, stage.boxHeight) = try Value.boxSize(option, value)
    case .palette: stage.palette = try Value.palette(option, value)
    case .paint: stage.paint = try Value.paint(option, value)
    case .direction: stage.direction = try Value.direction(option, value)
    case .firmwareLogo:
      stage.showsFirmwareLogo = !value.isEqual(to: "none")
      firmwareLogo =
        value.isEqual(to: "auto")
        ? .machine : value.isEqual(to: "none") ? .none : .folder(try Value.path(option, value))
    case .background: stage.background = try Value.color(option, value)
    case .rings: stage.rings = Int(try Value.whole(option, value, 1...8))
    case .handoverTimeout:
      let seconds = try Value.whole(option, value, 0...3600)
      handoverTimeout = TimeSpan(nanoseconds: 1_000_000_000 * seconds)
    case .everyFrame: outputs.drawsEveryFrame = try Value.isEveryFrame(option, value)
    case .frames: frameLimit = try Value.whole(option, value, 1...1_000_000_000)
    case .plymouth: try protocols.readPlymouth(value)
    case .plymouthUser:
      protocols.plymouthUser = UInt32(try Value.whole(option, value, 0...4_294_967_294))
    case .psplash: try protocols.readPsplash(value)
    case .pidFile: protocols.pidFile = try Value.path(option, value)
    case .group: protocols.group = try ProtocolOptions.group(value)
    case .mode: protocols.mode = try Value.mode(option, value)
    case .bootTimes:
      bootTimes =
        value.isEqual(to: "auto")
        ? .machine : value.isEqual(to: "none") ? .none : .folder(try Value.path(option, value))
    case .keyboard: try protocols.readKeyboard(value)
    case .console: try protocols.readConsole(value)
    case .captureConsole:
      consoleCapture =
        value.isEqual(to: "auto")
        ? .automatic : value.isEqual(to: "off") ? .off : .link(try Value.path(option, value))
    case .bootLog:
      bootLog =
        value.isEqual(to: "auto")
        ? .automatic : value.isEqual(to: "off") ? .off : .given(try Value.path(option, value))
    case .showFailures: showsFailures = try Value.isOn(option, value)
    case .onScreenKeyboard: try protocols.readOnScreenKeyboard(value)
    case .keyboardFeedback: protocols.showsKeyFeedback = try Value.isOn(option, value)
    case .showPasswordButton: protocols.showsRevealKey = try Value.isOn(option, value)
    }
  }
}

/// The options that take a value.
enum ValueOption: Int, Keyword {
  case device, lease, output, socket, animation, scale, dither, rotate, size, palette, paint
  case direction, background, rings, frames, handoverTimeout, kernelCommandLine, maximumFrameRate
  case everyFrame
  case plymouth, plymouthUser, psplash, pidFile, group, mode, keyboard, console, terminal, theme
  case locale, firmwareLogo, bootTimes, captureConsole, bootLog, showFailures
  case onScreenKeyboard, keyboardFeedback, showPasswordButton

  /// The names with their dashes.
  static var words: StaticString {
    """
    --device --lease --output --socket --animation --scale --dither --rotate --size --palette --paint \
    --direction --background --rings --exit-after-frames --handover-timeout \
    --kernel-command-line --max-fps --frames \
    --plymouth --plymouth-user --psplash --pid-file --group --mode --keyboard --console --tty \
    --theme --locale --firmware-logo --boot-times --capture-console --boot-log --show-failures \
    --on-screen-keyboard --keyboard-feedback --show-password-button
    """
  }
}

extension Span<UInt8> {
  /// The position of the first `=`; the count where there is none.
  fileprivate var firstEqualsSign: Int {
    for index in 0..<count where self[index] == UInt8(ascii: "=") { return index }
    return count
  }
}
