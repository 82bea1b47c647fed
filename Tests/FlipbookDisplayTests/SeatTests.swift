// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import Motion
import Testing

@testable import FlipbookDisplay

/// The changes that a loop gets from its seat.
@Suite struct SeatTests {
  private let manager: FakeSeat
  private let now = Instant.zero

  init() throws { manager = try FakeSeat() }

  private func enabled() throws -> Seat {
    let seat = try Seat(manager.connector())
    manager.events = [.enabled]
    #expect(seat.serve([], at: now) == [.connected])
    _ = manager.takeRequests()
    return seat
  }

  @Test func `a new connection is read without waiting, later only when it is readable`() throws {
    let seat = try Seat(manager.connector())
    #expect(seat.serve([], at: now) == [])
    manager.events = [.enabled]
    #expect(seat.serve([], at: now) == [.connected])
    manager.events = [.disabled]
    #expect(seat.serve([], at: now) == [])
    #expect(seat.serve(.readable, at: now) == [.disabled])
    #expect(seat.descriptor == manager.descriptor && seat.connectTime == nil)
  }

  @Test func `a switch is acknowledged by the loop, and one before the first use at once`() throws {
    let seat = try Seat(manager.connector())
    manager.events = [.disabled]
    #expect(seat.serve([], at: now) == [])
    #expect(manager.takeRequests() == ["connect 1", "acknowledge"])
    manager.events = [.enabled]
    #expect(seat.serve([], at: now) == [.connected])
    manager.events = [.disabled, .enabled]
    #expect(seat.serve(.readable, at: now) == [.disabled, .enabled])
    #expect(manager.takeRequests() == [])
    seat.acknowledge()
    #expect(manager.takeRequests() == ["acknowledge"])
  }

  @Test func `a card is given back before it is opened again, and when it is not used`() throws {
    let seat = try enabled()
    let first = Path("/dev/dri/card0")
    let descriptor = try seat.open(first)
    let other = try seat.open(Path("/dev/dri/card1"))
    #expect(descriptor.number != other.number)
    _ = try seat.open(first)
    seat.giveBack { $0 == Path("/dev/dri/card1") }
    seat.giveBack { _ in false }
    #expect(
      manager.takeRequests() == [
        "open /dev/dri/card0", "open /dev/dri/card1", "give back /dev/dri/card0",
        "open /dev/dri/card0", "give back /dev/dri/card1",
      ])
  }

  @Test func `a closed seat has given everything back, and is opened again on request`() throws {
    let seat = try enabled()
    let card = try seat.open(Path("/dev/dri/card0"))
    seat.close()
    #expect(
      manager.takeRequests() == [
        "open /dev/dri/card0", "give back /dev/dri/card0", "disconnect 1",
      ])
    #expect(seat.descriptor == nil && seat.connectTime == nil)
    // The frames stay as long as the card is open here.
    #expect(throws: Never.self) { try card.setNonblocking() }
    #expect(throws: SystemError(.open, errno: ENOTCONN)) {
      _ = try seat.open(Path("/dev/dri/card0"))
    }

    seat.reopen(at: now)
    #expect(seat.connectTime == now)
    manager.events = [.enabled]
    #expect(seat.serve([], at: now) == [.connected])
    seat.reopen(at: now)
    #expect(seat.connectTime == nil && manager.takeRequests() == ["connect 2"])
  }

  @Test(arguments: [PollEvents.hungUp, .failed, .invalid])
  func `a connection that ends is reported once, and made again`(_ event: PollEvents) throws {
    let seat = try enabled()
    guard case .failed(let reason)? = seat.serve([event, .readable], at: now).first else {
      Issue.record("the end is not reported")
      return
    }
    #expect(reason.contains("has ended") && manager.takeRequests() == ["disconnect 1"])
    let time = try #require(seat.connectTime)
    #expect(time > now && seat.serve([], at: now) == [])

    manager.refusal = "no seat"
    #expect(seat.serve([], at: time) == [.failed("no seat")])
    let later = try #require(seat.connectTime)
    #expect(later > time && seat.serve([], at: later) == [])
    manager.refusal = nil
    #expect(seat.serve([], at: try #require(seat.connectTime)) == [])
    manager.events = [.enabled]
    #expect(seat.serve([], at: later) == [.connected])
  }

  @Test func `events that cannot be read end the connection`() throws {
    let seat = try enabled()
    manager.failure = SystemError(.receive, errno: EPIPE)
    #expect(
      seat.serve(.readable, at: now) == [.failed("cannot read its events: broken pipe")])
    #expect(manager.takeRequests() == ["disconnect 1"])
  }

  @Test func `a refused connection is thrown at the start`() throws {
    manager.refusal = "cannot open a seat: seatd: busy"
    #expect { try Seat(manager.connector()) } throws: {
      ($0 as? DisplayError)?.description == "cannot open a seat: seatd: busy"
    }
  }
}
