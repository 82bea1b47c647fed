// SPDX-License-Identifier: Apache-2.0

import ToolSupport
import Followers
import Installers
import ArgumentParser
import Linux
import Text

/// The option for the D-Bus bus on which a service is.
struct BusOptions: ParsableArguments {
  /// The system's bus.
  static let system = Bus.Address(text: "unix:path=/run/dbus/system_bus_socket")

  @Option(
    help: ArgumentHelp(
      "The bus's address (default: $DBUS_SYSTEM_BUS_ADDRESS, else the system's bus).",
      valueName: "ADDRESS"))
  var bus: String?

  /// The bus from the option or the environment; nil for the default.
  var given: Bus.Address? {
    let variable = Environment.withValue(of: "DBUS_SYSTEM_BUS_ADDRESS") { String(copying: $0) }
    return (bus ?? variable).map { Bus.Address(text: LongText($0)) }
  }
}

/// `flipbook follow rauc`.
struct FollowRaucCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rauc", abstract: "Follow RAUC's installations over D-Bus.",
    discussion: """
      Shows RAUC's Progress property, and LastError where an installation fails. RAUC \
      need not run yet, and may be started again.
      """)

  @OptionGroup var buses: BusOptions
  @OptionGroup var service: ServiceOptions

  func run() throws {
    try service.run(BusSource([buses.given ?? BusOptions.system], RaucProgress()))
  }
}

/// `flipbook follow sysupdate`.
struct FollowSysupdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sysupdate", abstract: "Follow systemd-sysupdated's jobs over D-Bus.",
    discussion: """
      The whole is all jobs from the first one until none is left. To follow the program \
      systemd-sysupdate itself, start it by 'flipbook run'.
      """)

  @OptionGroup var buses: BusOptions
  @OptionGroup var service: ServiceOptions

  func run() throws {
    try service.run(BusSource([buses.given ?? BusOptions.system], SysupdateProgress()))
  }
}

/// `flipbook follow systemd`.
struct FollowSystemdCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "systemd", abstract: "Follow systemd's progress of starting the system.",
    discussion: """
      Asks the service manager once a second, by its private socket where that may be opened, else \
      over the system's bus. Ends when the system is up, or goes down again.
      """)

  @Flag(
    help: """
      As a part of the boot: the percentage alone, without the names of units. Ends with status 0, \
      without a word, where no daemon listens, or none for five seconds.
      """)
  var boot = false

  @OptionGroup var buses: BusOptions
  @OptionGroup var follow: FollowOptions

  /// The time limit for a restart of the daemon; a daemon that the boot has ended does not come
  /// back.
  private static let absenceNanoseconds: Int64 = 5_000_000_000

  func run() throws {
    let own = Bus.Address(text: "unix:path=/run/systemd/private", isDirect: true)
    let addresses = buses.given.map { [$0] } ?? [own, BusOptions.system]
    let source = BusSource(addresses, SystemdProgress(showsJobs: !boot))
    var session = try follow.session(source, isOptional: boot)
    if boot {
      let limit = Self.absenceNanoseconds
      let hasDaemon = try ToolError.following { () throws(FollowError) in
        try session.follow(withoutDaemonFor: limit)
      }
      guard hasDaemon else { return }
    } else {
      try ToolError.following { () throws(FollowError) in try session.follow() }
    }
    session.flush()
  }
}
