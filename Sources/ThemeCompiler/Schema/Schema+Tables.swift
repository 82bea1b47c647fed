// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The keys of each table that is no animation.
extension Schema {
  static let stage = [
    SchemaKey("font", .font, nil, "The font of texts without a font."),
    SchemaKey(
      "text-size", .length(negative: false), "{ size = \"1.3889%\", min = 9, max = 32 }",
      "The cap height of texts without a size.", in: \StageRecord.textSize),
    SchemaKey(
      "text-color", .color(none: false), nil,
      "The colour of texts; by default dark or light, with the higher contrast to the background."),
    SchemaKey(
      "margin", .length(negative: false), "0",
      "The distance from the edges of the stage to the anchors and limits.", in: \StageRecord.margin
    ),
    SchemaKey(
      "fade", .time(0...3_600_000), "0.2",
      "The duration of an element's cross-fade after a change.", in: \StageRecord.fade),
    SchemaKey(
      "appear", .time(0...3_600_000), "0",
      "The duration of the fade from the background to the first scene.", in: \StageRecord.appear),
    SchemaKey(
      "leave", .time(0...4000), "0", "The duration of the last scene's fade at the end.",
      in: \StageRecord.leave),
    SchemaKey(
      "leave-color", .color(none: false), "\"000000\"", "The colour at the end of the fade.",
      in: \StageRecord.leaveColor),
    SchemaKey(
      "dissolve", .time(0...3_600_000), "0.4",
      "The duration of the dissolve from the previous theme.", in: \StageRecord.dissolve),
    SchemaKey(
      "farewell", .time(0...5000), "0", "The longest wait for an outro at the end.",
      in: \StageRecord.farewell),
    SchemaKey(
      "failures", .boolean, "false",
      "Whether a message names the first unit that fails, unless --show-failures decides.",
      in: \StageRecord.showsFailure),
    SchemaKey(
      "console-font", .font, nil, "The monospaced font of the console; by default the built-in one."
    ),
  ]

  static let background = [
    SchemaKey(
      "color", .color(none: false), "\"000000\"", "The colour under everything.",
      in: \BackgroundElement.color),
    SchemaKey("gradient", .colors(2...16), nil, "Colours from one side to the other."),
    SchemaKey(
      "angle", .number(-360_000...360_000), "90",
      "The direction of the gradient: 0 to the right, 90 downwards, clockwise."),
    SchemaKey(
      "image", .file, nil,
      "An image over the colour; \"firmware\" is the logo that the machine's firmware has drawn."),
    SchemaKey(
      "fit", .choice(fits), "\"cover\"", "How the image fits the stage.", in: \BackgroundElement.fit
    ),
    SchemaKey("opacity", .number(0...1000), "1", "How opaque the image is."),
  ]

  static let image = [
    SchemaKey("file", .file, nil, "A PNG, JPEG or SVG file."),
    SchemaKey("qr", .string, nil, "A text to be shown as a QR code, in place of a file."),
    SchemaKey(
      "raster", .integer(1...4096), nil,
      "Stores an SVG as pixels, with so many on its longer side."),
    SchemaKey(
      "width", .length(negative: false), nil,
      "The width; by default from the height, or one point per pixel."),
    SchemaKey(
      "height", .length(negative: false), nil,
      "The height; by default from the width, or one point per pixel."),
    SchemaKey(
      "fit", .choice(fits), "\"contain\"", "How the image fits a box with a width and a height.",
      in: \ImageElement.fit),
    SchemaKey(
      "radius", .length(negative: false), "0", "The radius of its corners.",
      in: \ImageElement.radius),
    SchemaKey(
      "tint", .color(none: true), "\"none\"", "A colour that replaces the image's own colours."),
    SchemaKey("smooth", .boolean, "true", "Whether scaling smooths the image."),
  ]

  private static let easings = [
    "linear", "ease", "ease-in", "ease-out", "ease-in-out", "hold",
  ]

