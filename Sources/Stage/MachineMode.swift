// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What the machine is doing while the splash is shown: the modes of Plymouth's clients, in the order of
/// a theme's situations.
package enum MachineMode: Int, Keyword, CaseIterable, Sendable {
  case bootUp, shutdown, reboot, updates, systemUpgrade, firmwareUpgrade, systemReset

  /// The modes' names in order, for protocols, command lines and themes.
  package static var words: StaticString {
    "boot-up shutdown reboot updates system-upgrade firmware-upgrade system-reset"
  }

  /// The message while no client has set one.
  package var title: StaticString {
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
