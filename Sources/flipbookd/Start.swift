import Animations
import Control
import KMS
import Motion
import Scanout
import System

/// Opens everything that the options name, and runs the loop.
enum Start {
  /// Runs the program until it is told to leave.
  static func run(_ options: borrowing Options) throws(StartError) -> ExitStatus {
    let now = Instant(nanoseconds: MonotonicClock.nanoseconds)
    // Signals first: one that comes from now on ends the program in good order.
    let signals = try openSignals()
    let inlets = try Inlets(options, at: now)
    var screens = try Screens(options, at: now)
    try openMemories(options, &screens)
    if options.memories.isEmpty { openDisplay(options, &screens) }
    var loop = Loop(screens, inlets, signals, frameLimit: options.frameLimit)
    try loop.run()
    return .success
  }

  private static func openMemories(
    _ options: borrowing Options, _ screens: inout Screens
  ) throws(StartError) {
    for memory in options.memories {
      let output = MemoryOutput(
        width: memory.size.width, height: memory.size.height, format: memory.format,
        refreshMillihertz: memory.refreshMillihertz, isStrict: false)
      var name = InlineText<32>()
      name.append("memory")
      do throws(StageError) {
        try screens.add(ScreenOutput(output), name: name, options)
      } catch {
        throw StartError(error)
      }
    }
  }

  private static func openDisplay(_ options: borrowing Options, _ screens: inout Screens) {
    do throws(KMSError) {
      let output = try display(options)
      let name = output.connector.label
      do throws(StageError) {
        try screens.add(ScreenOutput(output), name: name, options)
      } catch {
        let line = StartError(error).line
        Console.log(line.bytes)
      }
    } catch {
      var line = InlineText<512>()
      if let path = options.device {
        line.append(path.bytes)
        line.append(": ")
      }
      let text = OutputFailure.kms(error).line
      line.append(text.bytes)
      Console.log(line.bytes)
    }
  }

  private static func display(_ options: borrowing Options) throws(KMSError) -> KMSOutput {
    guard let path = options.device else { return try KMSOutput(on: try Card.search()) }
    return try KMSOutput(on: try Card(opening: path))
  }

  private static func openSignals() throws(StartError) -> SignalDescriptor {
    do throws(SystemError) {
      return try SignalDescriptor([.terminate, .interrupt, .hangUp])
    } catch {
      throw StartError("signals cannot be received", error)
    }
  }
}
