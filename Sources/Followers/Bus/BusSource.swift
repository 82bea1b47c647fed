// SPDX-License-Identifier: Apache-2.0

import CLinux
import ControlClient
package import Linux
import Text

/// A service on D-Bus: uses the first available of several buses, and reconnects when the service
/// comes back.
package struct BusSource<Interpreter: BusInterpreter>: ProgressSource, ~Copyable {
  private let addresses: [Bus.Address]
  private var interpreter: Interpreter
  private var bus: Bus?
  private let program: StaticString
  private var reconnection: Reconnection
  private var open: [OpenCall] = []
  private var nextQuestion: Int64?
  private var lastQuestion: Int64 = 0
  private var hasHeard = false
  private var refused: [LongText] = []

  /// A call that has no reply yet, by its serial number.
  private struct OpenCall {
    let serial: UInt32
    let call: BusCall
  }

  /// The most calls without a reply; the oldest is given up for the next.
  private static var mostOpenCalls: Int { 256 }

  /// The most reads of one turn: the rest waits for the next, so that no flood of messages holds up the daemon's
  /// connection.
  private static var mostReads: Int { 16 }

  /// Creates a source that connects later; `program` is the name of this program, for warnings.
  package init(
    _ addresses: [Bus.Address], _ interpreter: Interpreter, program: StaticString = "flipbook"
  ) {
    self.addresses = addresses
    self.interpreter = interpreter
    self.program = program
    reconnection = Reconnection(program: program)
  }

  package mutating func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
    switch bus {
    case .some(let bus): bus.watch(slot, in: &poll)
    case .none: poll.ignore(slot)
    }
  }

  package var deadline: Int64? {
    switch bus {
    case .some(let bus): min(bus.deadline ?? .max, nextQuestion ?? .max)
    case .none: reconnection.next
    }
  }

  package mutating func advance(into events: inout [ProgressEvent]) throws(FollowError) -> Bool {
    do throws(SystemError) {
      if bus == nil { try connect() }
      try receive(&events)
      try askAgain()
    } catch {
      bus = nil
      open = []
      nextQuestion = nil
      let words = failure
      reconnection.fail("\(words): \(error.reason)", at: MonotonicClock.nanoseconds)
    }
    return !interpreter.hasEnded
  }

  private mutating func connect() throws(SystemError) {
    var failure = SystemError(.connect, errno: ENOENT)
    hasHeard = false
    for address in addresses {
      do throws(SystemError) {
        bus = try Bus(connectingTo: address)
        try send(interpreter.greet())
        if let period = interpreter.period { nextQuestion = MonotonicClock.nanoseconds + period }
        return
      } catch {
        bus = nil
        failure = error
      }
    }
    throw failure
  }

  private var failure: LongText {
    guard !hasHeard else { return "the connection to D-Bus has ended" }
    var words: LongText = "no D-Bus at "
    for (index, address) in addresses.enumerated() {
      if index > 0 { words.append(" or ") }
      words.append(contentsOf: address.text)
    }
    return words
  }

  private mutating func receive(_ events: inout [ProgressEvent]) throws(SystemError) {
    for _ in 0..<BusSource.mostReads {
      let isMore = try bus?.receive() ?? false
      while let message = try bus?.next() { try handle(message, &events) }
      guard isMore else { break }
    }
    try bus?.send()
  }

  private mutating func handle(
    _ message: BusMessage, _ events: inout [ProgressEvent]
  ) throws(SystemError) {
    if !hasHeard {
      hasHeard = true
      reconnection.succeed()
    }
    var calls: [BusCall] = []
    var call: BusCall?
    // A signal may have the number of a call, too, but is no answer.
    if message.isAnswer, let index = open.firstIndex(where: { $0.serial == message.replySerial }) {
      call = open.remove(at: index).call
    }
    if let call, case .error(let name) = message.kind { warn(call, name) }
    events += interpreter.events(for: message, answering: call, calls: &calls)
    try send(calls)
  }

  /// Warns once about a refused call; a service that does not exist yet is not reported.
  private mutating func warn(_ call: BusCall, _ error: LongText) {
    guard call.member != "GetNameOwner", !error.hasSuffix(".ServiceUnknown"),
      !refused.contains(call.member)
    else { return }
    refused.append(call.member)
    ErrorLine.warn(
      program, "\(call.destination) refuses \(call.interface).\(call.member): \(error)")
  }

  private mutating func askAgain() throws(SystemError) {
    let now = MonotonicClock.nanoseconds
    guard let next = nextQuestion, let period = interpreter.period, next <= now else { return }
    nextQuestion = now + period
    // A service that has not replied yet is not asked again for ten periods.
    guard open.isEmpty || now - lastQuestion >= 10 * period else { return }
    open = []
    lastQuestion = now
    try send(interpreter.ask())
    try bus?.send()
  }

  private mutating func send(_ calls: [BusCall]) throws(SystemError) {
    for call in calls {
      guard let serial = try bus?.add(call) else { return }
      if open.count == BusSource.mostOpenCalls { open.removeFirst() }
      open.append(OpenCall(serial: serial, call: call))
    }
  }
}
