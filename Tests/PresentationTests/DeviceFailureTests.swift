// SPDX-License-Identifier: Apache-2.0

import KMS
import Linux
import Motion
import Testing

@testable import Presentation

@Suite struct DeviceFailureTests {
  @Test func `another master suspends the outputs, which is tried again every quarter of a second`()
  {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.present()
    bench.world.cards[0]?.hasOtherMaster = true
    bench.fail(0, .otherMaster, .atomicCommit)
    #expect(bench.outputs.list[0].isSuspended && bench.world.cards[0]?.isMaster == false)
    #expect([bench.turnAtDeadline(), bench.turnAtDeadline()] == [250, 250])
    #expect(bench.outputs.list[0].isSuspended && bench.world.scanCount == 1)
    bench.world.cards[0]?.hasOtherMaster = false
    #expect(bench.turnAtDeadline() == 250)
    #expect(bench.outputs.list[0].pipeRestarts == [false] && !bench.outputs.list[0].isSuspended)
    #expect(bench.wait == nil)
  }

  @Test func `a card that may not ask for master is opened again`() {
    var bench = DeviceBench(cards: [1])
    bench.world.cards[0]?.hasOtherMaster = true
    bench.world.cards[0]?.mayNotAsk = true
    bench.turn()
    #expect(bench.outputs.list.isEmpty && bench.world.openCounts[0] == 1)
    bench.pass(milliseconds: 250)
    bench.turn()
    #expect(bench.world.openCounts[0] == 2 && bench.wait == 250)
  }

  // There is no uevent for a lessor.
  @Test func `a lease that is not there yet is asked for again, one that was revoked at once`() {
    var bench = DeviceBench(cards: [1])
    (bench.options.device, bench.options.isLease) = (Path("/run/lessor"), true)
    bench.world.openErrors[0] = KMSError(.noLease, .open, errno: 2)
    bench.turn()
    #expect(bench.outputs.list.isEmpty && bench.wait == 1000)
    bench.world.openErrors[0] = nil
    #expect(bench.turnAtDeadline() == 1000)
    #expect(bench.outputs.list.count == 1 && bench.wait == nil)
    bench.world.cards[0]?.scanError = KMSError(.lostDevice, .resources)
    bench.receive(uevent("change", "card0", hotplug: true))
    #expect(bench.outputs.list.isEmpty && bench.wait == 0)
    bench.world.cards[0]?.scanError = nil
    bench.turn()
    #expect(bench.outputs.list.count == 1 && bench.world.openCounts[0] == 2)
  }

  @Test func `a lost card is looked for at once, then with back-off`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.fail(0, .lostDevice, .pageFlip)
    #expect(bench.outputs.list.isEmpty && bench.manager.devices.isEmpty && bench.wait == 0)
    bench.turn()
    #expect(bench.outputs.list.count == 1)
    bench.fail(0, .lostDevice, .pageFlip)
    #expect(bench.wait == 1000)
  }

  @Test func `a card that is lost during a scan takes its outputs with it`() {
    var bench = DeviceBench(cards: [1, 1])
    bench.turn()
    bench.present()
    bench.world.cards[0]?.scanError = KMSError(.lostDevice, .resources)
    bench.receive(uevent("change", "card0", hotplug: true))
    #expect(bench.manager.devices.map { $0.number } == [1] && bench.outputs.list.count == 1)
  }

  @Test func `a stalled output is restarted twice, then removed`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.present()
    let output = bench.outputs.list[0]
    bench.fail(0, .stalled, .readEvents)
    bench.fail(0, .stalled, .readEvents)
    #expect(output.restartCount == 2 && bench.outputs.list.count == 1 && bench.wait == nil)
    bench.fail(0, .stalled, .readEvents)
    #expect(output.restartCount == 2 && bench.outputs.list.isEmpty && bench.wait == 1000)
  }

  @Test
  func `a first mode that is refused is tried once more at once, as displays may have changed`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.fail(0, .refused, .atomicCommit)
    #expect(bench.wait == 0)
    bench.turn()
    bench.fail(0, .refused, .atomicCommit)
    #expect(bench.wait == 1000)
  }

  @Test func `a flip that is refused is retried with back-off`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.present()
    bench.fail(0, .refused, .atomicCommit)
    #expect(bench.wait == 1000)
  }

  @Test func `a card whose events cannot be read three times in a row is lost`() {
    var bench = DeviceBench(cards: [1])
    let error = KMSError(.other, .readEvents)
    bench.turn()
    bench.present()
    // The third try succeeds, and counting begins again.
    bench.world.cards[0]?.eventErrors = [error, error, nil, error, error, error]
    for _ in 0..<5 { bench.turn(DeviceReadiness(cards: 1)) }
    #expect(bench.manager.devices.count == 1)
    bench.turn(DeviceReadiness(cards: 1))
    #expect(bench.manager.devices.isEmpty && bench.outputs.list.isEmpty && bench.wait == 1000)
  }

  @Test func `lower modes are tried at once, and when none is left later`() {
    var bench = DeviceBench(cards: [1])
    bench.world.cards[0]?.lowerModeCount = 2
    bench.turn()
    for _ in 0..<2 {
      bench.fail(0, .refused, .atomicCommit)
      #expect(bench.wait == 0)
      bench.turn()
      #expect(bench.outputs.list.count == 1)
    }
    bench.fail(0, .refused, .atomicCommit)
    bench.turn()
    bench.fail(0, .refused, .atomicCommit)
    #expect(bench.wait == 1000)
  }

  // Failures were counted by index, and a removal changes the indices.
  @Test func `a card does not inherit the failures of one that was removed`() {
    var bench = DeviceBench(cards: [1, 1])
    let error = KMSError(.other, .readEvents)
    bench.turn()
    bench.present()
    bench.world.cards[0]?.eventErrors = [error, error, KMSError(.lostDevice, .readEvents)]
    for _ in 0..<3 { bench.turn(DeviceReadiness(cards: 1)) }
    #expect(bench.manager.devices.map(\.number) == [1])
    bench.world.cards[1]?.eventErrors = [error]
    bench.turn(DeviceReadiness(cards: 1))
    #expect(bench.manager.devices.map(\.number) == [1])
  }

  @Test func `events are read of the cards that have some`() {
    var bench = DeviceBench(cards: [1, 1])
    bench.turn()
    for card in bench.world.cards.values { card.eventErrors = [nil] }
    bench.turn(DeviceReadiness(cards: 0b10))
    #expect(bench.world.cards[0]?.eventErrors.count == 1)
    #expect(bench.world.cards[1]?.eventErrors.isEmpty == true)
  }
}

