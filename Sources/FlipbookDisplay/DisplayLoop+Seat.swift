// SPDX-License-Identifier: Apache-2.0

import Linux
import Motion
import Presentation

extension DisplayLoop {
  /// Follows the changes of the seat, before the events of its cards.
  mutating func serveSeat(at now: Instant) {
    guard let seat else { return }
    for change in seat.serve(poll[DisplayLoop.terminalSlot], at: now) {
      switch change {
      case .connected:
        displays.session.closeCards()
        displays.session.change(.terminalAcquire, at: now)
      case .enabled:
        displays.session.change(.terminalAcquire, at: now)
        queue.append(.terminalTaken)
      case .disabled:
        // No flip is queued from here on.
        displays.session.change(.terminalRelease, at: now)
        seat.acknowledge()
        queue.append(.terminalGiven)
      case .failed(let reason):
        displays.session.change(.terminalRelease, at: now)
        queue.append(.failure(of: "seat", reason: reason))
      }
    }
  }

  /// Leaves the seat to other programs.
  mutating func closeSeat(at now: Instant) {
    guard let seat else { return }
    // Until the next connection.
    displays.session.change(.terminalRelease, at: now)
    seat.close()
  }

  /// Gives back the cards that are not used any more, such as those that were removed.
  mutating func giveBackCards() {
    guard let seat, let manager = displays.session.deviceManager else { return }
    seat.giveBack { !manager.hasCard($0) }
  }
}
