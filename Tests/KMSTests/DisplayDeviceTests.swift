// SPDX-License-Identifier: Apache-2.0

import CLinux
@testable import KMS
import OutputConfiguration
import Scanout
import Testing

@Suite struct DisplayDeviceTests {
  private let small = ScriptedCard.mode(64, 32)

  @Test func `the first scan takes the kernel's probe, later ones probe`() throws {
    let script = ScriptedCard(displays: [[small]])
    let device = try script.open()
    script.fail("probe", EIO, always: true)
    #expect(try device.scan(OutputRules()).pipes.count == 1)
    #expect(!device.hasAskedDisplays)
    #expect(throws: KMSError(.other, .connector, errno: EIO)) { try device.scan(OutputRules()) }
    script.errors = [:]
    #expect(try device.scan(OutputRules()).pipes.count == 1)
    #expect(device.hasAskedDisplays)
  }

  @Test func `another master is waited for, and what may not be asked for is remembered`() throws {
    let script = ScriptedCard(displays: [[small]])
    script.isMaster = false
    script.hasOtherMaster = true
    let device = try script.open()
    #expect(!device.isMaster && !device.mayNotAsk)
    script.fail("setMaster", EACCES)
    #expect(try device.becomeMaster() == false)
    #expect(device.mayNotAsk)
    script.fail("setMaster", ENODEV)
    #expect(throws: KMSError(.lostDevice, .master, errno: ENODEV)) { try device.becomeMaster() }
    script.hasOtherMaster = false
    #expect(try device.becomeMaster())
    device.recordLostMaster()
    #expect(!device.isMaster)
    device.dropMaster()
    #expect(script.isMaster)
  }

  @Test func `a card without connectors, as of a lease that was revoked, is lost`() throws {
    let script = ScriptedCard(displays: [[small]])
    let device = try script.open()
    script.plugs = []
    #expect(throws: KMSError(.lostDevice, .resources)) { try device.scan(OutputRules()) }
  }

  // A lessee that is not one now: the kernel refuses it, until the lessor is master again.
  @Test func `a lease of another terminal's lessor is waited for`() throws {
    let script = ScriptedCard(displays: [[small]])
    let device = try script.open()
    script.isMaster = false
    script.fail("setMaster", EINVAL)
    #expect(try device.becomeMaster() == false)
    #expect(try device.becomeMaster())
  }

  @Test func `displays that stay unlit are listed with a reason`() throws {
    let script = ScriptedCard(displays: [[small], [small], []], crtcCount: 1)
    let scan = try script.open().scan(OutputRules())
    #expect(scan.connectors.count == 3 && scan.pipes.count == 1)
    #expect(scan.unlit.map(\.reason) == [.noCRTC, .noMode])
  }

  @Test(arguments: [("simpledrm", true), ("cirrus", true), ("i915", false)])
  func `some drivers lose their mode at suspend`(driver: String, loses: Bool) throws {
    let script = ScriptedCard(displays: [[small]])
    script.driver = driver
    #expect(try script.open().losesModeAtSuspend == loses)
  }

  @Test func `events that cannot be read are an error, of a card that is gone another`() throws {
    let script = ScriptedCard(displays: [[small]])
    let device = try script.open()
    script.fail("readEvents", EIO)
    #expect(throws: KMSError(.lostDevice, .readEvents, errno: EIO)) { try device.nextEvent() }
    #expect(try device.nextEvent() == nil)
  }

  @Test func `overlays and cursors of another client are taken off`() throws {
    let script = ScriptedCard(displays: [[small]])
    script.light(0, 0, mode: small)
    script.addPlane(70, .cursor, on: 0)
    script.values[70]?["CRTC_ID"] = UInt64(script.crtcs[0].rawValue)
    let framebuffer = script.values[60]?["FB_ID"]
    script.values[70]?["FB_ID"] = framebuffer
    var bench = try OutputBench(script)
    _ = try bench.show()
    #expect(script.values[70]?["CRTC_ID"] == 0 && script.values[70]?["FB_ID"] == 0)
    bench.device.restore()
    #expect(script.values[70]?["CRTC_ID"] == UInt64(script.crtcs[0].rawValue))
  }

  @Test func `a request with more than fits is refused as a whole`() {
    let script = ScriptedCard(displays: [[small]])
    var request = AtomicRequest()
    for index in 0..<100 { request.set(PropertyID(rawValue: 500), of: UInt32(index), to: 0) }
    #expect(request.isOverfull)
    let kernel = ScriptedKernel(script)
    #expect(request.commit(on: kernel, [], userData: 0) == -EOVERFLOW && script.calls.isEmpty)
  }
}
