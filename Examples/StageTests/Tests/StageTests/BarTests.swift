// SPDX-License-Identifier: Apache-2.0

import FirstStage
import Flipbook
import StageTest
import Testing

@Suite struct BarTests {
  private func playback(_ timeline: String) throws -> StagePlayback<Bar> {
    try StagePlayback(
      AnimationStage(
        Bar(), style: (), widthInPixels: 480, heightInPixels: 160, scale: 2, showsMessage: true,
        at: .zero),
      timeline: timeline)
  }

  @Test func `a bar moves to its progress`() throws {
    var playback = try playback("0 message Unpacking hello\n0 progress 70")
    try playback.frame(at: 200).expectMatch(golden: "bar-moving.png")
    try playback.frame(at: 400).expectMatch(golden: "bar-70.png")
  }

  @Test func `a bar is red after a failure`() throws {
    var playback = try playback("0 progress 70\n500 fail")
    let failed = try playback.frame(at: 1000)
    #expect(failed[240, failed.height / 2] == 0xD0312D)
  }

  @Test func `a frame does not depend on the frames before it`() throws {
    var often = try playback("0 progress 30\n300 done")
    for time in stride(from: Int64(0), to: 450, by: 10) { _ = try often.frame(at: time) }
    var once = try playback("0 progress 30\n300 done")
    #expect(try often.frame(at: 450) == once.frame(at: 450))
  }

  @Test func `a bar at rest needs no frame`() throws {
    var stage = try AnimationStage(
      Bar(), style: (), widthInPixels: 480, heightInPixels: 160, at: .zero)
    stage.apply(.done, at: .zero)
    #expect(stage.nextChange(after: .zero) == .now)
    #expect(stage.nextChange(after: .zero + .milliseconds(400)) == .never)
  }
}
