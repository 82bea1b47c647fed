// SPDX-License-Identifier: Apache-2.0

import Linux

/// The source of `flipbookctl follow`: lines, SWUpdate, or a service on a bus.
///
/// One type for all, so that the compiler makes one session and not one for each source: an initramfs has this code.
/// Exactly one of the properties is set.
struct InstallerSource: ProgressSource, ~Copyable {
  private var lines: LineSource<LineFormat>?
  private var swupdate: SWUpdateSource?
  private var bus: BusSource<BusService>?

  init(_ lines: consuming LineSource<LineFormat>) { self.lines = consume lines }

  init(_ swupdate: consuming SWUpdateSource) { self.swupdate = consume swupdate }

  init(_ bus: consuming BusSource<BusService>) { self.bus = consume bus }

  mutating func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
    lines?.watch(slot, in: &poll)
    swupdate?.watch(slot, in: &poll)
    bus?.watch(slot, in: &poll)
  }

  var deadline: Int64? {
    switch swupdate {
    case .some(let swupdate): return swupdate.deadline
    case .none: break
    }
    switch bus {
    case .some(let bus): return bus.deadline
    case .none: return nil
    }
  }

  mutating func advance(into events: inout [ProgressEvent]) throws(FollowError) -> Bool {
    if let goesOn = try lines?.advance(into: &events) { return goesOn }
    if let goesOn = try swupdate?.advance(into: &events) { return goesOn }
    return try bus?.advance(into: &events) ?? false
  }
}

/// What lines mean.
enum LineFormat: LineInterpreter {
  case script(ScriptProgress)
  case apt(AptProgress)

  mutating func events(for line: Span<UInt8>) -> [ProgressEvent] {
    switch self {
    case .script(var progress):
      defer { self = .script(progress) }
      return progress.events(for: line)
    case .apt(var progress):
      defer { self = .apt(progress) }
      return progress.events(for: line)
    }
  }
}

/// A service on a bus.
enum BusService: BusInterpreter {
  case rauc(RaucProgress)
  case sysupdate(SysupdateProgress)

  mutating func greet() -> [BusCall] {
    switch self {
    case .rauc(var progress):
      defer { self = .rauc(progress) }
      return progress.greet()
    case .sysupdate(var progress):
      defer { self = .sysupdate(progress) }
      return progress.greet()
    }
  }

  mutating func events(
    for message: BusMessage, answering call: BusCall?, calls: inout [BusCall]
  ) -> [ProgressEvent] {
    switch self {
    case .rauc(var progress):
      defer { self = .rauc(progress) }
      return progress.events(for: message, answering: call, calls: &calls)
    case .sysupdate(var progress):
      defer { self = .sysupdate(progress) }
      return progress.events(for: message, answering: call, calls: &calls)
    }
  }
}
