// SPDX-License-Identifier: Apache-2.0

package import ToolSupport
package import Linux

/// A service on D-Bus: uses the first available of several buses, and reconnects when the service
/// comes back.
package struct BusSource<Interpreter: BusInterpreter>: ProgressSource, ~Copyable {
  private let addresses: [Bus.Address]
  private var interpreter: Interpreter
  private var bus: Bus?
  private var reconnection = Reconnection()
  private var open: [UInt64: BusCall] = [:]
  private var nextQuestion: Int64?
  private var lastQuestion: Int64 = 0
  private var hasHeard = false
  private var refused: Set<String> = []

  /// Creates a source that connects later.
  package init(_ addresses: [Bus.Address], _ interpreter: Interpreter) {
    self.addresses = addresses
    self.interpreter = interpreter
  }

  package mutating func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
    switch bus {
    case .some(let bus): bus.watch(slot, in: &poll)
    case .none: poll.ignore(slot)
    }
  }

  package var deadline: Int64? {
    switch bus {
    case .some(let bus): [bus.deadline, nextQuestion].compactMap { $0 }.min()
    case .none: reconnection.next
    }
  }

  package mutating func advance(into events: inout [ProgressEvent]) throws(ToolError) -> Bool {
    do throws(SystemError) {
      if bus == nil { try connect() }
      try receive(&events)
      try askAgain()
    } catch {
      bus = nil
      open = [:]
      nextQuestion = nil
      let place = addresses.map(\.text).joined(separator: " or ")
      let words = hasHeard ? "the connection to D-Bus has ended" : "no D-Bus at \(place)"
      reconnection.fail("\(words): \(error.words)", at: MonotonicClock.nanoseconds)
    }
    return !interpreter.hasEnded
  }

  private mutating func connect() throws(SystemError) {
    var failure = SystemError(.connect, errno: 2)
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

  private mutating func receive(_ events: inout [ProgressEvent]) throws(SystemError) {
    while let message = try next() {
      if !hasHeard {
        hasHeard = true
        reconnection.succeed()
      }
      var calls: [BusCall] = []
      let call = message.answered == 0 ? nil : open.removeValue(forKey: message.answered)
      if let call, case .error(let name) = message.kind { warn(call, name) }
      events += interpreter.events(for: message, answering: call, calls: &calls)
      try send(calls)
    }
  }

  /// Warns once about a refused call; a service that does not exist yet is not reported.
  private mutating func warn(_ call: BusCall, _ error: String) {
    guard call.member != "GetNameOwner", !error.hasSuffix(".ServiceUnknown"),
      refused.insert(call.member).inserted
    else { return }
    Files.warn("\(call.destination) refuses \(call.interface).\(call.member): \(error)")
  }

  private mutating func askAgain() throws(SystemError) {
    let now = MonotonicClock.nanoseconds
    guard let next = nextQuestion, let period = interpreter.period, next <= now else { return }
    nextQuestion = now + period
    // A service that has not replied yet is not asked again for ten periods.
    guard open.isEmpty || now - lastQuestion >= 10 * period else { return }
    open = [:]
    lastQuestion = now
    try send(interpreter.ask())
  }

  private func next() throws(SystemError) -> BusMessage? {
    switch bus {
    case .some(let bus): try bus.next()
    case .none: nil
    }
  }

  private mutating func send(_ calls: [BusCall]) throws(SystemError) {
    for call in calls {
      let number: UInt64? =
        switch bus {
        case .some(let bus): try bus.send(call)
        case .none: nil
        }
      if let number { open[number] = call }
    }
  }
}
