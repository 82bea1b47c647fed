// SPDX-License-Identifier: Apache-2.0

package import Images
package import ToolSupport
package import Animations
package import ArgumentParser
import FixedPoint
import Keymaps
package import DisplayList
package import Motion
package import Raster
package import Stage
import Theme

/// The options that `render` and `filmstrip` share: what to draw, and how.
package struct FrameOptions: ParsableArguments {
  package init() {}

  @Argument(help: "The animation; none with --theme.")
  package var animation: AnimationName?

  @Option(
    help: ArgumentHelp(
      "Draw the stage as a theme's pack says, in place of an animation; needs --canvas.",
      valueName: "FILE[:VARIANT]"))
  package var theme: String?

  @Option(
    help: """
      What the machine does: the stage begins as that of 'flipbookd --mode' (default: as without the option).
      """)
  package var mode: MachineMode?

  @Option(
    help: ArgumentHelp(
      "Show the theme in the language of a locale, such as de_AT (default: its first one).",
      valueName: "LOCALE"))
  package var locale = ""

  @Option(
    help: ArgumentHelp(
      "The time of day that a theme's clock shows at 0 (default: 10:10).", valueName: "HH:MM"),
    transform: { try Arguments.clock($0) })
  package var clock = WallClock(hours: 10, minutes: 10, at: .zero)

  @Option(
    help: ArgumentHelp(
      "The animation's own box in points; one number will do for a ring.", valueName: "WxH"),
    transform: BoxSize.init(argument:))
  package var size: BoxSize?

  @Option(
    help: ArgumentHelp("Pixels per point, such as 1.25 (default: 1).", valueName: "S"),
    transform: { try Arguments.scale($0) })
  package var scale = DecimalNumber(1)

  @Option(
    help: ArgumentHelp("Turn the frame clockwise: 0, 90, 180 or 270.", valueName: "DEGREES"),
    transform: { try Arguments.rotation($0) })
  package var rotate = Rotation.degrees0

  @Option(
    help: ArgumentHelp(
      "The frame in points, the box centred in it (default: the box).", valueName: "WxH"),
    transform: BoxSize.init(argument:))
  package var canvas: BoxSize?

  @Option(
    help: ArgumentHelp(
      "The colour behind the animation (default: the animation's own).", valueName: "RRGGBB"),
    transform: { try Arguments.color($0) })
  package var background: Color?

  @Option(
    help: ArgumentHelp(
      "Show what a display of this format would: XR24, XB24, AR24, XR30, RG24 or RG16.",
      valueName: "FORMAT"),
    transform: { try Arguments.format($0) })
  package var format = PixelFormat.xrgb8888

  @Option(help: "Dither gradients; auto: in RG16 only.")
  package var dither = DitherName.auto

  @Option(help: "The flow bar's colours.")
  package var palette = PaletteName.default

  @Option(help: "The ring's paint.")
  package var paint = PaintName.halves

  @Option(help: "The ring's direction.")
  package var direction = DirectionName.cw

  @Option(
    help: ArgumentHelp("How many nested rings, 1 to 8, each with its own channel.", valueName: "N"))
  package var rings = 1

  @Flag(name: .customLong("no-label"), help: "Leave the animation's label out.")
  package var hidesLabel = false

  @Flag(help: "Draw the whole stage as flipbookd does, with its message.")
  package var stage = false

  @Option(
    help: ArgumentHelp(
      "Ask for a password from the beginning; needs --stage or --theme.", valueName: "QUESTION"))
  package var prompt: String?

  @Option(help: ArgumentHelp("How many of its bullets are typed.", valueName: "N"))
  package var bullets = 0

  @Flag(help: "Caps Lock is on while it is typed.")
  package var capsLock = false

  @Option(
    help: ArgumentHelp("The keyboard layout's name beside it, such as de.", valueName: "NAME"))
  package var layout = ""

  @Flag(
    help:
      "The prompt has the on-screen keyboard, in the layout of the theme's pack or else in a US layout."
  )
  package var onScreenKeyboard = false

  @Option(
    help: ArgumentHelp(
      "Commands, one 'MS COMMAND' a line; # begins a comment; - reads standard input.",
      valueName: "FILE"))
  package var timeline: String?

  /// The stage's configuration, with all values checked.
  package func configuration() throws(ToolError) -> StageConfiguration {
    if theme != nil { return try themeConfiguration() }
    guard let animation else { throw .usage("which animation, or --theme?") }
    let box = try boxSize()
    let canvas = canvas ?? box
    guard let width = canvas.width.ceilingOfProduct(with: scale),
      let height = canvas.height.ceilingOfProduct(with: scale),
      let scaleFactor = scale.fixed
    else { throw .usage("the frame is too large") }
    let pixels = rotate.turned(width: width, height: height)
    var result = StageConfiguration(
      animation: animation.animation, widthInPixels: pixels.width, heightInPixels: pixels.height,
      scale: scaleFactor)
    result.rotation = rotate
    result.width = canvas.width.fixed
    result.height = canvas.height.fixed
    // On a whole stage the default box depends on the stage's size.
    if !stage || size != nil {
      (result.boxWidth, result.boxHeight) = (box.width.fixed, box.height.fixed)
    }
    result.background = background
    result.palette = palette.palette
    result.paint = paint.paint
    result.direction = direction.direction
    result.rings = rings
    result.showsLabel = !hidesLabel
    if stage { result.showWholeStage() }
    return result
  }

  /// The configuration for a theme, which determines everything but the size.
  private func themeConfiguration() throws(ToolError) -> StageConfiguration {
    guard let theme, let canvas else { throw .usage("--theme needs --canvas") }
    guard animation == nil, size == nil, background == nil, palette == .default, paint == .halves,
      direction == .cw, rings == 1, !hidesLabel
    else { throw .usage("--theme says itself what is shown, in which size and colours") }
    return try StageConfiguration(
      theme: ThemeFile.read(theme, mode: mode ?? .bootUp, locale: locale), size: canvas,
      scale: scale, rotation: rotate)
  }

  /// The renderer for the frames of a stage.
  package func renderer(_ configuration: StageConfiguration) throws(ToolError) -> FrameRenderer {
    var result = try FrameRenderer(
      configuration, commands(), mode: mode, clock: clock, format: format,
      dithering: dither.dithering)
    if onScreenKeyboard {
      let pack = configuration.theme?.pack
      let keyboard = OnScreenKeyboard(pack?.count(.keymaps) == 0 ? nil : pack)
      result.show(
        OnScreenFace(keyboard.layer), rotation: configuration.rotation, millimetres: (0, 0))
    }
    return result
  }

  /// The commands to show.
  private func commands() throws(ToolError) -> Timeline {
    var result = Timeline()
    if let timeline {
      result = try Timeline(Files.read(timeline), name: timeline == "-" ? "<stdin>" : timeline)
    }
    guard let prompt else {
      if bullets != 0 || capsLock || !layout.isEmpty || onScreenKeyboard {
        throw .usage("--bullets, --caps-lock, --layout and --on-screen-keyboard need --prompt")
      }
      return result
    }
    guard stage || theme != nil else { throw .usage("--prompt needs --stage or --theme") }
    guard (0...256).contains(bullets) else { throw .usage("--bullets: 0 to 256 are possible") }
    guard layout.utf8.count <= 8 else {
      throw .usage("--layout: a layout's short name has at most 8 bytes")
    }
    result.ask(prompt, bullets: bullets, isCapsLockOn: capsLock, layout: layout)
    return result
  }

  private func boxSize() throws(ToolError) -> BoxSize {
    let animation = animation?.animation
    if let size {
      guard size.isSquareGiven || animation?.isSquare != true || size.width == size.height else {
        throw .usage("--size: a ring's box is as high as it is wide")
      }
      guard !size.isSquareGiven || animation?.isSquare == true else {
        throw .usage("--size: WxH is needed; only a ring takes one number")
      }
      return size
    }
    // A width of 0 is that of the stage.
    let defaultBox = (animation ?? .flow).defaultBox(stageWidth: 0)
    let height = DecimalNumber(UInt32(defaultBox.height.rounded))
    if defaultBox.width > 0 {
      return BoxSize(width: DecimalNumber(UInt32(defaultBox.width.rounded)), height: height)
    }
    guard let canvas else { throw .usage("flow needs --size or --canvas") }
    return BoxSize(width: canvas.width, height: height)
  }
}
