// SPDX-License-Identifier: Apache-2.0

import KMS
import Linux
import Motion
import Testing

@testable import Presentation

@Suite struct DeviceManagerTests {
  @Test func `the first turn opens all cards and adds an output for each display`() {
    var bench = DeviceBench(cards: [1, 2])
    #expect(bench.wait == 0)
    bench.turn()
    #expect(bench.manager.devices.count == 2 && bench.outputs.list.count == 3)
    #expect(bench.world.wantsFramebuffer == false)
  }

  @Test func `displays that present frames cause no wake-up`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.present()
    bench.manager.recordLit(at: bench.now)
    #expect(bench.wait == nil)
    bench.turn()
    #expect(bench.world.scanCount == 1)
  }

  @Test func `without a card a framebuffer device is asked for`() {
    var bench = DeviceBench(cards: [])
    bench.turn()
    #expect(bench.world.wantsFramebuffer == true && bench.wait == nil)
  }

  @Test func `a display that fails is retried after one second, then two, up to thirty`() {
    var bench = DeviceBench(cards: [1])
    bench.world.showErrors[0] = KMSError(.refused, .atomicCommit)
    bench.turn()
    let waits = (0..<7).map { _ in bench.turnAtDeadline() }
    #expect(waits == [1000, 2000, 4000, 8000, 16000, 30000, 30000])
    #expect(bench.world.scanCount == 8)
  }

  @Test func `a success makes the next retry come after a second again`() {
    var bench = DeviceBench(cards: [1, 1])
    bench.world.showErrors[10] = KMSError(.refused, .atomicCommit)
    bench.turn()
    bench.present()
    #expect([bench.turnAtDeadline(), bench.turnAtDeadline()] == [1000, 2000])
    bench.world.showErrors = [:]
    #expect(bench.turnAtDeadline() == 4000)
    bench.present()
    bench.world.scanCount = 0
    bench.receive(uevent("change", "card0", hotplug: true))
    #expect(bench.world.scanCount == 2)
    bench.fail(0, .other, .pageFlip)
    #expect(bench.wait == 5 && bench.turnAtDeadline() == 5 && bench.wait == 995)
  }

  @Test func `hotplug causes a scan at once and resets the back-off`() {
    var bench = DeviceBench(cards: [1])
    bench.world.showErrors[0] = KMSError(.refused, .atomicCommit)
    bench.turn()
    for _ in 0..<4 { _ = bench.turnAtDeadline() }
    #expect(bench.wait == 16000)
    bench.pass(milliseconds: 100)
    bench.receive(uevent("change", "card0", hotplug: true))
    #expect(bench.world.scanCount == 6)
    _ = bench.turnAtDeadline()
    #expect(bench.wait == 995)
  }

  @Test(arguments: ["add", "remove"])
  func `a card that comes or goes causes a scan, a connector or a bind does not`(action: String) {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.present()
    bench.receive(uevent(action, "card1"))
    #expect(bench.world.scanCount == 2)
    bench.pass(milliseconds: 100)
    bench.receive(uevent("change", "card0"), uevent("bind", "card0"), uevent(action, "renderD128"))
    #expect(bench.world.scanCount == 2)
  }

  // A scan probes all connectors, and reads their EDIDs.
  @Test(arguments: ["add", "remove"])
  func `a sound card that is called card1 causes no scan`(action: String) {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.present()
    bench.receive(uevent(action, "card1", of: "sound"))
    bench.pass(milliseconds: 100)
    bench.receive(uevent("change", "card0", of: "sound", hotplug: true))
    #expect(bench.world.scanCount == 1)
  }

  @Test func `a framebuffer device causes a scan where there is no card`() {
    var bench = DeviceBench(cards: [])
    bench.turn()
    bench.world.wantsFramebuffer = nil
    bench.receive(uevent("add", "fb0", of: "graphics"))
    #expect(bench.world.wantsFramebuffer == true)
  }

  @Test func `a burst of uevents is read every five milliseconds`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.present()
    bench.receive(uevent("bind", "card0"))
    #expect(bench.wait == 5)
    bench.world.uevents = [uevent("bind", "card0")]
    bench.turn(DeviceReadiness(hasUevents: true))
    #expect(bench.world.uevents.count == 1)
    _ = bench.turnAtDeadline()
    #expect(bench.world.uevents.isEmpty && bench.wait == 5)
    _ = bench.turnAtDeadline()
    #expect(bench.wait == nil)
  }

  @Test func `without uevents the displays are polled`() {
    var bench = DeviceBench(cards: [1], hasUevents: false)
    bench.turn()
    bench.present()
    #expect([bench.turnAtDeadline(), bench.turnAtDeadline()] == [1000, 1000])
    #expect(bench.world.scanCount == 3)
  }

  @Test func `a uevent source that fails is replaced by polling`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.present()
    bench.world.ueventError = SystemError(.receive, errno: 5)
    bench.turn(DeviceReadiness(hasUevents: true))
    #expect(bench.world.scanCount == 2 && bench.wait == 1000)
  }

  @Test func `connectors with a cached probe are probed once all outputs are lit`() {
    var bench = DeviceBench(cards: [1])
    bench.world.cards[0]?.hasAskedDisplays = false
    bench.turn()
    bench.present()
    #expect(bench.wait == nil)
    bench.manager.recordLit(at: bench.now)
    #expect(bench.wait == 0)
    bench.world.cards[0]?.hasAskedDisplays = true
    bench.turn()
    bench.manager.recordLit(at: bench.now)
    #expect(bench.wait == nil && bench.world.scanCount == 2)
  }

  @Test func `a card that may not be opened is retried only where no other is used`() {
    var alone = DeviceBench(cards: [])
    alone.world.openErrors[0] = KMSError(.noPermission, .open)
    alone.turn()
    #expect(alone.wait == 1000)
    var second = DeviceBench(cards: [1])
    second.world.openErrors[1] = KMSError(.noPermission, .open)
    second.turn()
    #expect(second.wait == nil)
  }

  @Test func `a card that is no display is not retried`() {
    var bench = DeviceBench(cards: [])
    bench.world.openErrors[0] = KMSError(.notDisplay, .capability)
    bench.turn()
    #expect(bench.wait == nil)
  }

  @Test func `an unplugged display loses its output, a new one gets one`() {
    var bench = DeviceBench(cards: [1])
    bench.turn()
    bench.present()
    bench.world.cards[0]?.connectors = [connector(5)]
    bench.receive(uevent("change", "card0", hotplug: true))
    #expect(bench.outputs.list.map { $0.pipe?.connector.id.rawValue } == [5])
  }

  // On a loaded machine, opening a card took longer than the watchdog's limit for one turn.
  @Test func `no two calls that may wait for a card are one step`() {
    var bench = DeviceBench(cards: [2, 1, 2, 1])
    bench.world.openErrors[3] = KMSError(.noPermission, .open)
    bench.world.callMilliseconds = 10_000
    bench.turn()
    #expect(bench.outputs.list.count == 5 && bench.world.longestStep == 10_000)
    bench.present()
    bench.world.hasResumed = true
    bench.turn(DeviceReadiness(hasClockJumped: true))
    bench.world.cards[2]?.connectors = []
    bench.world.cards[1]?.scanError = KMSError(.other, .connector)
    bench.receive(uevent("change", "card0", hotplug: true))
    #expect(bench.outputs.list.count == 3 && bench.outputs.list[0].pipeRestarts == [false])
    bench.restore()
    #expect(bench.world.longestStep == 10_000)
  }

  @Test func `restoring asks each card`() {
    var bench = DeviceBench(cards: [1, 1])
    bench.turn()
    bench.restore()
    #expect(bench.world.cards.values.allSatisfy { $0.restoreCount == 1 })
  }
}
