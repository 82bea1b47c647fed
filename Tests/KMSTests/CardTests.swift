// SPDX-License-Identifier: Apache-2.0

import CLinux
import KMS
import Testing

@Suite struct CardTests {
  @Test func `a card says whether it is atomic and what CRTCs it has`() throws {
    let script = ScriptedCard(displays: [[ScriptedCard.mode(800, 600)]], crtcCount: 2)
    let card = try Card(ScriptedKernel(script))
    #expect(card.isAtomic && card.crtcs == script.crtcs)
    #expect(try card.planes().count == 2)
    script.isAtomic = false
    let legacy = try Card(ScriptedKernel(script))
    let isAtomic = legacy.isAtomic
    #expect(!isAtomic)
    #expect(try legacy.planes().isEmpty)
  }

  @Test func `a node without CRTCs or dumb buffers is no card`() {
    let script = ScriptedCard(displays: [])
    #expect(throws: KMSError(.notDisplay, .resources)) { _ = try Card(ScriptedKernel(script)) }
    script.hasDumbBuffers = false
    #expect(throws: KMSError(.noDumbBuffers, .capability)) { _ = try Card(ScriptedKernel(script)) }
    script.fail("capability", ENOTTY)
    #expect(throws: KMSError(.notDisplay, .capability, errno: ENOTTY)) {
      _ = try Card(ScriptedKernel(script))
    }
    #expect(script.handleCount == 0)
  }

  @Test func `the first probe is the kernel's own where it has probed all`() throws {
    let script = ScriptedCard(displays: [[ScriptedCard.mode(800, 600)], []])
    script.plugs[1].connection = .disconnected
    script.fail("probe", EIO, always: true)
    let card = try Card(ScriptedKernel(script))
    #expect(try card.knownConnectors()?.count == 2)
    script.plugs[1].connection = .unknown
    #expect(try card.knownConnectors() == nil)
    script.plugs[1].connection = .disconnected
    script.plugs[0].connection = .disconnected
    #expect(try card.knownConnectors() == nil)
  }

  @Test func `a connector that goes while it is looked for is left out`() throws {
    let script = ScriptedCard(displays: [[ScriptedCard.mode(800, 600)], []])
    let card = try Card(ScriptedKernel(script))
    script.fail("probe", ENOENT)
    #expect(try card.connectors().map(\.id.rawValue) == [21])
    script.fail("probe", ENODEV)
    #expect(throws: KMSError(.lostDevice, .connector, errno: ENODEV)) { try card.connectors() }
  }

  @Test func `DRM master is asked for by who has it not, and may be another's`() throws {
    let script = ScriptedCard(displays: [[ScriptedCard.mode(800, 600)]])
    let card = try Card(ScriptedKernel(script))
    script.fail("setMaster", EIO, always: true)
    try card.becomeMaster()
    card.dropMaster()
    #expect(!script.isMaster)
    script.errors = [:]
    script.hasOtherMaster = true
    #expect(throws: KMSError(.otherMaster, .master, errno: EBUSY)) { try card.becomeMaster() }
    script.hasOtherMaster = false
    try card.becomeMaster()
    #expect(script.isMaster)
  }
}
