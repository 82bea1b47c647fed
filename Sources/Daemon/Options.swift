// SPDX-License-Identifier: Apache-2.0

package import Animations
import Control
import FixedPoint
package import Motion
package import Raster
package import Scanout
package import Linux
package import Presentation
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

  /// Where the firmware's logo is.
  package enum FirmwareLogoSource {
    /// Where the kernel has it; outputs in memory have none.
    case machine
    /// In a folder with the same files.
    case folder(Path)
    /// Nowhere: no look shows it.
    case none
  }

  /// Where the remembered boots and the record of this boot are.
  package enum BootTimesSource {
    /// In the machine's folders; nowhere while the outputs are in memory.
    case machine
    /// In a folder, by the same names.
    case folder(Path)
    /// Nowhere: the progress of a boot is unknown.
    case none
  }

  /// Where the daemon's socket is.
  package enum SocketChoice: Equatable {
    /// At the default path; without a socket where that is not possible.
    case standard
    /// At a given path; a failure ends the program.
    case given
    /// No socket.
    case none
  }

  /// The socket's default path.
  package static let defaultSocket: StaticString = "/run/flipbook.sock"

  /// How the console's output is taken.
  package enum ConsoleCapture {
    /// As root, on displays, in a mode: by a redirection of /dev/console.
    case automatic
    /// A name is linked to the pseudo terminal, and /dev/console is left alone; for tests.
    case link(Path)
    case off
  }

  /// Where the console's output is written to.
  package enum BootLog {
    /// /var/log/boot.log, if the machine boots and its console is redirected.
    case automatic
    case given(Path)
    case off
  }

  package var consoleCapture = ConsoleCapture.automatic
  package var bootLog = BootLog.automatic
  /// Whether the console is shown at first.
  package var showsConsole = false
  /// Whether the stage shows a line about the first failed unit; nil if the theme decides.
  package var showsFailures: Bool?
  /// The number of invalid words of the command line.
  package var problemCount = 0
  /// The memory outputs that replace displays; all displays of the machine if there are none.
  package private(set) var memories = InlineArray<8, Memory?>(repeating: nil)
  package private(set) var memoryCount = 0
  /// Which devices are used, and how frames are made.
  package var outputs = OutputOptions()
  /// The file with the kernel's command line; nil for the kernel's own.
  package var kernelCommandLine: Path?
  package var socket = SocketChoice.standard
  package var socketPath = Path(defaultSocket)
  package var readsStandardInput = true
  /// The other programs' protocols.
  package var protocols = ProtocolOptions()
  /// The stage's configuration; its size and scale come from the display.
  package var stage = StageConfiguration(animation: .flow, widthInPixels: 1, heightInPixels: 1)
  /// The theme to look for.
  package var theme = ThemeSearch()
  /// Where the firmware's logo is: a folder, or the machine's.
  package var firmwareLogo = FirmwareLogoSource.machine
  /// Where the times of boots are.
  package var bootTimes = BootTimesSource.machine
  /// Whether a virtual terminal is taken.
  package var takesTerminal = true
  /// The virtual terminal to take; nil for the active one.
  package var terminal: Path?
  /// The time that the next program has for its first frame.
  package var handoverTimeout = TimeSpan.milliseconds(10_000)
  /// Whether the program drops unneeded privileges once it is set up.
  package var isSandboxed = true
  /// The number of frames after which to exit; for measurements.
  package var frameLimit = Int64.max

  package init() {}

  /// The folder with the firmware's logo; nil for none.
  var firmwareLogoFolder: Path? {
    switch firmwareLogo {
    case .machine: memoryCount == 0 ? Path("/sys/firmware/acpi/bgrt") : nil
    case .folder(let path): path
    case .none: nil
    }
  }

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
    guard outputs.frameRateLimit == nil, let mode = protocols.mode else { return false }
    return !mode.hasPercentage
  }
}
