// SPDX-License-Identifier: Apache-2.0

import Text

/// What the machine is doing while the splash is shown, as Plymouth's clients name it.
package enum PlymouthMode: Int, Keyword, Sendable {
  case bootUp, shutdown, reboot, updates, systemUpgrade, firmwareUpgrade, systemReset

  /// The modes' names on the wire, in order.
  package static var words: StaticString {
    "boot-up shutdown reboot updates system-upgrade firmware-upgrade system-reset"
  }

  /// The message while no client has set one.
  var title: StaticString {
    switch self {
    case .bootUp: ""
    case .shutdown: "Shutting down"
    case .reboot: "Restarting"
    case .updates: "Installing updates. Do not turn off"
    case .systemUpgrade: "Upgrading the system. Do not turn off"
    case .firmwareUpgrade: "Upgrading firmware. Do not turn off"
    case .systemReset: "Resetting the system. Do not turn off"
    }
  }

  /// Whether clients report a percentage; else the progress is unknown.
  package var hasPercentage: Bool {
    switch self {
    case .bootUp, .shutdown, .reboot: false
    case .updates, .systemUpgrade, .firmwareUpgrade, .systemReset: true
    }
  }
}
