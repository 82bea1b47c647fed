// SPDX-License-Identifier: Apache-2.0

import Animations
import CLinux
import Control
import Linux
import Theme

extension Options {
  /// Finds the theme that the machine has and takes it, unless another look was asked for.
  ///
  /// What cannot be used is logged in one line, and the look is the built-in one: a broken file must not
  /// cost a boot its splash. Each file is read once, and not looked for again.
  package mutating func loadTheme() {
    // Frames in memory are what their command line says, whatever the machine has.
    let searches = memories.isEmpty
    if searches, take(Path("/run/flipbook/theme.pack")) { return }
    if let themeName { return takeNamed(themeName) }
    if hasAnimation { return }
    if let kernelTheme { return takeNamed(kernelTheme) }
    if searches {
      if take(Path("/etc/flipbook/theme.pack")) { return }
      _ = take(Path("/usr/share/flipbook/theme.pack"))
    }
  }

  /// Takes the theme of a name or of an absolute path, either with `:VARIANT` behind it.
  private mutating func takeNamed(_ name: Path) {
    let text = name.bytes
    var colon = text.count
    for index in text.indices where text[index] == UInt8(ascii: ":") { colon = index }
    let variant = text.extracting(min(colon + 1, text.count)..<text.count)
    let base = text.extracting(first: colon)
    if base.isEqual(to: "built-in") { return takeBuiltIn(variant) }
    guard let path = try? Path(base) else { return }
    if base[0] == UInt8(ascii: "/") {
      if !take(path, variant) { Options.log(path, "not there") }
      return
    }
    for folder in ["/etc/flipbook/themes/", "/usr/share/flipbook/themes/"] as [StaticString] {
      guard let path = Options.path(folder, base) else { break }
      if take(path, variant) { return }
    }
    Options.log(path, "not there")
  }

  private mutating func takeBuiltIn(_ variant: Span<UInt8>) {
    if variant.isEqual(to: "download") { stage.animation = .download }
    if variant.isEqual(to: "ring") { stage.animation = .ring }
    if variant.isEqual(to: "flow") { stage.animation = .flow }
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
  private mutating func take(_ path: Path, _ variant: Span<UInt8> = Span()) -> Bool {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Options.read(path)
    } catch {
      if error.isMissing { return false }
      Options.log(path, "cannot be read: ", error.reason.bytes)
      return true
    }
    do throws(PackError) {
      let pack = try Pack(bytes)
      if pack.count(.locales) > 1 { findLocale() }
      guard let number = pack.variant(named: variant) else {
        var text = InlineText<64>()
        text.append(quoting: variant)
        Options.log(path, "has no variant ", text.bytes)
        return true
      }
      let locale = locale ?? Path("C")
      // Modes count as the situations of a theme do.
      stage.theme = ThemeChoice(
        pack, variant: number, mode: protocols.mode?.rawValue ?? 0,
        locale: locale.bytes)
      logLosses(pack, path)
    } catch {
      var text = InlineText<64>()
      error.write { text.append($0) }
      Options.log(path, "", text.bytes)
    }
    return true
  }

  /// Logs what of a theme, or of the command line, has no effect.
  private func logLosses(_ pack: Pack, _ path: Path) {
    pack.forEachMissing { part in
      Options.log(path, "not shown by this version: ", part.bytes)
    }
    if builtInOption.count > 0 {
      Options.log(path, "for the built-in look only, ignoring it: ", builtInOption.bytes)
    }
  }

  static func read(_ path: Path) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(opening: path, for: .readOnly, nonblocking: true)
    // One byte more than is possible is enough to see that it is too many.
    let size = min(max(try file.size(), 0), PackHeader.largestFile + 1)
    guard OwnProcess.hasRoom(for: size) else { throw SystemError(.read, errno: ENOMEM) }
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
  private static func log(_ path: Path, _ text: StaticString, _ what: Span<UInt8> = Span()) {
    var line = InlineText<512>()
    line.append("theme ")
    line.append(path.bytes)
    line.append(": ")
    line.append(text)
    line.append(what)
    Log.write(line.bytes)
  }
}

extension SystemError {
  /// Whether there is no such file.
  fileprivate var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }
}
