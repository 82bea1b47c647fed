// SPDX-License-Identifier: Apache-2.0

import ToolOptions
import Images
import ToolSupport
import ArgumentParser

/// `flipbook render`: draws frames without a display.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw frames of an animation into image files.")

  @OptionGroup var options: FrameOptions

  @Option(
    help: ArgumentHelp("The times of the frames.", valueName: "MS,…"),
    transform: { try Arguments.times($0) })
  var at: [Milliseconds]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A .png or .ppm file, %d in it for the time; - writes PPM to standard output.",
      valueName: "OUT"))
  var output: String

  func run() throws {
    let name = try OutputName(output, frames: at.count)
    var renderer = try options.renderer(options.configuration())
    var images: [Milliseconds: Image] = [:]
    for time in Set(at).sorted() {
      let image = try renderer.image(at: time)
      guard name.pattern == "-" else {
        try image.write(to: name.name(at: time))
        continue
      }
      images[time] = image
    }
    // Standard output gets the frames in the order of the options.
    for time in at {
      try images[time]?.write(to: "-")
    }
  }
}
