// SPDX-License-Identifier: Apache-2.0

import Linux
import Motion
import Presentation

/// The watchdogs that end a hanging daemon: its own, and the service manager's.
///
/// Both run for one step only. A driver or the machine may be slow: opening a card, probing its
/// connectors and drawing a first frame have taken more than the own watchdog's timeout together.
struct Watchdogs: StepObserver, ~Copyable {
  var own = OwnWatchdog()
  var manager = ServiceManager<DatagramNotify>()

  /// The longest time of a step that sets a mode.
  private static var modesetTimeout: TimeSpan { .milliseconds(45_000) }

  mutating func beginStep() {
    let now = Instant.now
    own.recordWork(at: now)
    manager.notifyAlive(at: now)
  }

  /// The kernel waits up to ten seconds for each pending flip of the CRTC, of its connector, of its
  /// plane and of the frame itself.
  mutating func beginModeset() {
    let now = Instant.now
    // SIGKILL does not end such a wait, but ends the program after it.
    own.recordWork(at: now + Watchdogs.modesetTimeout - OwnWatchdog.timeout)
    if manager.extendWatchdog(at: now, takes: Watchdogs.modesetTimeout) {
      Log.write(
        "setting a mode, which may take long; extending the service manager's watchdog", .info)
    }
  }
}
