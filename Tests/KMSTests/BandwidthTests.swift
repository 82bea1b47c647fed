// SPDX-License-Identifier: Apache-2.0

import CLinux
import KMS
import OutputConfiguration
import Scanout
import Testing

/// Displays that together need more than there is, and modes that a driver lists and cannot set.
@Suite struct BandwidthTests {
  private let modes = [
    ScriptedCard.mode(256, 128, isPreferred: true), ScriptedCard.mode(192, 128),
    ScriptedCard.mode(128, 64), ScriptedCard.mode(64, 32),
  ]

  /// An output that is kept, for a display goes dark with its framebuffer.
  private final class Lit {
    let bench: OutputBench

    init(_ bench: consuming OutputBench) { self.bench = bench }
  }

  /// What the device manager does: the most important display first, and for one that is refused a scan.
  private func light(
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
    let sizes = try light(script, device, tries: &tries)
    #expect(sizes[script.plugs[1].id] == modes[0].size)
    #expect(sizes[script.plugs[0].id] == modes[2].size)
    #expect(tries <= 4)
    // The other display goes, and with it the limit.
    script.plugs[1].connection = .disconnected
    #expect(try device.scan(OutputRules()).pipes.first?.mode.size == modes[0].size)
  }

  @Test func `a mode that the driver refuses is replaced by the next`() throws {
    let script = ScriptedCard(displays: [modes])
    script.refusedSizes = [modes[0].size]
    let device = try script.open()
    var tries = 0
    #expect(try light(script, device, tries: &tries)[script.plugs[0].id] == modes[1].size)
    #expect(tries == 2)
  }

  @Test func `where no mode is left all are tried again later`() throws {
    let script = ScriptedCard(displays: [modes])
    script.refusedSizes = modes.map(\.size)
    let device = try script.open()
    var tries = 0
    #expect(try light(script, device, tries: &tries).isEmpty)
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
