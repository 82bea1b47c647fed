import ToolOptions
import Images
import ToolSupport
import ArgumentParser

/// `flipbook render`: frames without a display.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw frames of an animation into picture files.")

  @OptionGroup var picture: FrameOptions

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
    let name = try OutputName(output, pictures: at.count)
    var frames = try FrameRenderer(
      picture.configuration(), picture.commands(), format: picture.format,
      dithering: picture.dither.dithering)
    var pictures: [Milliseconds: Image] = [:]
    for time in Set(at).sorted() {
      let picture = try frames.picture(at: time)
      guard name.pattern == "-" else {
        try picture.write(to: name.name(at: time))
        continue
      }
      pictures[time] = picture
    }
    // A stream has an order, and the user chose it.
    for time in at {
      try pictures[time]?.write(to: "-")
    }
  }
}
