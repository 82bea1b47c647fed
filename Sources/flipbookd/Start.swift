import Animations
import Control
import KMS
import Motion
import Raster
import Scanout
import System

/// Opens everything that the options name, and runs the loop.
enum Start {
  /// Runs the program until it is told to leave.
  static func run(_ options: borrowing Options) throws(StartError) -> ExitStatus {
    switch options.display {
    case .memory(let size, let format, let refresh):
      return try run(
        options,
        on: MemoryOutput(
          width: size.width, height: size.height, format: format, refreshMillihertz: refresh,
          isStrict: false))
    case .kms:
      return try run(options, on: try openDisplay(options))
    }
  }

  private static func run<Target: LiveOutput & ~Copyable>(
    _ options: borrowing Options, on output: consuming Target
  ) throws(StartError) -> ExitStatus {
    let now = Instant(nanoseconds: MonotonicClock.nanoseconds)
    // Signals first: one that comes from now on ends the program in good order.
    let signals = try openSignals()
    let inlets = try Inlets(options, at: now)
    let size = output.sizeInPixels
    let configuration = options.configuration(for: size, output.sizeInMillimetres)
    let stage = try makeStage(configuration, at: now)
    var loop = Loop(
      Presenter(output: output, dithering: options.dithering), stage, inlets, signals,
      frameLimit: options.frameLimit)
    try loop.run()
    return .success
  }

  private static func openDisplay(_ options: borrowing Options) throws(StartError) -> KMSOutput {
    do throws(KMSError) {
      guard let path = options.device else { return try KMSOutput(on: try Card.search()) }
      return try KMSOutput(on: try Card(opening: path))
    } catch {
      var problem = StartError("")
      if let path = options.device {
        problem.line.append(path.bytes)
        problem.line.append(": ")
      }
      let text = KMSOutput.describe(error)
      problem.line.append(text.bytes)
      throw problem
    }
  }

  private static func openSignals() throws(StartError) -> SignalDescriptor {
    do throws(SystemError) {
      return try SignalDescriptor([.terminate, .interrupt, .hangUp])
    } catch {
      throw StartError("signals cannot be received", error)
    }
  }

  private static func makeStage(
    _ configuration: StageConfiguration, at now: Instant
  ) throws(StartError) -> Stage {
    do throws(StageError) {
      return try Stage(configuration, at: now)
    } catch {
      throw StartError(problem(error))
    }
  }

  private static func problem(_ error: StageError) -> StaticString {
    switch error {
    case .emptyStage, .tooLarge: "the display is too small or too large for this --scale or --size"
    case .emptyBox: "--size has no area"
    case .ringNotSquare: "--size must be square for a ring"
    case .ringTooSmall: "--size leaves less than 34 points for the innermost ring"
    case .ringCount: "--rings is 1 to 8"
    case .durationOutOfRange, .dotOutOfRange, .axisOfLengthZero, .flowDoesNotFitPalette:
      "the picture's numbers do not fit together"
    }
  }
}
