// SPDX-License-Identifier: Apache-2.0

import Animations
import CLinux
import Control
package import Linux
import Theme

/// Finds the theme that is to be shown: at the start, and whenever a client asks for another.
///
/// What cannot be used is one line of text, and nothing changes: a broken file must not cost a boot its
/// splash. Each file is read once, and not looked for again. A class, for the looks that it holds are large.
package final class ThemeSearch {
  /// Whether an animation is asked for, and so the built-in look.
  package var hasAnimation = false
  /// Whether the machine's own places are searched; frames in memory are what their command line says.
  private(set) var searches = true
  private var isOfStart = true
  /// What the machine does, as the situations of a theme count it.
  private var mode = 0
  private var lastVersion = 0
  /// An option that was given and is for the built-in look alone.
  package var builtInOption = InlineText<16>()
  /// What is shown: the look of the start, or what took its place.
  private var shown: StageConfiguration

  /// The theme that is asked for: a path or a name, perhaps with `:VARIANT`.
  package var name: Path?
  /// The one that the kernel's command line asks for.
  package var kernelName: Path?
  /// The locale in whose language it is shown, such as `de_AT.UTF-8`; nil for the machine's.
  package var locale: Path?

  /// The built-in look as it was asked for, and what has been found.
  private var builtIn: StageConfiguration
  private(set) var found: StageConfiguration
  /// What is wrong with it, or empty.
  private(set) var problem = InlineText<512>()

  package init() {
    builtIn = StageConfiguration(animation: .flow, widthInPixels: 1, heightInPixels: 1)
    (found, shown) = (builtIn, builtIn)
  }

  /// Begins with the built-in look that the options ask for.
  func begin(_ look: StageConfiguration, searches: Bool, mode: Int) {
    (builtIn, self.searches, self.mode) = (look, searches, mode)
  }

  /// Finds the theme that the machine has, unless another look was asked for; for a reset the one that was
  /// put at `/run/flipbook` does not count.
  ///
  /// An animation comes before the theme of the packages only: the options of the system's units have one,
  /// and who names a theme in `/etc` or on the kernel's command line wants to see it.
  @inline(never)
  func findOwn(isReset: Bool = false) {
    clear()
    if searches, !isReset, take(Path("/run/flipbook/theme.pack")) { return }
    if let name {
      take(named: name.bytes)
    } else if let kernelName {
      take(named: kernelName.bytes)
    } else if searches, !take(Path("/etc/flipbook/theme.pack")), !hasAnimation {
      _ = take(Path("/usr/share/flipbook/theme.pack"))
    }
  }

  /// Finds what a client asks for: the theme of a name, `--reset`, or nothing for the one at `/run/flipbook`.
  @inline(never)
  func find(_ name: Span<UInt8>) {
    if name.isEqual(to: "--reset") { return findOwn(isReset: true) }
    clear()
    let applied = Path("/run/flipbook/theme.pack")
    if name.count > 0 {
      take(named: name)
    } else if !take(applied) {
      note(applied, "not there")
    }
  }

  /// Takes note that what has been found last is shown from now on.
  @inline(never)
  func noteChange(isStart: Bool = false) { (shown, isOfStart) = (found, isStart) }

  /// Takes note of what the machine does.
  ///
  /// - Returns: Whether the theme that is shown looks different then; as it does it has been found.
  @inline(never)
  func change(mode: Int) -> Bool {
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

  /// The look that is shown, on the output of a configuration with that of the start.
  @inline(never)
  func adapt(_ configuration: inout StageConfiguration) {
    if !isOfStart { configuration = shown.resized(like: configuration) }
  }

  @inline(never)
  private func clear() {
    found = builtIn
    problem.removeAll()
  }

  /// Takes the theme of a name or of an absolute path, either with `:VARIANT` behind it.
  private func take(named text: Span<UInt8>) {
    var colon = text.count
    for index in text.indices where text[index] == UInt8(ascii: ":") { colon = index }
    let variant = text.extracting(min(colon + 1, text.count)..<text.count)
    let base = text.extracting(first: colon)
    if base.isEqual(to: "built-in") { return takeBuiltIn(variant) }
    guard let path = try? Path(base) else {
      return problem.append("theme: a name that is empty or too long")
    }
    if base[0] == UInt8(ascii: "/") {
      if !take(path, variant) { note(path, "not there") }
      return
    }
    for index in base.indices where base[index] == UInt8(ascii: "/") {
      return note(path, "a relative path; expected a name or an absolute path")
    }
    for folder in ["/etc/flipbook/themes/", "/usr/share/flipbook/themes/"] as [StaticString] {
      guard let path = ThemeSearch.path(folder, base) else { break }
      if take(path, variant) { return }
    }
    note(path, "not there")
  }

  private func takeBuiltIn(_ variant: Span<UInt8>) {
    if variant.isEqual(to: "download") {
      found.animation = .download
    } else if variant.isEqual(to: "ring") {
      found.animation = .ring
    } else if variant.isEqual(to: "flow") {
      found.animation = .flow
    } else if variant.count > 0 {
      var text = InlineText<64>()
      text.append(quoting: variant)
      note(Path("built-in"), "has no variant ", text.bytes)
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

  /// Reads a pack and takes it; false only where there is no such file.
  @inline(never)
  private func take(_ path: Path, _ variant: Span<UInt8> = Span()) -> Bool {
    guard let pack = readPack(path) else { return problem.count > 0 }
    if pack.count(.locales) > 1 { findLocale() }
    guard let number = pack.variant(named: variant) else {
      var text = InlineText<64>()
      text.append(quoting: variant)
      note(path, "has no variant ", text.bytes)
      return true
    }
    lastVersion += 1
    let locale = locale ?? Path("C")
    found.theme = ThemeChoice(
      pack, variant: number, mode: mode, locale: locale.bytes, version: lastVersion)
    logLosses(pack, path)
    return true
  }

  /// Reads a pack; nil where there is no such file, or with the problem where it cannot be used.
  @inline(never)
  private func readPack(_ path: Path, isKeymap: Bool = false) -> Pack? {
    do throws(SystemError) {
      let bytes = try ThemeSearch.read(path)
      do throws(PackError) {
        return try Pack(bytes, isKeymap: isKeymap)
      } catch {
        var text = InlineText<64>()
        error.write { text.append($0) }
        note(path, "", text.bytes, isKeymap: isKeymap)
      }
    } catch {
      if !error.isMissing {
        note(path, "cannot be read: ", error.reason.bytes, isKeymap: isKeymap)
      }
    }
    return nil
  }

  /// The layouts of the machine's keyboard, or else the theme's; nil to type as on a US keyboard.
  ///
  /// What cannot be used is logged in one line.
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

  /// Logs what of a theme, or of the command line, has no effect.
  private func logLosses(_ pack: Pack, _ path: Path) {
    if builtInOption.count > 0 {
      let text: StaticString = "for the built-in look only, ignoring it: "
      Log.write(ThemeSearch.line(path, text, builtInOption.bytes).bytes)
    }
  }

  static func read(_ path: Path) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(opening: path, for: .readOnly, nonblocking: true)
    // One byte more than is possible is enough to see that it is too many.
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

  @inline(never)
  private func note(
    _ path: Path, _ text: StaticString, _ what: Span<UInt8> = Span(), isKeymap: Bool = false
  ) {
    problem = ThemeSearch.line(path, text, what, isKeymap: isKeymap)
  }

  @inline(never)
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
  /// Finds the theme that the machine has and takes it, unless another look was asked for.
  ///
  /// What cannot be used is logged in one line, and the look is the built-in one.
  package mutating func loadTheme() {
    // Modes count as the situations of a theme do.
    theme.begin(stage, searches: memoryCount == 0, mode: protocols.mode?.rawValue ?? 0)
    theme.findOwn()
    theme.noteChange(isStart: true)
    stage = theme.found
    if theme.problem.count > 0 { Log.write(theme.problem.bytes) }
  }
}

extension SystemError {
  /// Whether there is no such file.
  fileprivate var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }
}
