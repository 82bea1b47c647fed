// SPDX-License-Identifier: Apache-2.0

/// Interprets systemd-sysupdated's `org.freedesktop.sysupdate1`: jobs with a `Progress` each.
///
/// The whole is all jobs from the first one until none is left. A job that fails ends it: the other jobs move nothing
/// any more, and the next update begins when none is left.
package struct SysupdateProgress: BusInterpreter {
  private static let name = "org.freedesktop.sysupdate1"
  private static let manager = "org.freedesktop.sysupdate1.Manager"
  private static let job = "org.freedesktop.sysupdate1.Job"
  private static let root = "/org/freedesktop/sysupdate1"

  // Empty while it is unknown, so that no signal counts.
  private var owner = ""
  private var formerOwner = ""
  /// The jobs of this run by their paths, with their progress.
  private var jobs: [String: Percentage] = [:]
  private var left: Set<String> = []
  private var hasFailed = false

  /// The service is unknown yet.
  package init() {}

  package mutating func greet() -> [BusCall] {
    owner = ""
    return [
      .addMatch(
        "type='signal',sender='\(SysupdateProgress.name)',path_namespace='\(SysupdateProgress.root)'"
      ),
      .addMatch(
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
          + "arg0='\(SysupdateProgress.name)'"),
      .toBus("GetNameOwner", SysupdateProgress.name),
    ]
  }

  package mutating func events(
    for message: BusMessage, answering call: BusCall?, calls: inout [BusCall]
  ) -> [ProgressEvent] {
    switch call?.member {
    case "GetNameOwner":
      return changeOwner(to: message.kind == .reply ? message.body.first?.text ?? "" : "", &calls)
    case "ListJobs":
      guard message.kind == .reply else { return [] }
      return list(message.body.first?.list ?? [], &calls)
    case "GetAll":
      return change(call?.path ?? "", message.body.first?.entries ?? [:])
    default: break
    }
    if let name = message.newOwner(of: SysupdateProgress.name) {
      return changeOwner(to: name, &calls)
    }
    guard message.sender == owner else { return [] }
    if message.isSignal("org.freedesktop.DBus.Properties", "PropertiesChanged"),
      message.body.first?.text == SysupdateProgress.job, message.body.count >= 2
    {
      return begin(message.path, &calls) + change(message.path, message.body[1].entries)
    }
    if message.isSignal(SysupdateProgress.manager, "JobRemoved"), message.body.count == 3 {
      return end(message.body[1].text ?? "", status: message.body[2].integer ?? 0)
    }
    return []
  }

  private mutating func changeOwner(to name: String, _ calls: inout [BusCall]) -> [ProgressEvent] {
    let wasAtWork = !left.isEmpty && !hasFailed
    // Jobs are counted from 1 in each process: the jobs of an earlier process are unknown to a new
    // one. After a lost connection the same process may still run, and work.
    if name != formerOwner {
      jobs = [:]
      left = []
    }
    owner = name
    formerOwner = name
    if !owner.isEmpty {
      calls.append(
        BusCall(
          destination: SysupdateProgress.name, path: SysupdateProgress.root,
          interface: SysupdateProgress.manager, member: "ListJobs"))
    }
    guard wasAtWork, left.isEmpty else { return [] }
    return [.failed("systemd-sysupdated has stopped in the middle of the update")]
  }

  /// Handles the jobs that were running before: (id, type, progress, path).
  private mutating func list(_ list: [BusValue], _ calls: inout [BusCall]) -> [ProgressEvent] {
    let paths = list.compactMap(\.list.last?.text).filter { $0.hasPrefix(SysupdateProgress.root) }
    let events = lose(left.subtracting(paths))
    return events + paths.flatMap { begin($0, &calls) }
  }

  /// Handles jobs that ended during a lost connection: the result is unknown.
  private mutating func lose(_ missed: Set<String>) -> [ProgressEvent] {
    guard !missed.isEmpty else { return [] }
    left.subtract(missed)
    guard !hasFailed else { return [] }
    hasFailed = true
    return [.failed("The end of the update was missed: the connection to D-Bus was lost")]
  }

  /// Records a new job, and reads its properties; the first job begins a run.
  private mutating func begin(_ path: String, _ calls: inout [BusCall]) -> [ProgressEvent] {
    guard jobs[path] == nil else { return [] }
    let isFirst = left.isEmpty
    if isFirst {
      jobs = [:]
      hasFailed = false
    }
    jobs[path] = .zero
    left.insert(path)
    calls.append(
      .allProperties(of: SysupdateProgress.name, path: path, interface: SysupdateProgress.job))
    return isFirst ? [.started] : []
  }

  private mutating func change(_ path: String, _ properties: [String: BusValue]) -> [ProgressEvent]
  {
    guard left.contains(path), !hasFailed else { return [] }
    var events: [ProgressEvent] = []
    switch properties["Type"]?.text {
    case "update": events.append(.message("Updating the system"))
    case "vacuum": events.append(.message("Removing old versions"))
    case "list", "describe", "check-new": events.append(.message("Looking for updates"))
    default: break
    }
    guard let percent = properties["Progress"]?.integer else { return events }
    let part = Percentage(whole: Int(clamping: percent))
    jobs[path] = max(part, jobs[path] ?? .zero)
    return events + [.overall(overall), .step(part)]
  }

  private mutating func end(_ path: String, status: Int64) -> [ProgressEvent] {
    guard left.remove(path) != nil, !hasFailed else { return [] }
    if status != 0 {
      hasFailed = true
      return [.failed("The update has failed with status \(status)")]
    }
    jobs[path] = .hundred
    return left.isEmpty ? [.succeeded] : [.overall(overall)]
  }

  private var overall: Percentage {
    let sum = jobs.values.reduce(0) { $0 + $1.tenThousandths }
    return Percentage(sum, of: jobs.count * Percentage.hundred.tenThousandths)
  }
}
