// SPDX-License-Identifier: Apache-2.0

package import OutputConfiguration
package import Animations
import Control
import FixedPoint
package import Motion
package import Raster
package import Scanout
package import Linux

/// What the program is asked to do on its command line.
///
/// Large, and passed on without copies.
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

  /// The most outputs that there are at a time.
  package static let outputLimit = 8

  /// Where clients connect.
  package enum SocketChoice: Equatable {
    /// At the usual place; without it where that is not possible.
    case usual
    /// At a path that was given, and must be possible.
    case given
    /// Nowhere.
    case none
  }

  /// Where the socket is unless something else is said.
  package static let usualSocket: StaticString = "/run/flipbook.sock"

  /// How many words of the command line make no sense.
  package var problemCount = 0
  /// What is drawn to in place of displays; all displays of the machine where there is none.
  package private(set) var memories = InlineArray<8, Memory?>(repeating: nil)
  package private(set) var memoryCount = 0
  /// The framebuffer device that is used in place of cards.
  package var framebuffer: Path?
  /// The only card that is used.
  package var device: Path?
  /// Whether that is a lessor, or an inherited descriptor's number.
  package var isLease = false
  /// How outputs are to be set up.
  package var rules = OutputRules()
  /// Where the kernel's command line is read; nil for the kernel's own.
  package var kernelCommandLine: Path?
  package var socket = SocketChoice.usual
  package var socketPath = Path(usualSocket)
  package var readsStandardInput = true
  /// How many frames an output shows per second at most; nil for all that it can.
  package var frameRateLimit: Int?
  /// Whether frames are drawn that differ by less than can be seen.
  package var drawsEveryFrame = false
  /// Which protocols of others are spoken.
  package var protocols = ProtocolOptions()
  /// Which gradients are dithered.
  package var dithering = Dithering.automatic
  /// What the stage looks like; its size and scale come from the display.
  package var stage = StageConfiguration(animation: .flow, widthInPixels: 1, heightInPixels: 1)
  /// Which theme is looked for.
  package var theme = ThemeSearch()
  /// Whether a terminal is taken.
  package var takesTerminal = true
  /// The terminal that is taken; nil for the one that is shown.
  package var terminal: Path?
  /// How long a program that is to draw next has time for its first frame.
  package var handoverTimeout = Duration.milliseconds(10_000)
  /// Whether the program gives up what it needs no more once it is set up.
  package var isSandboxed = true
  /// After how many shown frames to leave; for measurements.
  package var frameLimit = Int64.max

  package init() {}

  /// Adds a memory output; false where there is room for no more.
  package mutating func add(_ memory: Memory) -> Bool {
    if memoryCount == memories.count { return false }
    memories[memoryCount] = memory
    memoryCount += 1
    return true
  }

  /// Sees to it that the animation can be drawn at all: where it has no room in its own box, it gets the
  /// usual one.
  package mutating func mendStage() {
    // The display's size matters to no one.
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

  /// Whether what never ends is shown at a lower rate.
  ///
  /// While the machine boots or goes down, of which each frame takes its part, and not where a rate was
  /// asked for.
  package var pacesEndless: Bool {
    guard frameRateLimit == nil, let mode = protocols.mode else { return false }
    return !mode.hasPercentage
  }

  /// The stage for an output: what was asked for it by its name, or what suits the display.
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