  static let motion = [
    SchemaKey(
      "keyframes", .keyframes, nil,
      "The motion's keyframes, up to 64; without any the image is at rest."),
    SchemaKey(
      "bound", .choice(["time", "progress", "phase"]), "\"time\"",
      "What moves the image: the time since the start, the channel's progress, or the time since the phase began.",
      in: \MotionElement.binding),
    SchemaKey(
      "channel", .integer(1...8), "1", "The channel of the progress.", in: \MotionElement.channel),
    SchemaKey(
      "period", .time(1...3_600_000), "1", "The time from the position 0 to the position 1.",
      in: \MotionElement.period),
    SchemaKey(
      "delay", .time(0...3_600_000), "0",
      "The time before that, in which the image is at the position 0.",
      in: \MotionElement.delay),
    SchemaKey(
      "repeat", .choice(["once", "loop", "alternate"]), "\"loop\"",
      "Once: the image stays at the position 1; loop: the motion starts again; alternate: it goes back, and starts again.",
      in: \MotionElement.repetition),
    SchemaKey(
      "repeat-from", .number(0...999), "0",
      "The position where a loop starts again and an alternating motion turns back. The part before it is played once.",
      in: \MotionElement.repeatStart),
    SchemaKey(
      "easing", .choice(easings), "\"linear\"",
      "The curve from each keyframe to the next, as in CSS; hold: the value stays until the next."),
    SchemaKey(
      "origin", .point, "\"center\"",
      "The point of the image that it is scaled and rotated about."),
  ]

  static let keyframe = [
    SchemaKey(
      "at", .number(0...1000), nil,
      "The keyframe's position; by default all are spread evenly from 0 to 1."),
    SchemaKey(
      "easing", .choice(easings), nil, "The curve to the next keyframe; by default the motion's."),
    SchemaKey("opacity", .number(0...1000), nil, "The opacity, times the image's own."),
    SchemaKey(
      "offset", .lengths, nil, "The distance from the image's place, to the right and down."),
    SchemaKey("scale", .number(0...4000), nil, "The size, times the image's own."),
    SchemaKey(
      "rotation", .number(-16_000_000...16_000_000), nil, "The rotation in degrees, clockwise."),
  ]

  static let text =
    [
      SchemaKey(
        "text", .text(4), nil,
        "The first of these texts that has a value for each placeholder, such as {message}, {percent} and {eta}."
      )
    ] + textKeys + [
      SchemaKey(
        "width", .length(negative: false), "\"87.5%w\"", "The width at which lines are broken."),
      SchemaKey(
        "lines", .integer(1...8), nil,
        "The most lines; 1, for a message 2. Lines break between words, a wider word between its "
          + "letters; the last line ends with … if there is more."),
      SchemaKey(
        "line-height", .number(1000...16_000_000), "2.2",
        "The distance of baselines, in cap heights."
      ),
    ]

  /// The keys of texts and clocks.
  private static let textKeys = [
    SchemaKey("font", .font, nil, "The font; by default the stage's."),
    SchemaKey("size", .length(negative: false), nil, "The cap height; by default the stage's."),
    SchemaKey("color", .color(none: false), nil, "The colour; by default the stage's."),
    SchemaKey(
      "align", .choice(alignments), "\"center\"", "The alignment of the lines in the width."),
  ]

  static let clock =
    [
      SchemaKey(
        "format", .choice(["auto", "12", "24"]), "\"auto\"",
        "12 hours, as in 9:41, or 24, as in 09:41; auto: as is usual in the territory of the machine's locale.",
        in: \ClockElement.format)
    ] + textKeys + [
      SchemaKey(
        "width", .length(negative: false), nil, "The width; by default that of the widest time.")
    ]

  /// The edges of an image of a part.
  static func slice(_ name: String) -> SchemaKey {
    SchemaKey(
      name, .slice, "[0, 0, 0, 0]",
      "How many pixels of that image are its left, top, right and bottom edge, which keep their size."
    )
  }

