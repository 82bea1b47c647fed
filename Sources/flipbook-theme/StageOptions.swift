// SPDX-License-Identifier: Apache-2.0

import Animations
import ArgumentParser
import DisplayList
import FixedPoint
import Images
import Motion
import Stage
import Theme
import ToolOptions
import ToolSupport

/// The display, the machine and the language for which a theme is drawn.
struct StageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The display in points (default: 1280x720).", valueName: "WxH"),
    transform: BoxSize.init(argument:))
  var size = BoxSize(width: DecimalNumber(1280), height: DecimalNumber(720))

  @Option(
    help: ArgumentHelp("Pixels per point, such as 1.25 (default: 1).", valueName: "S"),
    transform: { try Arguments.scale($0) })
  var scale = DecimalNumber(1)

  @Option(
    help: ArgumentHelp("Turn the frame clockwise: 0, 90, 180 or 270.", valueName: "DEGREES"),
    transform: { try Arguments.rotation($0) })
  var rotate = Rotation.degrees0

  @Option(help: ArgumentHelp("A variant of the theme, such as dark.", valueName: "NAME"))
  var variant = ""

  @Option(
    help: ArgumentHelp(
      "The language of a locale, such as de_AT (default: the theme's first one).",
      valueName: "LOCALE"))
  var locale = ""

  @Option(help: "The machine's mode at the start, as in 'flipbookd --mode' (default: boot-up).")
  var mode: MachineMode?

  @Option(
    help: ArgumentHelp(
      "The time of day that a theme's clock shows at 0 (default: 10:10).", valueName: "HH:MM"),
    transform: { try Arguments.clock($0) })
  var clock = WallClock(hours: 10, minutes: 10, at: .zero)

  /// The frames of a theme while a timeline is played.
  func renderer(_ pack: PlayedPack, _ timeline: Timeline) throws(ToolError) -> FrameRenderer {
    try FrameRenderer(configuration(pack), timeline, mode: mode ?? .bootUp, clock: clock)
  }

  private func configuration(_ pack: PlayedPack) throws(ToolError) -> StageConfiguration {
    try StageConfiguration(
      theme: pack.selection(variant: variant, mode: mode ?? .bootUp, locale: locale),
      size: size, scale: scale, rotation: rotate)
  }
}
