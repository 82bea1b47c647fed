// SPDX-License-Identifier: Apache-2.0

import ToolOptions
import Images
import ToolSupport
import Animations
import ArgumentParser

/// `flipbook filmstrip`: draws many frames on one sheet.
struct FilmstripCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filmstrip", abstract: "Draw frames at even times side by side into one image.")

  /// A limit far above any useful number of frames.
  private static let largestCount = 4096

  @OptionGroup var options: FrameOptions

  @Option(
    help: ArgumentHelp("The time between frames.", valueName: "MS"),
    transform: { try Arguments.interval($0) })
  var every: Milliseconds

  @Option(
    help: ArgumentHelp("The time of the first frame.", valueName: "MS"),
    transform: { try Arguments.time($0) })
  var from = Milliseconds(nanoseconds: 0)

  @Option(
    help: ArgumentHelp("No frame is later than this.", valueName: "MS"),
    transform: { try Arguments.time($0) })
  var until: Milliseconds

  @Option(help: ArgumentHelp("Frames side by side.", valueName: "N"))
  var columns: Int

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A .png or .ppm file; - writes PPM to standard output.", valueName: "OUT"))
  var output: String

  func validate() throws {
    guard columns >= 1 else { throw ValidationError("--columns: at least 1") }
    guard from <= until else { throw ValidationError("--until: before the first frame") }
    guard (until.nanoseconds - from.nanoseconds) / every.nanoseconds < Self.largestCount else {
      throw ValidationError("more than \(Self.largestCount) frames")
    }
  }

  func run() throws {
    _ = try ImageFormat(name: output)
    let configuration = try options.configuration()
    var renderer = try options.renderer(configuration)
    let times = stride(
      from: from.nanoseconds, through: until.nanoseconds, by: Int(every.nanoseconds)
    ).map(Milliseconds.init(nanoseconds:))
    var sheet = try ContactSheet(
      times: times, columns: columns, frameWidth: configuration.widthInPixels,
      frameHeight: configuration.heightInPixels, scale: configuration.scale)
    for (index, time) in times.enumerated() {
      try sheet.add(renderer.image(at: time), at: index)
    }
    try sheet.image.write(to: output)
  }
}
