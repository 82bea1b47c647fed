// SPDX-License-Identifier: Apache-2.0

/// The keys of each table.
extension Schema {
  static let stage = [
    SchemaKey("font", .font, nil, "The font of all texts that name none."),
    SchemaKey(
      "text-size", .length(negative: false), "{ size = \"1.3889%\", min = 9, max = 32 }",
      "The cap height of texts that give none."),
    SchemaKey(
      "text-color", .color(none: false), nil,
      "The colour of texts; dark or light, whichever is easier to read on the background."),
    SchemaKey("margin", .length(negative: false), "0", "Anchors and limits count from here."),
    SchemaKey("fade", .time(0...3_600_000), "0.2", "How long a changed element cross-fades."),
    SchemaKey(
      "appear", .time(0...3_600_000), "0", "How long the first scene comes out of the background."),
    SchemaKey("leave", .time(0...4000), "0", "How long the last scene takes to go at the end."),
    SchemaKey("leave-color", .color(none: false), "\"000000\"", "The colour that it goes to."),
    SchemaKey("dissolve", .time(0...3_600_000), "0.4", "How long another theme takes to come."),
    SchemaKey(
      "farewell", .time(0...5000), "0", "How long the end waits for an outro that is played."),
  ]

  static let background = [
    SchemaKey("color", .color(none: false), "\"000000\"", "The colour under everything."),
    SchemaKey("gradient", .colors(2...16), nil, "Colours from one side to the other."),
    SchemaKey(
      "angle", .number(-360_000...360_000), "90",
      "Where the gradient goes: 0 to the right, 90 downwards, clockwise."),
    SchemaKey("image", .file, nil, "An image over it."),
    SchemaKey("fit", .choice(fits), "\"cover\"", "How the image fits the stage."),
    SchemaKey("opacity", .number(0...1000), "1", "How opaque the image is."),
  ]

  static let image = [
    SchemaKey("file", .file, nil, "A PNG, JPEG or SVG file."),
    SchemaKey("qr", .string, nil, "A text to be shown as a QR code, in place of a file."),
    SchemaKey(
      "raster", .integer(1...4096), nil,
      "Keeps an SVG as pixels: how many its longer side has."),
    SchemaKey(
      "width", .length(negative: false), nil, "Its width; by the height, or a point a pixel."),
    SchemaKey(
      "height", .length(negative: false), nil, "Its height; by the width, or a point a pixel."),
    SchemaKey("fit", .choice(fits), "\"contain\"", "How it fits a box of both."),
    SchemaKey("radius", .length(negative: false), "0", "The radius of its corners."),
    SchemaKey("tint", .color(none: true), "\"none\"", "A colour in place of its own."),
    SchemaKey("smooth", .boolean, "true", "Whether it is smoothed when it is scaled."),
  ]

  static let text = [
    SchemaKey(
      "text", .text(4), nil,
      "What is shown: the first of these that has all its values; {message}, {percent} and {eta} stand for them."
    ),
    SchemaKey("font", .font, nil, "Its font; the stage's."),
    SchemaKey("size", .length(negative: false), nil, "Its cap height; the stage's."),
    SchemaKey("color", .color(none: false), nil, "Its colour; the stage's."),
    SchemaKey("align", .choice(alignments), "\"center\"", "Where its lines stand in its width."),
    SchemaKey("width", .length(negative: false), "\"87.5%w\"", "Where its lines are broken."),
    SchemaKey("lines", .integer(1...8), nil, "How many lines it has at most: 1, a message 2."),
    SchemaKey(
      "line-height", .number(1000...16_000_000), "2.2", "From baseline to baseline, in cap heights."
    ),
  ]

  static let animation = [
    SchemaKey("kind", .choice(animationKinds), nil, "Which animation it is; required."),
    SchemaKey("channel", .integer(1...8), "1", "Whose progress it shows."),
  ]

