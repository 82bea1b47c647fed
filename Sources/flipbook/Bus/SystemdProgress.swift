/// Understands the service manager's own progress of starting the system.
///
/// `Progress` is not signalled and can go back: it is asked for once a second, as `psplash-systemd`
/// does. What runs is told by the jobs.
struct SystemdProgress: BusInterpreter {
  private static let name = "org.freedesktop.systemd1"
  private static let path = "/org/freedesktop/systemd1"
  private static let manager = "org.freedesktop.systemd1.Manager"

  private(set) var hasEnded = false

  var period: Int64? { 1_000_000_000 }

  mutating func greet() -> [BusCall] { ask() }

  mutating func ask() -> [BusCall] {
    [get("Progress"), get("SystemState"), call(SystemdProgress.manager, "ListJobs")]
  }

  mutating func reports(
    for message: BusMessage, answering call: BusCall?, calls: inout [BusCall]
  ) -> [Report] {
    guard message.kind == .reply, !hasEnded, let call, let value = message.body.first else {
      return []
    }
    switch call.arguments.last {
    case "Progress":
      guard let part = value.number, part >= 0 else { return [] }
      if part >= 1 {
        hasEnded = true
        return [.succeeded]
      }
      return [.overall(Percentage(tenThousandths: Int(part * 1_000_000)))]
    case "SystemState":
      guard value.text == "maintenance" else { return [] }
      hasEnded = true
      return [.failed("The system is in maintenance mode")]
    default: return jobs(value.list)
    }
  }

  /// The first job at work that starts something: (id, unit, type, state, path, unit's path).
  private func jobs(_ jobs: [BusValue]) -> [Report] {
    let running = jobs.first { job in
      job.list.count == 6 && job.list[2].text == "start" && job.list[3].text == "running"
    }
    guard let unit = running?.list[1].text else { return [] }
    return [.message("Starting \(unit)")]
  }

  private func get(_ property: String) -> BusCall {
    call("org.freedesktop.DBus.Properties", "Get", SystemdProgress.manager, property)
  }

  private func call(_ interface: String, _ member: String, _ arguments: String...) -> BusCall {
    BusCall(
      destination: SystemdProgress.name, path: SystemdProgress.path, interface: interface,
      member: member, arguments: arguments)
  }
}
