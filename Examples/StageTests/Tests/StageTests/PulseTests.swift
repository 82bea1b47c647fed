// SPDX-License-Identifier: Apache-2.0

import Flipbook
import Pulse
import StageTest
import Testing

@Suite struct PulseTests {
  private func playback(_ timeline: String) throws -> StagePlayback<Pulse> {
    try StagePlayback(
      AnimationStage(
        Pulse(), style: Pulse.Style(), widthInPixels: 320, heightInPixels: 160, scale: 2,
        showsMessage: true, at: .zero),
      timeline: timeline)
  }

  @Test func `pulse swells dot by dot`() throws {
    var playback = try playback("0 start\n0 message Please wait")
    try playback.frame(at: 800).expectMatch(golden: "pulse-running.png")
  }

  @Test func `pulse stands full and red after a failure`() throws {
    var playback = try playback("0 progress 30\n1500 fail\n1600 progress 50")
    let failed = try playback.frame(at: 2000)
    try failed.expectMatch(golden: "pulse-failed.png")
    #expect(try playback.frame(at: 60_000) == failed)
  }

  @Test func `a frame is the same whatever was drawn before`() throws {
    let timeline = "100 start\n900 done\n1000 reset\n1100 progress 10"
    var often = try playback(timeline)
    for time in stride(from: Int64(0), to: 1733, by: 40) { _ = try often.frame(at: time) }
    var once = try playback(timeline)
    #expect(try often.frame(at: 1733) == once.frame(at: 1733))
  }

  @Test func `a pulse at rest asks for no frame`() throws {
    var stage = try AnimationStage(
      Pulse(), style: Pulse.Style(), widthInPixels: 96, heightInPixels: 32, at: .zero)
    stage.apply(.done, at: .zero)
    let end = Instant.zero + .milliseconds(300)
    #expect(stage.nextChange(after: .zero) == .now)
    #expect(stage.nextChange(after: end) == .never)
    #expect(stage.status(at: end)?.state == .succeeded)
  }
}
