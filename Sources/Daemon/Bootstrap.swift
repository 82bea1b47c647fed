// SPDX-License-Identifier: Apache-2.0

import DisplayList
import Animations
import Control
import Motion
import Presentation
import Raster
import Scanout
import Linux
import Stage

/// Opens everything that the options name, and runs the loop.
package enum Bootstrap {
  /// Runs the program until it is asked to quit.
  // compiler-workarounds.md: metadata-in-clients.
  @export(interface)
  package static func run(_ options: borrowing Options) throws(BootstrapError) -> ExitStatus {
    let now = Instant(nanoseconds: MonotonicClock.nanoseconds)
    if hasQuit(options) {
      Log.write("the splash of this boot has quit already; see plymouth-quit.service", .info)
      ServiceManager<DatagramNotify>.announceSplash(0, isMain: false)
      return .success
    }
    // Signals first: a signal from now on ends the program in good order.
    let signals = try openSignals()
    // Before anything is opened: the relay's process begins as a copy of this process.
    let console = ConsoleView(options)
    let endpoints = Endpoints(options)
    // Before any display is touched: another splash keeps its displays.
    do throws(BootstrapError) {
      try endpoints.open(options, at: now)
    } catch {
      if error.splash > 0 {
        ServiceManager<DatagramNotify>.announceSplash(
          error.splash, isMain: options.protocols.pidFile != nil)
      }
      throw error
    }
    var outputs = try OutputStages(options, at: now)
    for index in options.memories.indices {
      guard let memory = options.memories[index] else { break }
      let output = MemoryOutput(
        width: memory.size.width, height: memory.size.height, format: memory.format,
        refreshMillihertz: memory.refreshMillihertz, isStrict: false)
      guard CheckedHeap.failureCount == 0 else { throw BootstrapError(StageError.outOfMemory) }
      do throws(StageError) {
        try outputs.add(output, options.outputs)
      } catch {
        throw BootstrapError(error)
      }
    }
    let deviceManager =
      options.memoryCount == 0
      ? DisplayManager(
        DisplayMachine(options.outputs, log: DaemonLog()), log: DaemonLog(), at: now) : nil
    var loop = Loop(outputs, deviceManager, endpoints, signals, console, options)
    try loop.run(options)
    return .success
  }

  /// Whether plymouth-quit.service has ended the splash of the boot.
  ///
  /// A service that was killed by that counts as failed, and newer versions of systemd restart it
  /// whatever its conditions are.
  private static func hasQuit(_ options: borrowing Options) -> Bool {
    guard options.protocols.pidFile != nil, options.protocols.mode == .bootUp else { return false }
    return (try? FileDescriptor(opening: Path("/run/flipbook-quit"), for: .readOnly)) != nil
  }

  private static func openSignals() throws(BootstrapError) -> SignalDescriptor {
    do throws(SystemError) {
      return try SignalDescriptor([
        .terminate, .interrupt, .hangUp, .terminalRelease, .terminalAcquire,
      ])
    } catch {
      throw BootstrapError("signals cannot be received", error)
    }
  }
}
