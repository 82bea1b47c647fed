// SPDX-License-Identifier: Apache-2.0

import Animations
import CLinux
package import Linux
import Theme
package import Text
import Control
import Stage

/// Finds the theme to show: at the start, and whenever a client requests another.
///
/// A theme that cannot be used causes one line of text, and nothing changes: an invalid file must not leave a
/// boot without its splash. Each file is read once, and not searched again. A class, because its
/// configurations are large.
package final class ThemeSearch {
  /// Whether an animation was given, which selects the built-in look.
  package var hasAnimation = false
  /// Whether the machine's own directories are searched; memory outputs depend only on their command line.
  private(set) var searches = true
  private var isOfStart = true
  private var mode = MachineMode.bootUp
  private var lastVersion = 0
  /// A given option that is only for the built-in look.
  package var builtInOption = InlineText<16>()
  /// The look on the displays: the look of the start, or its replacement.
  private var shown: StageConfiguration

  /// The requested theme: a path or a name, perhaps with `:VARIANT`.
  package var name: Path?
  /// The theme that the kernel's command line requests.
  package var kernelName: Path?
  /// The locale for the theme's language, such as `de_AT.UTF-8`; nil for the machine's.
  package var locale: Path?

  /// The built-in look of the options, and the look that was found.
  private var builtIn: StageConfiguration
  private(set) var found: StageConfiguration
  /// The error of the search, or empty.
  private(set) var problem = InlineText<512>()

  package init() {
    builtIn = StageConfiguration(animation: .flow, widthInPixels: 1, heightInPixels: 1)
    (found, shown) = (builtIn, builtIn)
  }

  /// Starts with the built-in look of the options.
  func begin(_ look: StageConfiguration, searches: Bool, mode: MachineMode) {
    (builtIn, self.searches, self.mode) = (look, searches, mode)
  }

  /// Finds the machine's theme, unless another look was requested.
  ///
  /// For a reset the theme at `/run/flipbook` does not count.
  ///
  /// An animation takes precedence only over the theme of the packages. The options of the system's units
  /// name an animation, but a theme in `/etc` or on the kernel's command line is an explicit choice.
  func findOwn(isReset: Bool = false) {
    clear()
    if searches, !isReset, load(Path("/run/flipbook/theme.pack")) { return }
    if let name {
      load(named: name.bytes)
    } else if let kernelName {
      load(named: kernelName.bytes)
    } else if searches, !load(Path("/etc/flipbook/theme.pack")), !hasAnimation {
      _ = load(Path("/usr/share/flipbook/theme.pack"))
    }
  }

  /// Finds a client's theme: the theme of a name, the machine's for `--reset`, or the theme at
  /// `/run/flipbook` without a name.
  func find(_ name: Span<UInt8>) {
    if name.isEqual(to: "--reset") { return findOwn(isReset: true) }
    clear()
    let applied = Path("/run/flipbook/theme.pack")
    if name.count > 0 {
      load(named: name)
    } else if !load(applied) {
      report(applied, "not there")
    }
  }

  /// Records that the look found last is shown from now on.
  func recordChange(isStart: Bool = false) { (shown, isOfStart) = (found, isStart) }

  /// Sets the machine's mode.
  ///
  /// - Returns: Whether the theme looks different in it; that look has then been found.
  func change(mode: MachineMode) -> Bool {
    if mode == self.mode { return false }
    self.mode = mode
    guard let choice = shown.theme?.changed(toMode: mode, version: lastVersion + 1) else {
      return false
    }
    lastVersion += 1
    found = shown
    found.theme = choice
    return true
  }

  /// Sets the shown look in a configuration of the start's look.
  func adapt(_ configuration: inout StageConfiguration) {
    if !isOfStart { configuration = shown.resized(like: configuration) }
  }

  private func clear() {
    found = builtIn
    problem.removeAll()
  }

  /// Loads the theme of a name or of an absolute path, either with `:VARIANT` after it.
  private func load(named text: Span<UInt8>) {
    var colon = text.count
    for index in text.indices where text[index] == UInt8(ascii: ":") { colon = index }
    let variant = text.extracting(min(colon + 1, text.count)..<text.count)
    let base = text.extracting(first: colon)
    if base.isEqual(to: "built-in") { return loadBuiltIn(variant) }
    guard let path = try? Path(base) else {
      return problem.append("theme: a name that is empty or too long")
    }
    if base[0] == UInt8(ascii: "/") {
      if !load(path, variant) { report(path, "not there") }
      return
    }
    for index in base.indices where base[index] == UInt8(ascii: "/") {
      return report(path, "a relative path; expected a name or an absolute path")
    }
    for folder in ["/etc/flipbook/themes/", "/usr/share/flipbook/themes/"] as [StaticString] {
      guard let path = ThemeSearch.path(folder, base) else { break }
      if load(path, variant) { return }
    }
    report(path, "not there")
  }

  private func loadBuiltIn(_ variant: Span<UInt8>) {
    if let animation = StageConfiguration.AnimationKind(variant) {
      found.animation = animation
    } else if variant.count > 0 {
      var text = InlineText<64>()
      text.append(quoting: variant)
      report(Path("built-in"), "has no variant ", text.bytes)
    }
  }

  /// The path of an installed theme; nil for a name with a slash or one that is too long.
  private static func path(_ folder: StaticString, _ name: Span<UInt8>) -> Path? {
    var path = Path(folder)
    do throws(SystemError) {
      for index in name.indices {
        if name[index] == UInt8(ascii: "/") { return nil }
        try path.append(name[index])
      }
      try path.append(".pack")
      return path
    } catch {
      return nil
    }
  }

  /// Loads a pack; false only where there is no such file.
  private func load(_ path: Path, _ variant: Span<UInt8> = Span()) -> Bool {
    guard let pack = readPack(path) else { return problem.count > 0 }
    if pack.count(.locales) > 1 || pack.has(.clock) { findLocale() }
    guard let number = pack.variant(named: variant) else {
      var text = InlineText<64>()
      text.append(quoting: variant)
      report(path, "has no variant ", text.bytes)
      return true
    }
    lastVersion += 1
    let locale = locale ?? Path("C")
    found.theme = ThemeSelection(
      pack, variant: number, mode: mode, locale: locale.bytes, version: lastVersion)
    logLosses(pack, path)
    return true
  }

  /// Reads a pack; nil where there is no such file, or where it cannot be used, with the error in `problem`.
  private func readPack(_ path: Path, isKeymap: Bool = false) -> Pack? {
    do throws(SystemError) {
      let bytes = try ThemeSearch.read(path)
      do throws(PackError) {
        return try Pack(bytes, isKeymap: isKeymap)
      } catch {
        var text = InlineText<64>()
        error.write { text.append($0) }
        report(path, "", text.bytes, isKeymap: isKeymap)
      }
    } catch {
      if !error.isMissing {
        report(path, "cannot be read: ", error.reason.bytes, isKeymap: isKeymap)
      }
    }
    return nil
  }

  /// The layouts of the machine's keyboard, or else the theme's; nil for a US keyboard.
  ///
  /// A keymap that cannot be used is logged in one line.
  func findKeymap() -> Pack? {
    problem.removeAll()
    if searches, let own = readPack(Path("/etc/flipbook/keymap.pack"), isKeymap: true) {
      return own
    }
    var pack = found.theme?.pack
    if pack?.count(.keymaps) == 0 { pack = nil }
    if problem.count > 0 {
      problem.append(pack == nil ? "; typing as on a US keyboard" : "; typing with the theme's")
      Log.write(problem.bytes)
    }
    problem.removeAll()
    return pack
  }

  /// Logs the parts of a theme, or of the command line, that have no effect.
  private func logLosses(_ pack: Pack, _ path: Path) {
    if pack.unknownElementCount > 0 {
      let text: StaticString = "made for a newer version, leaving out elements of unknown kinds: "
      var count = InlineText<64>()
      count.append(pack.unknownElementCount)
      let line = ThemeSearch.line(path, text, count.bytes)
      Log.write(line.bytes)
    } else if !pack.isOwnVersion {
      let text: StaticString = "made for a newer version, leaving out what it adds: minor version "
      var version = InlineText<64>()
      version.append(pack.minorVersion)
      let line = ThemeSearch.line(path, text, version.bytes)
      Log.write(line.bytes)
    }
    if builtInOption.count > 0 {
      let text: StaticString = "for the built-in look only, ignoring it: "
      let line = ThemeSearch.line(path, text, builtInOption.bytes)
      Log.write(line.bytes)
    }
  }

  static func read(_ path: Path) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(opening: path, for: .readOnly, nonblocking: true)
    // One byte more than the limit is enough to detect a larger file.
    let size = min(max(try file.size(), 0), PackHeader.largestFile + 1)
    // With what an array has beside its elements, and an error's line.
    guard OwnProcess.hasRoom(for: size + 65536) else { throw SystemError(.read, errno: ENOMEM) }
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < size {
      var space = bytes.mutableSpan
      var rest = space._mutatingExtracting(count..<size)
      guard case .bytes(let more) = try file.read(into: &rest) else { break }
      count += more
    }
    if count < size { bytes.removeLast(size - count) }
    return bytes
  }

  private func report(
    _ path: Path, _ text: StaticString, _ what: Span<UInt8> = Span(), isKeymap: Bool = false
  ) {
    problem = ThemeSearch.line(path, text, what, isKeymap: isKeymap)
  }

  private static func line(
    _ path: Path, _ text: StaticString, _ what: Span<UInt8>, isKeymap: Bool = false
  ) -> InlineText<512> {
    var line = InlineText<512>()
    line.append(isKeymap ? "keymap " : "theme ")
    line.append(path.bytes)
    line.append(": ")
    line.append(text)
    line.append(what)
    return line
  }
}

extension Options {
  /// Finds the machine's theme and applies it, unless another look was requested.
  ///
  /// A theme that cannot be used is logged in one line, and the look is the built-in one.
  package mutating func loadTheme() {
    theme.begin(stage, searches: memoryCount == 0, mode: protocols.mode ?? .bootUp)
    theme.findOwn()
    theme.recordChange(isStart: true)
    stage = theme.found
    if theme.problem.count > 0 { Log.write(theme.problem.bytes) }
  }
}

extension SystemError {
  /// Whether there is no such file.
  fileprivate var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }
}
