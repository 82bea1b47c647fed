// SPDX-License-Identifier: Apache-2.0

import CLinux
import KMS
import OutputConfiguration
import Scanout
import Testing

/// Displays that together exceed the bandwidth, and modes that a driver lists and cannot set.
@Suite struct BandwidthTests {
  private let modes = [
    ScriptedCard.mode(256, 128, isPreferred: true), ScriptedCard.mode(192, 128),
    ScriptedCard.mode(128, 64), ScriptedCard.mode(64, 32),
  ]

  /// An output that is kept alive, because a display goes dark with its framebuffer.
  private final class Lit {
    let bench: OutputBench

    init(_ bench: consuming OutputBench) { self.bench = bench }
  }

  /// The device manager's order: the most important display first, and a scan after a refusal.
  private func enable(
    _ script: ScriptedCard, _ device: DisplayDevice<ScriptedKernel>, tries: inout Int
  ) throws -> [ConnectorID: PixelSize] {
    var sizes: [ConnectorID: PixelSize] = [:]
    var lit: [Lit] = []
    var isDone = false
    while !isDone {
      isDone = true
      for (index, pipe) in try device.scan(OutputRules()).pipes.enumerated()
      where sizes[pipe.connector.id] == nil {
        tries += 1
        var bench = try OutputBench(script, on: device, pipe: index)
        do throws(KMSError) {
          _ = try bench.commit()
          sizes[pipe.connector.id] = pipe.mode.size
          lit.append(Lit(bench))
          script.vblank()
        } catch {
          try #require(error.kind == .refused)
          isDone = !device.refuseMode(of: pipe)
          break
        }
      }
    }
    withExtendedLifetime(lit) {}
    return sizes
  }

  @Test func `of two displays the less important one gets a lower mode`() throws {
    let script = ScriptedCard(displays: [modes, modes])
    script.plugs[1].kind = .embeddedDisplayPort
    script.bandwidth = (256 * 128 + 128 * 64) * 60 / 1000 + 1
    let device = try script.open()
    var tries = 0
    let sizes = try enable(script, device, tries: &tries)
    #expect(sizes[script.plugs[1].id] == modes[0].size)
    #expect(sizes[script.plugs[0].id] == modes[2].size)
    #expect(tries <= 4)
    // The other display is unplugged, which frees its bandwidth.
    script.plugs[1].connection = .disconnected
    #expect(try device.scan(OutputRules()).pipes.first?.mode.size == modes[0].size)
  }

  @Test func `all outputs are tested together before the first is committed`() throws {
    let script = ScriptedCard(displays: [modes, modes, modes])
    script.bandwidth = (256 * 128 + 2 * 128 * 64) * 60 / 1000 + 3
    let device = try script.open()
    let scan = try device.scan(OutputRules())
    #expect(scan.pipes.map(\.mode.size) == [modes[0].size, modes[2].size, modes[2].size])
    #expect(scan.pipes.map(\.isReduced) == [false, true, true])
    let isTest = script.calls.map { $0 == .test(modeset: true) }
    #expect(!isTest.isEmpty && !isTest.contains(false))
    // The resources for the test commits are released.
    #expect(script.framebuffers.isEmpty && script.dumbBuffers.isEmpty && script.blobs.isEmpty)
    var tries = 0
    #expect(try enable(script, device, tries: &tries).count == 3)
    #expect(tries == 3)
  }

  @Test func `an output that has no mode beside more important ones is left out`() throws {
    let script = ScriptedCard(displays: [[modes[0]], [modes[1]], [modes[0]]])
    script.plugs[2].kind = .embeddedDisplayPort
    script.bandwidth = 2 * 256 * 128 * 60 / 1000 + 1
    let device = try script.open()
    let scan = try device.scan(OutputRules())
    #expect(scan.pipes.map(\.connector.id) == [script.plugs[2].id, script.plugs[0].id])
    #expect(scan.unlit.map(\.connector.id) == [script.plugs[1].id])
    #expect(scan.unlit.map(\.reason) == [.noBandwidth])
    // Another display is unplugged, and the mode is tried again.
    script.plugs[0].connection = .disconnected
    #expect(try device.scan(OutputRules()).pipes.count == 2)
  }

  @Test func `a display that is lit stays as it is where another one is too much`() throws {
    let more = [ScriptedCard.mode(512, 512), ScriptedCard.mode(192, 128)]
    let script = ScriptedCard(displays: [modes, more])
    script.plugs[1].connection = .disconnected
    script.bandwidth = (256 * 128 + 64 * 32) * 60 / 1000 + 1
    let device = try script.open()
    var first = try OutputBench(script, on: device)
    _ = try first.show()
    script.calls = []
    script.plugs[1].connection = .connected
    let scan = try device.scan(OutputRules())
    #expect(scan.unlit.map(\.reason) == [.noBandwidth])
    #expect(scan.pipes.count == 1 && scan.pipes[0].isSame(as: first.output.pipe))
    #expect(script.calls.allSatisfy { $0 == .test(modeset: true) })
    #expect(script.mode(of: scan.pipes[0].crtc)?.size == modes[0].size)
    withExtendedLifetime(first.device) {}
  }

