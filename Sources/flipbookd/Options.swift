import Animations
import Control
import FixedPoint
import Raster
import Scanout
import System

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

  /// What is drawn to in place of displays; all displays of the machine where there is none.
  var memories: [Memory] = []
  /// The only card that is used.
  var device: Path?
  /// How outputs are to be set up.
  var rules = OutputRules()
  /// Where the kernel's command line is read; nil for the kernel's own.
  var kernelCommandLine: Path?
  var socket = SocketChoice.usual
  var socketPath = Path(usualSocket)
  var readsStandardInput = true
  /// Pixels per point; nil to choose by the display's size.
  var scale: WideFixed?
  /// Which gradients are dithered.
  var dithering = Dithering.automatic
  /// What the stage looks like; its size and scale come from the display.
  var stage = StageConfiguration(animation: .flow, widthInPixels: 1, heightInPixels: 1)
  /// After how many shown frames to leave; for measurements.
  var frameLimit = Int.max

  /// The stage for a display.
  func configuration(for size: PixelSize, _ millimetres: PhysicalSize?) -> StageConfiguration {
    var configuration = stage
    configuration.widthInPixels = size.width
    configuration.heightInPixels = size.height
    configuration.showsMessage = true
    let (width, height) = stage.rotation.turned(width: size.width, height: size.height)
    let room = configuration.room
    configuration.scale =
      scale
      ?? DisplayScale.best(
        for: PixelSize(width: width, height: height), millimetres,
        fitting: DisplayScale.Room(width: room.width, height: room.height))
    return configuration
  }
}
