import OutputConfiguration
import Animations
import Control
import FixedPoint
import Motion
import Raster
import Scanout
import Linux

/// What the program is asked to do on its command line.
struct Options {
  /// Memory that behaves like a display, for tests and previews.
  struct Memory {
    var size: PixelSize
    var format: FourCC
    var refreshMillihertz: Int
  }

  /// The most screens that there are at a time.
  static let screenLimit = 8

  /// Where clients connect.
  enum SocketChoice: Equatable {
    /// At the usual place; without it where that is not possible.
    case usual
    /// At a path that was given, and must be possible.
    case given
    /// Nowhere.
    case none
  }

  /// Where the socket is unless something else is said.
  static let usualSocket: StaticString = "/run/flipbook.sock"

  /// How many words of the command line make no sense.
  var problemCount = 0
  /// What is drawn to in place of displays; all displays of the machine where there is none.
  var memories: [Memory] = []
  /// The framebuffer device that is used in place of cards.
  var framebuffer: Path?
  /// The only card that is used.
  var device: Path?
  /// How outputs are to be set up.
  var rules = OutputRules()
  /// Where the kernel's command line is read; nil for the kernel's own.
  var kernelCommandLine: Path?
  var socket = SocketChoice.usual
  var socketPath = Path(usualSocket)
  var readsStandardInput = true
  /// How many frames an output shows per second at most; nil for all that it can.
  var frameRateLimit: Int?
  /// Which protocols of others are spoken.
  var inlets = InletOptions()
  /// Which gradients are dithered.
  var dithering = Dithering.automatic
  /// What the stage looks like; its size and scale come from the display.
  var stage = StageConfiguration(animation: .flow, widthInPixels: 1, heightInPixels: 1)
  /// Whether a terminal is taken.
  var takesTerminal = true
  /// The terminal that is taken; nil for the one that is shown.
  var terminal: Path?
  /// How long a program that is to draw next has time for its first frame.
  var handoverPatience = Interval.milliseconds(10_000)
  /// Whether the program gives up what it needs no more once it is set up.
  var isSandboxed = true
  /// After how many shown frames to leave; for measurements.
  var frameLimit = Int.max

  /// Sees to it that the animation can be drawn at all: where it has no room in its own box, it gets the
  /// usual one.
  mutating func mendStage() {
    // The display's size matters to no one.
    var trial = stage
    (trial.widthInPixels, trial.heightInPixels) = (1920, 1080)
    do throws(StageError) {
      try trial.check()
    } catch {
      problemCount += 1
      var line = StartError(error).line
      line.append("; using the usual size")
      Console.log(line.bytes)
      (stage.boxWidth, stage.boxHeight) = (nil, nil)
    }
  }

  /// Whether what never ends is shown at a lower rate.
  ///
  /// While the machine boots or goes down, of which each frame takes its part, and not where a rate was
  /// asked for.
  var pacesEndless: Bool {
    guard frameRateLimit == nil, let mode = inlets.mode else { return false }
    return !mode.hasPercentage
  }

  /// The stage for an output: what was asked for it by its name, or what suits the display.
  func configuration(
    for size: PixelSize, _ millimetres: PhysicalSize?,
    on name: ConnectorName = ConnectorName("memory", number: 0), mounted: PanelOrientation? = nil
  ) -> StageConfiguration {
    var configuration = stage
    configuration.showsMessage = true
    (configuration.widthInPixels, configuration.heightInPixels) = (size.width, size.height)
    let room = configuration.room
    let fit = rules.fit(
      size, millimetres, on: name, mounted: mounted,
      room: DisplayScale.Room(width: room.width, height: room.height))
    (configuration.rotation, configuration.scale) = (fit.rotation, fit.scale)
    return configuration
  }
}