  static let bar = [
    SchemaKey("width", .length(negative: false), "\"100%w\"", "Its width."),
    SchemaKey("height", .length(negative: false), "2", "Its height."),
    SchemaKey("palette", .palette, "\"rainbow\"", "Its colours."),
    SchemaKey("axis", .axis, "[0, 0.5, 1, 0.5]", "Along which line of its box they lie."),
    SchemaKey(
      "flow", .choice(["forward", "backward", "still"]), nil,
      "Where they flow: forward; a single colour is still."),
    SchemaKey("period", .time(1...3_600_000), "0.1", "How long a colour takes to its neighbour."),
    SchemaKey("spring", .time(1...3_600_000), "0.5", "How long the end takes to a new value."),
    SchemaKey(
      "failure", .color(none: false), nil, "Its colour after a failure; D0312D, of red FFFFFF."),
    SchemaKey(
      "track", .color(none: true), "\"none\"", "The colour of the part that is not filled."),
    SchemaKey("radius", .length(negative: false), "0", "The radius of its corners."),
    SchemaKey(
      "unknown", .choice(["full", "sweep"]), "\"full\"", "What is shown without a known progress."),
  ]

  static let download = [
    SchemaKey("width", .length(negative: false), "200", "Its width."),
    SchemaKey("height", .length(negative: false), "80", "Its height."),
    SchemaKey("spring", .time(1...3_600_000), "0.5", "How long the bar takes to a new value."),
    SchemaKey(
      "box", .color(none: false), "\"808080\"", "The colour of the box and of the empty bar."),
    SchemaKey("fill", .color(none: false), "\"FFFFFF\"", "The colour of the filled bar."),
    SchemaKey(
      "arrow", .color(none: false), "\"FFFFFF\"",
      "The colour of the arrow, which becomes the bubble."),
    SchemaKey("label", .boolean, "true", "Whether the bubble has a number."),
    SchemaKey("label-color", .color(none: false), "\"000000\"", "The number's colour."),
    SchemaKey(
      "done-color", .color(none: false), "\"00FF00\"", "The colour of the text when it is done."),
    SchemaKey(
      "failed-color", .color(none: false), "\"FF0000\"", "The colour of the text when it failed."),
    SchemaKey("done-text", .text(1), "\"@done\"", "The text when it is done."),
    SchemaKey("failed-text", .text(1), "\"@failed\"", "The text when it failed."),
    SchemaKey("font", .font, nil, "The font of its label and its texts; the stage's."),
  ]

  static let ring = [
    SchemaKey("size", .length(negative: false), "216", "Its width and height."),
    SchemaKey(
      "rings", .integer(1...8), "1",
      "How many there are, one in another; each has the next channel."),
    SchemaKey(
      "direction", .choice(["clockwise", "counter-clockwise"]), "\"clockwise\"",
      "Which way it grows."),
    SchemaKey(
      "paint", .choice(["halves", "quadrants", "conic"]), "\"halves\"", "How its colours lie on it."
    ),
    SchemaKey("colors", .colors(2...5), nil, "Two colours, of quadrants five."),
    SchemaKey("track", .color(none: true), "\"F6F6F9\"", "The colour of the circle under it."),
    SchemaKey("dot", .number(1...16_384_000), "10", "The diameter of the disc at its head."),
    SchemaKey("dot-color", .color(none: true), "\"FFFFFF\"", "The disc's colour."),
    SchemaKey("label", .boolean, "true", "Whether a number is in its middle."),
    SchemaKey("label-color", .color(none: false), "\"C8A159\"", "The number's colour."),
    SchemaKey("font", .font, nil, "The number's font; the stage's."),
    SchemaKey("failure", .color(none: false), "\"D0312D\"", "Its colour after a failure."),
    SchemaKey("arc", .number(1...16_384_000), "17", "How wide it is."),
    SchemaKey("track-width", .number(0...16_384_000), "10", "How wide the circle under it is."),
    SchemaKey("gap", .number(0...16_384_000), "6", "Between one ring and the next."),
  ]

