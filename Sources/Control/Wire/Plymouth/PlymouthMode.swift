// SPDX-License-Identifier: Apache-2.0

internal import Animations
internal import Linux

/// What the machine is doing while the splash is shown, as Plymouth's clients name it.
package enum PlymouthMode: Sendable {
  case bootUp, shutdown, reboot, updates, systemUpgrade, firmwareUpgrade, systemReset

  /// The mode of a name; nil for a name that none has.
  package init?(_ name: Span<UInt8>) {
    for index in PlymouthMode.all.indices where name.isEqual(to: PlymouthMode.all[index].name) {
      self = PlymouthMode.all[index]
      return
    }
    return nil
  }

  /// What is shown while no client has anything to say.
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

  /// The name that clients have for it.
  package var name: StaticString {
    switch self {
    case .bootUp: "boot-up"
    case .shutdown: "shutdown"
    case .reboot: "reboot"
    case .updates: "updates"
    case .systemUpgrade: "system-upgrade"
    case .firmwareUpgrade: "firmware-upgrade"
    case .systemReset: "system-reset"
    }
  }

  /// All of them, in the order in which Plymouth's client looks for their options.
  package static var all: [7 of PlymouthMode] {
    [.bootUp, .shutdown, .reboot, .updates, .systemUpgrade, .firmwareUpgrade, .systemReset]
  }
}
