// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The keys of each kind of animation.
extension Schema {
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
      "track-image", .file, nil,
      "An image of the whole bar without progress, in place of the track."
    ),
    slice("track-slice"),
    SchemaKey(
      "fill-image", .file, nil,
      "An image of the full bar, in place of the colours; the progress cuts it."),
    slice("fill-slice"),
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
      "bound", .choice(["time", "progress", "phase"]), "\"time\"",
      "The frame is selected by time, by the channel's progress, or by the time since the phase began."
    ),
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
}