  static let prompt = [
    SchemaKey(
      "width", .length(negative: false), "{ size = \"60%\", max = 480 }", "The panel's width."),
    SchemaKey(
      "color", .color(none: true), "\"none\"", "The panel's colour.", in: \PromptElement.panel),
    SchemaKey(
      "padding", .length(negative: false), "\"2cap\"",
      "The distance between the panel's edge and its contents.", in: \PromptElement.padding),
    SchemaKey(
      "radius", .length(negative: false), "\"1cap\"", "The radius of the panel's corners.",
      in: \PromptElement.radius),
    SchemaKey(
      "field-color", .color(none: true), nil,
      "The colour of the field; by default from the text's colour."),
    SchemaKey(
      "field-border", .color(none: true), nil,
      "The colour of the border; by default from the text's colour."),
    SchemaKey(
      "field-text", .color(none: false), nil,
      "The colour of typed text; by default the text's, or nearly black or white if its contrast to the field is below 3:1."
    ),
    SchemaKey(
      "border-width", .length(negative: false), "1", "The width of the border.",
      in: \PromptElement.borderWidth),
    SchemaKey(
      "field-height", .length(negative: false), "\"3.4cap\"", "The field's height.",
      in: \PromptElement.fieldHeight),
    SchemaKey(
      "field-radius", .length(negative: false), "\"0.9cap\"", "The radius of the field's corners.",
      in: \PromptElement.fieldRadius),
    SchemaKey(
      "gap", .length(negative: false), "\"1.4cap\"",
      "The distance between the question and the field.", in: \PromptElement.gap),
    SchemaKey(
      "icon", .file, nil,
      "An image beside the question, three cap heights high, in place of the padlock; "
        + "none where it leaves too little room."),
    SchemaKey("image", .file, nil, "An image of the panel, in place of its colour."),
    slice("slice"),
    SchemaKey(
      "field-image", .file, nil, "An image of the field, in place of its colour and its border."),
    slice("field-slice"),
    SchemaKey(
      "bullet-image", .file, nil,
      "An image for each character of a password, in place of the bullet; each is beside the last, "
        + "one point per pixel."),
    SchemaKey(
      "bullet", .text(1), "\"•\"",
      "The sign for each character of a password; • is drawn as a circle."),
    SchemaKey("caps-text", .text(1), "\"@caps-lock\"", "The text while Caps Lock is on."),
    SchemaKey(
      "keymap", .boolean, "true", "Whether the name of the keyboard's layout is shown.",
      in: \PromptElement.showsKeymap),
  ]

  static let font = [
    SchemaKey("file", .file, nil, "A font's file, TrueType or OpenType; required."),
    SchemaKey("index", .integer(0...255), "0", "The number of the face in a collection."),
    SchemaKey("axes", .axes, nil, "The position of a variable font on its axes."),
    SchemaKey("features", .strings, "[]", "Features of OpenType; digits have equal widths anyway."),
    SchemaKey(
      "fallback", .strings, "[]", "Files for characters that are missing in the first file."),
    SchemaKey(
      "characters", .strings, "[\"latin\"]",
      "The characters for messages: ascii, latin, vietnamese, cyrillic, greek, marks, hebrew, arabic, thai, U+2190-2193, or single characters."
    ),
  ]

  static let stack = [
    SchemaKey("elements", .strings, nil, "The elements of the stack, in this order; required."),
    SchemaKey(
      "direction", .choice(["down", "right"]), "\"down\"",
      "The direction in which the elements follow each other.", in: \StackElement.direction),
    SchemaKey(
      "gap", .length(negative: false), "\"2.5cap\"", "The distance between elements.",
      in: \StackElement.gap),
    SchemaKey(
      "align", .choice(alignments), "\"center\"",
      "The alignment across the direction of the stack.", in: \StackElement.alignment),
    SchemaKey(
      "held", .string, nil, "The element that is at the anchor, instead of the whole stack."),
    SchemaKey(
      "padding", .length(negative: false), "0",
      "The distance between the panel's edge and its contents.", in: \StackElement.padding),
    SchemaKey(
      "color", .color(none: true), "\"none\"", "The panel's colour.", in: \StackElement.fill),
    SchemaKey(
      "radius", .length(negative: false), "0", "The radius of its corners.",
      in: \StackElement.radius),
    SchemaKey(
      "border", .color(none: true), "\"none\"", "The colour of its border.",
      in: \StackElement.border),
    SchemaKey(
      "border-width", .length(negative: false), "0", "The width of the border.",
      in: \StackElement.borderWidth),
    SchemaKey("image", .file, nil, "An image of the panel, in place of its colour and its border."),
    slice("slice"),
    SchemaKey(
      "width", .length(negative: false), nil, "The width; by default the width of the content."),
  ]
}
