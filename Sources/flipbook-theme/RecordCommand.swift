// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Images
import Linux
import Recording
import ToolOptions
import ToolSupport

/// `flipbook-theme record`: writes a theme's frames as an animated image or a video.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record a theme as an animated image or a video.",
    discussion: """
      Plays a script of commands, such as '500 progress 42' or '2000 done', against a stage in \
      memory, and writes its exact frames. The name of the output selects the format: .apng, .gif, \
      .y4m, .webm or .mp4 (by ffmpeg), or images such as frame-%05d.png; - writes Y4M to standard \
      output.
      """)

  /// An hour at the highest rate.
  private static let largestCount: Int64 = 240 * 3600

  @Argument(help: "The theme's folder, or a pack.")
  var theme: String

  @OptionGroup var stage: StageOptions

  @Option(
    help: ArgumentHelp(
      "Commands, one 'MS COMMAND' a line; # begins a comment; - reads standard input.",
      valueName: "FILE"))
  var script: String?

  @Option(
    help: ArgumentHelp(
      "Frames a second, 1 to 240; up to 50 in a GIF.", valueName: "N"))
  var fps = 30

  @Option(
    help: ArgumentHelp(
      "The end of the recording (default: two seconds after the last command, 5000 without).",
      valueName: "MS"),
    transform: { try Arguments.interval($0) })
  var until: Milliseconds?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The recording: its name selects the format.", valueName: "OUT"))
  var output: String

  func run() throws {
    let format = try RecordingFormat(name: output)
    guard 1...format.highestRate ~= fps else {
      throw ToolError.usage("--fps: 1 to \(format.highestRate) are possible")
    }
    var timeline = Timeline()
    if let script {
      timeline = try Timeline(Files.read(script), name: script == "-" ? "<stdin>" : script)
    }
    let last = timeline.entries.last?.time.nanoseconds
    let end = until?.nanoseconds ?? last.map { $0 + 2_000_000_000 } ?? 5_000_000_000
    guard end <= Self.largestCount * 1_000_000_000 / Int64(fps) else {
      throw ToolError.usage(
        "\(until == nil ? "--script" : "--until"): more than \(Self.largestCount) frames")
    }
    // A frame that has begun is whole.
    let count = (end * Int64(fps) + 999_999_999) / 1_000_000_000
    var renderer = try stage.renderer(PlayedPack(ThemeFolder.pack(theme)), timeline)
    // Before there is a file, which a signal must not leave behind.
    let signals = try Self.endingSignals()
    switch format {
    case .apng:
      var writer = try APNGWriter(output, rate: fps)
      try record(&renderer, count, to: &writer, until: signals)
    case .gif:
      var writer = GIFWriter(output, rate: fps)
      try record(&renderer, count, to: &writer, until: signals)
    case .y4m:
      var writer = try Y4MWriter(output, rate: fps)
      try record(&renderer, count, to: &writer, until: signals)
    case .video(let codec):
      var writer = VideoWriter(output, codec: codec, rate: fps)
      try record(&renderer, count, to: &writer, until: signals)
    case .images(let name):
      var writer = ImageSequenceWriter(name)
      try record(&renderer, count, to: &writer, until: signals)
    }
  }

  /// Draws the frames, with a line of progress where standard error is a terminal.
  ///
  /// A signal that would end the process ends the recording, so that nothing of its file is left.
  private func record(
    _ renderer: inout FrameRenderer, _ count: Int64, to writer: inout some FrameWriter & ~Copyable,
    until signals: borrowing SignalDescriptor
  ) throws(ToolError) {
    let progress = ProgressLine()
    // The error gets a line of its own.
    defer { progress.end() }
    for index in 0..<count {
      let time = Milliseconds(nanoseconds: index * 1_000_000_000 / Int64(fps))
      try writer.add(renderer.image(at: time))
      progress.show(
        "\(output): frame \(index + 1) of \(count)", isLast: index == count - 1)
      guard try !Self.hasCome(signals) else {
        throw .usage("\(output): stopped by a signal after \(index + 1) of \(count) frames")
      }
    }
    try writer.finish()
  }

  private static func endingSignals() throws(ToolError) -> SignalDescriptor {
    do throws(SystemError) {
      return try SignalDescriptor([.interrupt, .terminate, .hangUp])
    } catch {
      throw .usage("cannot wait for signals: \(error.words)")
    }
  }

  private static func hasCome(_ signals: borrowing SignalDescriptor) throws(ToolError) -> Bool {
    do throws(SystemError) {
      return try signals.next() != nil
    } catch {
      throw .usage("cannot wait for signals: \(error.words)")
    }
  }
}