  @Test func `what a less important display has to give up is free before it is needed`() throws {
    let script = ScriptedCard(displays: [modes, modes, [modes[0]]])
    script.plugs[1].kind = .embeddedDisplayPort
    script.light(0, 0, mode: modes[0])
    script.light(2, 2, mode: modes[0])
    script.bandwidth = (256 * 128 + 64 * 32) * 60 / 1000 + 1
    let device = try script.open()
    var tries = 0
    _ = try device.scan(OutputRules())
    let off = ScriptedCard.Call.commit(modeset: true, event: false, nonblocking: true)
    #expect(script.calls.filter { $0 != .test(modeset: true) } == [off])
    script.vblank()
    let sizes = try enable(script, device, tries: &tries)
    #expect(sizes[script.plugs[1].id] == modes[0].size)
    #expect(sizes[script.plugs[0].id] == modes[3].size)
    #expect(tries == 2 && script.mode(of: script.crtcs[2]) == nil)
    device.restore()
    #expect(script.mode(of: script.crtcs[2])?.size == modes[0].size)
  }

  @Test func `the search is bounded`() throws {
    let many = (1...100).map { ScriptedCard.mode(8 * (101 - $0), 64) }
    let script = ScriptedCard(displays: Array(repeating: many, count: 8))
    script.bandwidth = 100 * 64 * 60 / 1000
    let scan = try script.open().scan(OutputRules())
    #expect(scan.pipes.count >= 1)
    #expect(script.calls.count <= 50)
    // A pipe that was not tested is not in the plan, which is accepted as a whole.
    script.calls = []
    #expect(scan.pipes.reduce(0) { $0 + $1.mode.size.width } <= 100)
  }

  @Test(arguments: [EACCES, ENOMEM, EINTR])
  func `where the driver cannot be asked the plan is as without tests`(errno: CInt) throws {
    let script = ScriptedCard(displays: [modes, modes])
    script.bandwidth = 256 * 128 * 60 / 1000 + 1
    script.fail("test", errno, always: true)
    let scan = try script.open().scan(OutputRules())
    #expect(scan.pipes.map(\.mode.size) == [modes[0].size, modes[0].size])
    #expect(script.calls.count == 1)
  }

  @Test func `where nothing is accepted each output is tried by itself`() throws {
    let script = ScriptedCard(displays: [[modes[0]], [modes[1]]])
    script.refusedSizes = [modes[0].size, modes[1].size]
    #expect(try script.open().scan(OutputRules()).pipes.count == 2)
  }

  @Test func `one output needs no test before its own`() throws {
    let script = ScriptedCard(displays: [modes])
    _ = try script.open().scan(OutputRules())
    #expect(script.calls.isEmpty && script.dumbBuffers.isEmpty)
  }

  @Test func `a test without memory for a framebuffer is of modes alone`() throws {
    let script = ScriptedCard(displays: [modes, modes])
    script.bandwidth = (256 * 128 + 128 * 64) * 60 / 1000 + 1
    script.fail("createDumb", ENOMEM, always: true)
    let scan = try script.open().scan(OutputRules())
    #expect(scan.pipes.map(\.mode.size) == [modes[0].size, modes[2].size])
  }

  @Test func `a mode that the driver refuses is replaced by the next`() throws {
    let script = ScriptedCard(displays: [modes])
    script.refusedSizes = [modes[0].size]
    let device = try script.open()
    var tries = 0
    #expect(try enable(script, device, tries: &tries)[script.plugs[0].id] == modes[1].size)
    #expect(tries == 2)
  }

  @Test func `where no mode is left all are tried again later`() throws {
    let script = ScriptedCard(displays: [modes])
    script.refusedSizes = modes.map(\.size)
    let device = try script.open()
    var tries = 0
    #expect(try enable(script, device, tries: &tries).isEmpty)
    #expect(tries == 4)
    #expect(try device.scan(OutputRules()).pipes.first?.mode.size == modes[0].size)
  }

  @Test func `of two monitors the one that is lit already is more important`() throws {
    let script = ScriptedCard(displays: [[modes[0]], [modes[1]]])
    script.light(1, 1, mode: modes[1])
    let pipes = try script.open().scan(OutputRules()).pipes
    #expect(pipes.map(\.connector.id) == [script.plugs[1].id, script.plugs[0].id])
  }
}
