// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The keys of each table.
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

  static let animation = [
    SchemaKey("kind", .choice(animationKinds), nil, "The kind of the animation; required."),
    SchemaKey("channel", .integer(1...8), "1", "The channel of the shown progress."),
  ]

  static let bar = [
    SchemaKey("width", .length(negative: false), "\"100%w\"", "Its width."),
    SchemaKey("height", .length(negative: false), "2", "Its height."),
    SchemaKey("palette", .palette, "\"rainbow\"", "Its colours."),
    SchemaKey(
      "axis", .axis, "[0, 0.5, 1, 0.5]", "The line in the box along which the colours lie."),
    SchemaKey(
      "flow", .choice(["forward", "backward", "still"]), nil,
      "The direction of the flow; by default forward, and still for a single colour."),
    SchemaKey(
      "period", .time(1...3_600_000), "0.1",
      "The time in which a colour moves to the position of its neighbour.",
      in: \AnimationElement.period),
    SchemaKey(
      "spring", .time(1...3_600_000), "0.5",
      "The time in which the end of the bar reaches a new value.", in: \AnimationElement.spring),
    SchemaKey(
      "failure", .color(none: false), nil,
      "The colour after a failure; by default D0312D, and FFFFFF with the palette red."),
    SchemaKey(
      "track", .color(none: true), "\"none\"", "The colour of the part that is not filled.",
      in: \AnimationElement.track),
    SchemaKey(
      "radius", .length(negative: false), "0", "The radius of its corners.",
      in: \AnimationElement.radius),
    SchemaKey(
      "unknown", .choice(["full", "sweep"]), "\"full\"", "The bar's look with unknown progress."),
  ]

  static let download = [
    SchemaKey("width", .length(negative: false), "200", "Its width."),
    SchemaKey("height", .length(negative: false), "80", "Its height."),
    SchemaKey(
      "spring", .time(1...3_600_000), "0.5", "The time in which the bar reaches a new value.",
      in: \AnimationElement.spring),
    SchemaKey(
      "box", .color(none: false), "\"808080\"", "The colour of the box and of the empty bar.",
      in: \AnimationElement.track),
    SchemaKey(
      "fill", .color(none: false), "\"FFFFFF\"", "The colour of the filled bar.",
      in: \AnimationElement.others[0]),
    SchemaKey(
      "arrow", .color(none: false), "\"FFFFFF\"",
      "The colour of the arrow, which becomes the bubble.", in: \AnimationElement.others[1]),
    SchemaKey(
      "label", .boolean, "true", "Whether the bubble has a number.",
      in: \AnimationElement.showsLabel),
    SchemaKey(
      "label-color", .color(none: false), "\"000000\"", "The number's colour.",
      in: \AnimationElement.others[2]),
    SchemaKey(
      "done-color", .color(none: false), "\"00FF00\"", "The colour of the text when it is done.",
      in: \AnimationElement.others[3]),
    SchemaKey(
      "failed-color", .color(none: false), "\"FF0000\"", "The colour of the text when it failed.",
      in: \AnimationElement.failure),
    SchemaKey("done-text", .text(1), "\"@done\"", "The text when it is done."),
    SchemaKey("failed-text", .text(1), "\"@failed\"", "The text when it failed."),
    SchemaKey("font", .font, nil, "The font of the label and the texts; by default the stage's."),
  ]

  static let ring = [
    SchemaKey("size", .length(negative: false), "216", "Its width and height."),
    SchemaKey(
      "rings", .integer(1...8), "1",
      "The number of nested rings; each has the next channel."),
    SchemaKey(
      "direction", .choice(["clockwise", "counter-clockwise"]), "\"clockwise\"",
      "The direction in which the arc grows."),
    SchemaKey(
      "paint", .choice(["halves", "quadrants", "conic"]), "\"halves\"",
      "The arrangement of the colours.", in: \AnimationElement.paint),
    SchemaKey("colors", .colors(2...5), nil, "Two colours; with the paint quadrants five."),
    SchemaKey(
      "track", .color(none: true), "\"F6F6F9\"", "The colour of the circle under the arc.",
      in: \AnimationElement.track),
    SchemaKey(
      "dot", .number(1...16_384_000), "10", "The diameter of the disc at the head of the arc."),
    SchemaKey(
      "dot-color", .color(none: true), "\"FFFFFF\"", "The disc's colour.",
      in: \AnimationElement.others[0]),
    SchemaKey(
      "label", .boolean, "true", "Whether there is a number in the middle.",
      in: \AnimationElement.showsLabel),
    SchemaKey(
      "label-color", .color(none: false), "\"C8A159\"", "The number's colour.",
      in: \AnimationElement.others[1]),
    SchemaKey("font", .font, nil, "The font of the number; by default the stage's."),
    SchemaKey(
      "failure", .color(none: false), "\"D0312D\"", "The colour after a failure.",
      in: \AnimationElement.failure),
    SchemaKey(
      "arc", .number(1...16_384_000), "17", "The width of the arc.", in: \AnimationElement.arc),
    SchemaKey(
      "track-width", .number(0...16_384_000), "10", "The width of the circle under the arc.",
      in: \AnimationElement.trackWidth),
    SchemaKey(
      "gap", .number(0...16_384_000), "6", "The distance between rings.", in: \AnimationElement.gap),
  ]

  static let frames = [
    SchemaKey(
      "files", .file, nil,
      "The files of the frames, PNG or JPEG of one size, with * for the number; required."),
    SchemaKey("rate", .number(1000...120_000), "25", "Frames per second."),
    SchemaKey(
      "bound", .choice(["time", "progress"]), "\"time\"",
      "The frame is selected by time, or by the channel's progress."),
    SchemaKey(
      "intro", .integer(0...2048), "0",
      "The number of frames at the beginning that are played once."),
    SchemaKey(
      "outro", .integer(0...2048), "0",
      "The number of frames at the end that are played when the operation is done."),
    SchemaKey(
      "finish", .choice(["pass", "now"]), "\"pass\"",
      "Whether the current pass is completed before the outro."),
    SchemaKey(
      "width", .length(negative: false), nil,
      "The width of the frames; by default from the height, or one point per pixel."),
    SchemaKey(
      "height", .length(negative: false), nil,
      "The height of the frames; by default from the width, or one point per pixel."),
    SchemaKey("smooth", .boolean, "true", "Whether scaling smooths the frames."),
    SchemaKey(
      "spring", .time(1...3_600_000), "0.5", "The time in which the frames reach a new progress.",
      in: \AnimationElement.spring),
  ]

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
    SchemaKey(
      "width", .length(negative: false), nil, "The width; by default the width of the content."),
  ]
}
