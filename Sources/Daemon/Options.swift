// SPDX-License-Identifier: Apache-2.0

package import OutputConfiguration
package import Animations
import Control
import FixedPoint
package import Motion
package import Raster
package import Scanout
package import Linux
import Text
import Stage

/// The options of the command line.
///
/// The struct is large, and is passed without copies.
package struct Options: ~Copyable {
  /// Memory that behaves like a display, for tests and previews.
  package struct Memory {
    package var size: PixelSize
    package var format: PixelFormat
    package var refreshMillihertz: Int

    package init(size: PixelSize, format: PixelFormat, refreshMillihertz: Int) {
      (self.size, self.format) = (size, format)
      self.refreshMillihertz = refreshMillihertz
    }
  }

  /// The largest number of outputs at a time.
  package static let outputLimit = 8

  /// Where the daemon's socket is.
  package enum SocketChoice: Equatable {
    /// At the default path; without a socket where that is not possible.
    case usual
    /// At a given path; a failure ends the program.
    case given
    /// No socket.
    case none
  }

  /// The socket's default path.
  package static let usualSocket: StaticString = "/run/flipbook.sock"

  /// The number of invalid words of the command line.
  package var problemCount = 0
  /// The memory outputs that replace displays; all displays of the machine if there are none.
  package private(set) var memories = InlineArray<8, Memory?>(repeating: nil)
  package private(set) var memoryCount = 0
  /// The framebuffer device to use instead of cards.
  package var framebuffer: Path?
  /// The only card to use.
  package var device: Path?
  /// Whether `device` is a lessor, or the number of an inherited descriptor.
  package var isLease = false
  /// The rules for outputs.
  package var rules = OutputRules()
  /// The file with the kernel's command line; nil for the kernel's own.
  package var kernelCommandLine: Path?
  package var socket = SocketChoice.usual
  package var socketPath = Path(usualSocket)
  package var readsStandardInput = true
  /// The most frames per second of an output; nil for no limit.
  package var frameRateLimit: Int?
  /// Whether frames without a visible difference are drawn.
  package var drawsEveryFrame = false
  /// The other programs' protocols.
  package var protocols = ProtocolOptions()
  /// Which gradients are dithered.
  package var dithering = Dithering.automatic
  /// The stage's configuration; its size and scale come from the display.
  package var stage = StageConfiguration(animation: .flow, widthInPixels: 1, heightInPixels: 1)
  /// The theme to look for.
  package var theme = ThemeSearch()
  /// Whether a virtual terminal is taken.
  package var takesTerminal = true
  /// The virtual terminal to take; nil for the active one.
  package var terminal: Path?
  /// The time that the next program has for its first frame.
  package var handoverTimeout = Duration.milliseconds(10_000)
  /// Whether the program drops unneeded privileges once it is set up.
  package var isSandboxed = true
  /// The number of frames after which to exit; for measurements.
  package var frameLimit = Int64.max

  package init() {}

  /// Adds a memory output; false where there is no room for it.
  package mutating func add(_ memory: Memory) -> Bool {
    if memoryCount == memories.count { return false }
    memories[memoryCount] = memory
    memoryCount += 1
    return true
  }

  /// Ensures that the animation can be drawn: if its box is too small, it gets the default box.
  package mutating func mendStage() {
    // The display's size does not matter here.
    var trial = stage
    (trial.widthInPixels, trial.heightInPixels) = (1920, 1080)
    do throws(StageError) {
      try trial.check()
    } catch {
      problemCount += 1
      var line = BootstrapError(error).line
      line.append("; using the usual size")
      Log.write(line.bytes)
      (stage.boxWidth, stage.boxHeight) = (nil, nil)
    }
  }

  /// Whether endless animations run at a lower rate.
  ///
  /// They do while the machine boots or shuts down, when each frame takes time from that, unless a rate
  /// was given.
  package var pacesEndless: Bool {
    guard frameRateLimit == nil, let mode = protocols.mode else { return false }
    return !mode.hasPercentage
  }

  /// The stage for an output: by the rule for its name, or suited to the display.
  package func configuration(
    for size: PixelSize, _ millimetres: PhysicalSize?,
    on name: ConnectorName = ConnectorName("memory", number: 0), mounted: PanelOrientation? = nil
  ) -> StageConfiguration {
    var configuration = stage
    configuration.showsMessage = true
    (configuration.widthInPixels, configuration.heightInPixels) = (size.width, size.height)
    let minimumSize = configuration.minimumSize
    let fit = rules.fit(
      size, millimetres, on: name, mounted: mounted,
      minimumSize: DisplayScale.MinimumSize(width: minimumSize.width, height: minimumSize.height))
    (configuration.rotation, configuration.scale) = (fit.rotation, fit.scale)
    return configuration
  }
}