/// A compositor has the terminal on which the daemon was started.
@Suite struct ForeignTerminalTests {
  /// A daemon that waits for DRM master.
  private func waiting() -> DeviceBench {
    var bench = DeviceBench(cards: [1])
    bench.world.cards[0]?.hasOtherMaster = true
    bench.turn()
    bench.manager.foreignTerminal = .active
    _ = bench.turnAtDeadline()
    return bench
  }

  // The daemon took the display, and the splash covered the text console.
  @Test func `a display that is given up for a text console is not taken`() {
    var bench = waiting()
    bench.world.cards[0]?.hasOtherMaster = false
    // Master was dropped, but the terminal not yet released.
    _ = bench.turnAtDeadline()
    #expect(bench.world.cards[0]?.isMaster == false)
    bench.manager.foreignTerminal = .left
    for _ in 0..<5 { _ = bench.turnAtDeadline() }
    #expect(bench.world.cards[0]?.isMaster == false && bench.outputs.list.isEmpty)
    // Nor in a scan, as after a uevent.
    bench.receive(uevent("change", "card0", hotplug: true))
    #expect(bench.world.cards[0]?.isMaster == false && bench.wait != nil)
  }

  @Test func `the display of a program that has died is taken after a while`() {
    var bench = waiting()
    bench.world.cards[0]?.hasOtherMaster = false
    #expect(bench.turnAtDeadline() == 250 && bench.outputs.list.isEmpty)
    #expect(bench.turnAtDeadline() == 250 && bench.outputs.list.count == 1)
  }

  @Test func `the display of a program that has left the terminal is taken at once`() {
    var bench = waiting()
    bench.world.cards[0]?.hasOtherMaster = false
    bench.manager.foreignTerminal = .free
    #expect(bench.turnAtDeadline() == 250 && bench.outputs.list.count == 1)
  }
}

@Suite struct SuspendReasonTests {
  @Test func `dropping master stops all retries and scans`() {
    var bench = DeviceBench(cards: [1])
    bench.world.showErrors[0] = KMSError(.refused, .atomicCommit)
    bench.turn()
    bench.manager.dropMaster(for: .request, &bench.outputs)
    #expect(bench.world.cards[0]?.isMaster == false && bench.wait == nil)
    bench.receive(uevent("change", "card0", hotplug: true))
    #expect(bench.world.scanCount == 1 && bench.world.cards[0]?.masterAttempts == 1)
  }

  @Test func `outputs come back when no reason is left`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.present()
    bench.manager.dropMaster(for: .request, &bench.outputs)
    bench.manager.dropMaster(for: .terminal, &bench.outputs)
    #expect(bench.outputs.list[0].isSuspended)
    bench.manager.resume(from: .terminal, at: bench.now)
    #expect(bench.wait == nil)
    bench.turn()
    #expect(bench.outputs.list[0].isSuspended && bench.wait == nil)
    bench.manager.resume(from: .request, at: bench.now)
    bench.turn()
    #expect(!bench.outputs.list[0].isSuspended && bench.world.cards[0]?.isMaster == true)
  }

  @Test func `a lit display is not probed while outputs are suspended`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.present()
    bench.manager.dropMaster(for: .terminal, &bench.outputs)
    bench.world.cards[0]?.hasAskedDisplays = false
    bench.world.cards[0]?.isMaster = true
    bench.manager.recordLit(at: bench.now)
    #expect(bench.wait == nil)
  }

  @Test(arguments: [false, true])
  func `after suspend every output is restarted`(losesMode: Bool) {
    var bench = DeviceBench(cards: [1, 1])
    for card in bench.world.cards.values { card.losesModeAtSuspend = losesMode }
    bench.turn()
    bench.present()
    bench.world.hasResumed = true
    bench.turn(DeviceReadiness(hasClockJumped: true))
    #expect(bench.outputs.list.map { $0.pipeRestarts } == [[losesMode], [losesMode]])
    #expect(bench.world.scanCount == 4)
  }

  @Test func `after suspend a card of another master is left alone`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.world.cards[0]?.isMaster = false
    bench.world.cards[0]?.hasOtherMaster = true
    bench.world.hasResumed = true
    bench.turn(DeviceReadiness(hasClockJumped: true))
    #expect(bench.outputs.list[0].pipeRestarts.isEmpty && bench.outputs.list[0].isSuspended)
  }

  @Test func `a clock that was set restarts nothing`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.turn(DeviceReadiness(hasClockJumped: true))
    #expect(bench.outputs.list[0].pipeRestarts.isEmpty && bench.world.scanCount == 1)
  }
}