  static let frames = [
    SchemaKey(
      "files", .file, nil,
      "The frames' files, PNG or JPEG of one size, with * for what differs; required."),
    SchemaKey("rate", .number(1000...120_000), "25", "Frames a second."),
    SchemaKey(
      "bound", .choice(["time", "progress"]), "\"time\"",
      "What decides which frame is shown: time, or the channel's progress."),
    SchemaKey("intro", .integer(0...2048), "0", "So many frames at the beginning are played once."),
    SchemaKey(
      "outro", .integer(0...2048), "0", "So many frames at the end are played when it is done."),
    SchemaKey(
      "finish", .choice(["pass", "now"]), "\"pass\"", "Whether a pass is finished before the end."),
    SchemaKey(
      "width", .length(negative: false), nil,
      "The frames' width; by the height, or a point a pixel."),
    SchemaKey(
      "height", .length(negative: false), nil,
      "The frames' height; by the width, or a point a pixel."),
    SchemaKey("smooth", .boolean, "true", "Whether they are smoothed when they are scaled."),
    SchemaKey("spring", .time(1...3_600_000), "0.5", "How long they take to a new progress."),
  ]

  static let prompt = [
    SchemaKey(
      "width", .length(negative: false), "{ size = \"60%\", max = 480 }", "The panel's width."),
    SchemaKey("color", .color(none: true), "\"none\"", "The panel's colour."),
    SchemaKey(
      "padding", .length(negative: false), "\"2cap\"", "Between the panel's edge and what is in it."
    ),
    SchemaKey("radius", .length(negative: false), "\"1cap\"", "The radius of the panel's corners."),
    SchemaKey("field-color", .color(none: true), nil, "The field's colour; from the text's."),
    SchemaKey(
      "field-border", .color(none: true), nil, "The colour of its border; from the text's."),
    SchemaKey(
      "field-text", .color(none: false), nil,
      "The colour of what is typed; the text's, or nearly black or white where that has less than 3:1 to the field."
    ),
    SchemaKey("border-width", .length(negative: false), "1", "The border's width."),
    SchemaKey("field-height", .length(negative: false), "\"3.4cap\"", "The field's height."),
    SchemaKey(
      "field-radius", .length(negative: false), "\"0.9cap\"", "The radius of the field's corners."),
    SchemaKey("gap", .length(negative: false), "\"1.4cap\"", "Between question and field."),
    SchemaKey(
      "icon", .file, nil,
      "An image beside the question, three cap heights high, in place of the padlock; "
        + "none where it leaves too little room."),
    SchemaKey(
      "bullet", .text(1), "\"•\"",
      "What stands for a character of a password; • is round and drawn."),
    SchemaKey("caps-text", .text(1), "\"@caps-lock\"", "What is shown while Caps Lock is on."),
    SchemaKey("keymap", .boolean, "true", "Whether the name of the keyboard's layout is shown."),
  ]

  static let font = [
    SchemaKey("file", .file, nil, "A font's file, TrueType or OpenType; required."),
    SchemaKey("index", .integer(0...255), "0", "Which face of a collection it is."),
    SchemaKey("axes", .axes, nil, "Where a variable font is on its axes."),
    SchemaKey("features", .strings, "[]", "Features of OpenType; digits have equal widths anyway."),
    SchemaKey("fallback", .strings, "[]", "Files for characters that the first one has not."),
    SchemaKey(
      "characters", .strings, "[\"latin\"]",
      "What messages can be written in: ascii, latin, cyrillic, greek, hebrew, U+2190-2193, or characters."
    ),
  ]

  static let stack = [
    SchemaKey("elements", .strings, nil, "What is in it, in this order; required."),
    SchemaKey("direction", .choice(["down", "right"]), "\"down\"", "Where one follows the other."),
    SchemaKey("gap", .length(negative: false), "\"2.5cap\"", "Between one and the next."),
    SchemaKey("align", .choice(alignments), "\"center\"", "Where they stand across."),
    SchemaKey("held", .string, nil, "An element that is put at the anchor, in place of the whole."),
    SchemaKey(
      "padding", .length(negative: false), "0", "Between the panel's edge and what is in it."),
    SchemaKey("color", .color(none: true), "\"none\"", "The panel's colour."),
    SchemaKey("radius", .length(negative: false), "0", "The radius of its corners."),
    SchemaKey("border", .color(none: true), "\"none\"", "The colour of its border."),
    SchemaKey("border-width", .length(negative: false), "0", "The border's width."),
    SchemaKey("width", .length(negative: false), nil, "Its width; as its content."),
  ]
}
