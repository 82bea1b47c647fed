// SPDX-License-Identifier: Apache-2.0

/// The settings of a two-step theme, with Plymouth's defaults.
struct TwoStepTheme {
  /// The settings of a mode, such as `[updates]`.
  struct Mode: Equatable {
    var usesAnimation = true
    var usesBar = false
    var usesEnd = true
    var showsPercent = false
    var hidesMessages = false
    var usesFirmware = false
    var title: String?
    var subtitle: String?
  }

  /// A point in thousandths of the display.
  struct Alignment: Equatable {
    var x, y: Int

    var value: DraftValue { .point(x, y) }
  }

  static let group = "two-step"
  /// Plymouth's modes, which are this project's, too.
  static let modeNames = [
    "boot-up", "shutdown", "reboot", "updates", "system-upgrade", "firmware-upgrade",
    "system-reset",
  ]

  let file: PlymouthThemeFile
  let animation, bar, watermark, dialog, title: Alignment
  /// Colours `0xRRGGBBAA`.
  let backgroundStart, backgroundEnd, barTrack, barFill: UInt32
  /// In pixels, as large as a theme can have them; a negative width is that of the display.
  let barWidth, barHeight: Int
  let isMessageBelow: Bool
  let scalesBackground: Bool
  /// In thousandths of a second; nil without a transition.
  let transition: Int?
  let modes: [(name: String, settings: Mode)]

  init(_ file: PlymouthThemeFile) {
    self.file = file
    let middle = Alignment(x: 500, y: 500)
    animation = Self.alignment("", of: file, middle)
    bar = Self.alignment("ProgressBar", of: file, animation)
    watermark = Self.alignment("Watermark", of: file, Alignment(x: 1000, y: 500))
    dialog = Self.alignment("Dialog", of: file, middle)
    title = Self.alignment("Title", of: file, middle)
    // What Plymouth is built with differs between distributions; black is what most of them have.
    backgroundStart = Self.color("BackgroundStartColor", of: file) ?? 0xFF
    backgroundEnd = Self.color("BackgroundEndColor", of: file) ?? 0xFF
    barTrack = Self.color("ProgressBarBackgroundColor", of: file) ?? 0xFFFF_FFFF
    barFill = Self.color("ProgressBarForegroundColor", of: file) ?? 0xFF
    barWidth = min(max(Self.integer("ProgressBarWidth", of: file) ?? 400, -1), 16_383)
    barHeight = min(max(Self.integer("ProgressBarHeight", of: file) ?? 5, 1), 1000)
    isMessageBelow = Self.boolean("MessageBelowAnimation", file, Self.group) ?? false
    scalesBackground = Self.boolean("ScaleBackgroundImage", file, Self.group) ?? false
    let kind = file["Transition", in: Self.group]
    transition =
      ["fade-over", "cross-fade", "merge-fade"].contains(kind)
      ? Self.thousandths("TransitionDuration", of: file) : nil
    modes = Self.modeNames.map { name in
      // Plymouth had one mode for both before 0.9.5.
      let isOlder = name == "reboot" && !file.has(group: name)
      return (name, Self.mode(isOlder ? "shutdown" : name, of: file))
    }
  }

  /// The mode that is shown first.
  var bootUp: Mode { modes[0].settings }

  private static func mode(_ group: String, of file: PlymouthThemeFile) -> Mode {
    let bar = boolean("UseProgressBar", file, group) ?? false
    return Mode(
      usesAnimation: boolean("UseAnimation", file, group) ?? !bar, usesBar: bar,
      usesEnd: boolean("UseEndAnimation", file, group) ?? true,
      showsPercent: boolean("ProgressBarShowPercentComplete", file, group) ?? false,
      hidesMessages: boolean("SuppressMessages", file, group) ?? false,
      usesFirmware: boolean("UseFirmwareBackground", file, group) ?? false,
      title: file["Title", in: group], subtitle: file["SubTitle", in: group])
  }

  private static func alignment(
    _ prefix: String, of file: PlymouthThemeFile, _ standard: Alignment
  ) -> Alignment {
    let clamped = { (key: String, other: Int) in
      min(max(thousandths(prefix + key, of: file) ?? other, 0), 1000)
    }
    return Alignment(
      x: clamped("HorizontalAlignment", standard.x), y: clamped("VerticalAlignment", standard.y))
  }

  private static func boolean(
    _ name: String, _ file: PlymouthThemeFile, _ group: String
  ) -> Bool? {
    file[name, in: group].map { ["true", "yes", "1"].contains($0.lowercased()) }
  }

  /// A whole number, as `strtoul` reads it: decimal, or hexadecimal after `0x`.
  private static func integer(_ name: String, of file: PlymouthThemeFile) -> Int? {
    guard let text = file[name, in: group] else { return nil }
    if text.hasPrefix("0x") || text.hasPrefix("0X") { return Int(text.dropFirst(2), radix: 16) }
    return Int(text)
  }

  /// A colour: `0xRRGGBB`, or `0xRRGGBBAA` where it is larger.
  private static func color(_ name: String, of file: PlymouthThemeFile) -> UInt32? {
    guard let number = integer(name, of: file), let value = UInt32(exactly: number) else {
      return nil
    }
    return value >> 24 == 0 ? value << 8 | 0xFF : value
  }

  /// A decimal number in thousandths, such as `.382`.
  private static func thousandths(_ name: String, of file: PlymouthThemeFile) -> Int? {
    guard let text = file[name, in: group] else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.count > 1 ? parts[1].prefix(3) : ""
    guard parts[0].utf8.count < 8, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let whole = parts[0].isEmpty ? 0 : Int(parts[0])
    else { return nil }
    let rest = Int(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
    return whole < 0 ? whole * 1000 - rest : whole * 1000 + rest
  }
}
