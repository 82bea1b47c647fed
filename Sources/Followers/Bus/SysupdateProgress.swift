// SPDX-License-Identifier: Apache-2.0

import Text

/// Interprets systemd-sysupdated's `org.freedesktop.sysupdate1`: jobs with a `Progress` each.
///
/// The whole is all jobs from the first one until none is left. A job that fails ends it: the other jobs move nothing
/// any more, and the next update begins when none is left.
package struct SysupdateProgress: BusInterpreter {
  private static var name: LongText { "org.freedesktop.sysupdate1" }
  private static var manager: LongText { "org.freedesktop.sysupdate1.Manager" }
  private static var job: LongText { "org.freedesktop.sysupdate1.Job" }
  private static var root: LongText { "/org/freedesktop/sysupdate1" }

  /// The most jobs of one run; further ones do not count.
  private static var mostJobs: Int { 256 }

  private struct Job {
    let path: LongText
    var done = Percentage.zero
    var isLeft = true
  }

  // Empty while it is unknown, so that no signal counts.
  private var owner = LongText()
  private var formerOwner = LongText()
  /// The jobs of this run, with their progress.
  private var jobs: [Job] = []
  private var hasFailed = false

  /// The service is unknown yet.
  package init() {}

  package mutating func greet() -> [BusCall] {
    owner = LongText()
    return [
      .addMatch(
        "type='signal',sender='\(SysupdateProgress.name)',path_namespace='\(SysupdateProgress.root)'"
      ),
      .addOwnerMatch(of: SysupdateProgress.name),
      .toBus("GetNameOwner", SysupdateProgress.name),
    ]
  }

  package mutating func events(
    for message: BusMessage, answering call: BusCall?, calls: inout [BusCall]
  ) -> [ProgressEvent] {
    switch call?.member {
    case "GetNameOwner":
      let name = message.kind == .reply ? message.body.first?.text : nil
      return changeOwner(to: name ?? LongText(), &calls)
    case "ListJobs":
      guard message.kind == .reply else { return [] }
      return list(message.body.first?.list ?? [], &calls)
    case "GetAll":
      return change(call?.path ?? LongText(), message.body.first ?? .list([]))
    default: break
    }
    if let name = message.newOwner(of: SysupdateProgress.name) {
      return changeOwner(to: name, &calls)
    }
    guard message.sender == owner else { return [] }
    if message.isSignal("org.freedesktop.DBus.Properties", "PropertiesChanged"),
      message.body.first?.text == SysupdateProgress.job, message.body.count >= 2
    {
      return begin(message.path, &calls) + change(message.path, message.body[1])
    }
    if message.isSignal("org.freedesktop.sysupdate1.Manager", "JobRemoved"), message.body.count == 3
    {
      return end(message.body[1].text ?? LongText(), status: message.body[2].integer ?? 0)
    }
    return []
  }

  private mutating func changeOwner(to name: LongText, _ calls: inout [BusCall]) -> [ProgressEvent]
  {
    let wasAtWork = isAnyLeft && !hasFailed
    // Jobs are counted from 1 in each process: the jobs of an earlier process are unknown to a new
    // one. After a lost connection the same process may still run, and work.
    if name != formerOwner { jobs = [] }
    owner = name
    formerOwner = name
    if !owner.isEmpty {
      calls.append(
        BusCall(
          destination: SysupdateProgress.name, path: SysupdateProgress.root,
          interface: SysupdateProgress.manager, member: "ListJobs"))
    }
    guard wasAtWork, !isAnyLeft else { return [] }
    return [.failed("systemd-sysupdated has stopped in the middle of the update")]
  }

  /// Handles the jobs that were running before: (id, type, progress, path).
  private mutating func list(_ list: [BusValue], _ calls: inout [BusCall]) -> [ProgressEvent] {
    var paths: [LongText] = []
    for job in list {
      guard let path = job.list.last?.text, path.hasPrefix("/org/freedesktop/sysupdate1") else {
        continue
      }
      paths.append(path)
    }
    var events = lose(allBut: paths)
    for path in paths { events += begin(path, &calls) }
    return events
  }

  /// Handles jobs that ended during a lost connection: the result is unknown.
  private mutating func lose(allBut present: [LongText]) -> [ProgressEvent] {
    var isAnyMissed = false
    for index in jobs.indices where jobs[index].isLeft && !present.contains(jobs[index].path) {
      jobs[index].isLeft = false
      isAnyMissed = true
    }
    guard isAnyMissed, !hasFailed else { return [] }
    hasFailed = true
    return [.failed("The end of the update was missed: the connection to D-Bus was lost")]
  }

  /// Records a new job, and reads its properties; the first job begins a run.
  private mutating func begin(_ path: LongText, _ calls: inout [BusCall]) -> [ProgressEvent] {
    guard place(of: path) == nil else { return [] }
    let isFirst = !isAnyLeft
    if isFirst {
      jobs = []
      hasFailed = false
    }
    guard jobs.count < SysupdateProgress.mostJobs else { return [] }
    jobs.append(Job(path: path))
    calls.append(
      .allProperties(of: SysupdateProgress.name, path: path, interface: SysupdateProgress.job))
    return isFirst ? [.started] : []
  }

  private mutating func change(_ path: LongText, _ properties: BusValue) -> [ProgressEvent] {
    guard let place = place(of: path), jobs[place].isLeft, !hasFailed else { return [] }
    var events: [ProgressEvent] = []
    switch properties.entry("Type")?.text {
    case "update": events.append(.message("Updating the system"))
    case "vacuum": events.append(.message("Removing old versions"))
    case "list", "describe", "check-new": events.append(.message("Looking for updates"))
    default: break
    }
    guard let percent = properties.entry("Progress")?.integer else { return events }
    let part = Percentage(whole: Int(clamping: percent))
    jobs[place].done = max(part, jobs[place].done)
    return events + [.overall(overall), .step(part)]
  }

  private mutating func end(_ path: LongText, status: Int64) -> [ProgressEvent] {
    guard let place = place(of: path), jobs[place].isLeft else { return [] }
    jobs[place].isLeft = false
    guard !hasFailed else { return [] }
    if status != 0 {
      hasFailed = true
      return [.failed("The update has failed with status \(status)")]
    }
    jobs[place].done = .hundred
    return isAnyLeft ? [.overall(overall)] : [.succeeded]
  }

  private var overall: Percentage {
    var sum: Int64 = 0
    for job in jobs { sum += Int64(job.done.tenThousandths) }
    return Percentage(sum, of: Int64(jobs.count) * Int64(Percentage.hundred.tenThousandths))
  }

  private var isAnyLeft: Bool { jobs.contains { $0.isLeft } }

  private func place(of path: LongText) -> Int? { jobs.firstIndex { $0.path == path } }
}
