// SPDX-License-Identifier: Apache-2.0

package import Followers
import Text

/// Interprets the service manager's own progress of starting the system.
///
/// `Progress` is not signalled and can go back. It is read once a second, as `psplash-systemd` does.
/// It is also 1 before any job is queued: only `SystemState` reports the end of the start.
package struct SystemdProgress: BusInterpreter {
  private static let name: LongText = "org.freedesktop.systemd1"
  private static let path: LongText = "/org/freedesktop/systemd1"
  private static let manager: LongText = "org.freedesktop.systemd1.Manager"

  package private(set) var hasEnded = false

  private let showsJobs: Bool

  /// Whether the start has been seen.
  ///
  /// A follower that begins later reports no end.
  private var hasSeenStart = false

  /// Reads the progress, and if wanted the list of jobs; the first job is the message.
  package init(showsJobs: Bool = true) {
    self.showsJobs = showsJobs
  }

  package var period: Int64? { 1_000_000_000 }

  package mutating func greet() -> [BusCall] { ask() }

  package mutating func ask() -> [BusCall] {
    // In this order: once the system is up, no progress is read any more.
    [get("SystemState"), get("Progress")]
      + (showsJobs ? [call(SystemdProgress.manager, "ListJobs")] : [])
  }

  package mutating func events(
    for message: BusMessage, answering call: BusCall?, calls: inout [BusCall]
  ) -> [ProgressEvent] {
    guard message.kind == .reply, !hasEnded, let call, let value = message.body.first else {
      return []
    }
    switch call.arguments.last {
    case "Progress":
      guard let part = value.number, part >= 0, part < 1 else { return [] }
      return [.overall(Percentage(tenThousandths: Int(part * 1_000_000)))]
    case "SystemState": return end(value.text)
    default: return jobs(value.list)
    }
  }

  /// The result of a state that ends the start.
  ///
  /// With failed units the system is up too; a system that shuts down has no result.
  private mutating func end(_ state: LongText?) -> [ProgressEvent] {
    switch state {
    case "running", "degraded":
      hasEnded = true
      return showsJobs || hasSeenStart ? [.succeeded] : []
    case "initializing", "starting":
      hasSeenStart = true
      return []
    case "maintenance":
      hasEnded = true
      return [.failed("The system is in maintenance mode")]
    case "stopping":
      hasEnded = true
      return []
    default: return []
    }
  }

  /// The first running job that starts a unit: (id, unit, type, state, path, unit's path).
  private func jobs(_ jobs: [BusValue]) -> [ProgressEvent] {
    let running = jobs.first { job in
      job.list.count == 6 && job.list[2].text == "start" && job.list[3].text == "running"
    }
    guard let unit = running?.list[1].text else { return [] }
    return [.message("Starting \(unit)")]
  }

  private func get(_ property: LongText) -> BusCall {
    call("org.freedesktop.DBus.Properties", "Get", SystemdProgress.manager, property)
  }

  private func call(
    _ interface: LongText, _ member: LongText, _ arguments: LongText...
  ) -> BusCall {
    BusCall(
      destination: SystemdProgress.name, path: SystemdProgress.path, interface: interface,
      member: member, arguments: arguments)
  }
}

extension BusValue {
  /// The floating-point number; nil for other values.
  fileprivate var number: Double? {
    if case .double(let bits) = self { Double(bitPattern: bits) } else { nil }
  }
}
