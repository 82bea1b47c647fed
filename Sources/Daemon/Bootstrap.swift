// SPDX-License-Identifier: Apache-2.0

import Animations
import Control
import Motion
import Raster
import Scanout
import Linux

/// Opens everything that the options name, and runs the loop.
package enum Bootstrap {
  /// Runs the program until it is asked to quit.
  // compiler-workarounds.md: metadata-in-clients.
  @export(interface)
  package static func run(_ options: borrowing Options) throws(BootstrapError) -> ExitStatus {
    let now = Instant(nanoseconds: MonotonicClock.nanoseconds)
    if hasQuit(options) {
      Log.write("the splash of this boot has quit already; see plymouth-quit.service")
      ServiceManager<DatagramNotify>.noteSplash(0, isMain: false)
      return .success
    }
    // Signals first: one that comes from now on ends the program in good order.
    let signals = try openSignals()
    let endpoints = Endpoints(options)
    // Before any display is touched: one that another splash has is its own.
    do throws(BootstrapError) {
      try endpoints.open(options, at: now)
    } catch {
      if error.splash > 0 {
        ServiceManager<DatagramNotify>.noteSplash(
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
        try outputs.add(output, options)
      } catch {
        throw BootstrapError(error)
      }
    }
    let deviceManager =
      options.memoryCount == 0 ? DisplayManager(DisplayMachine(options), at: now) : nil
    var loop = Loop(outputs, deviceManager, endpoints, signals, options)
    try loop.run(options)
    return .success
  }

  /// Whether the splash of the boot has been ended by plymouth-quit.service: one that was killed by that
  /// is a failed service, which newer versions of systemd start again whatever its conditions are.
  private static func hasQuit(_ options: borrowing Options) -> Bool {
    guard options.protocols.pidFile != nil, options.protocols.mode == .bootUp else { return false }
    return (try? FileDescriptor(opening: Path("/run/flipbook-quit"), for: .readOnly)) != nil
  }

  /// Gives up what is not needed from here on; where the kernel cannot, the program goes on as it is.
  ///
  /// Mastership takes no capability: who opens a card that has no master becomes it, and who was it
  /// may ask for it again. Who starts later opens the card again.
  static func confine(_ options: borrowing Options) {
    // A new root directory may come more than once: after the initramfs, and at the shutdown.
    var kept: Sandbox.Capabilities = .terminals
    kept.insert(.rootDirectory)
    // A socket that is free only later is the group's, too.
    if options.protocols.group != nil { kept.insert(.fileOwner) }
    do throws(SystemError) {
      try Sandbox.keep(only: kept)
      try Sandbox.refuseUnusedCalls()
    } catch {
      let line = BootstrapError("no sandbox, going on without", error).line
      Log.write(line.bytes)
    }
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
