// SPDX-License-Identifier: Apache-2.0

import Flipbook
import StageTest
import Testing

@testable import Kiosk

@Suite struct DashboardTests {
  /// The same frame is compared with the display of a guest: Tests/Integration/kms/test_kiosk.py.
  @Test func `the still dashboard is as it was`() throws {
    var playback = try StagePlayback(
      AnimationStage(
        Dashboard(stillAt: Instant(nanoseconds: 90_000_000_000)), style: (), widthInPixels: 1280,
        heightInPixels: 800, boxWidth: 1280, boxHeight: 800, at: .zero),
      timeline: "0 progress 70")
    try playback.frame(at: 1000).expectMatch(golden: "dashboard.png")
  }

  @Test func `vblanks without a frame are counted`() {
    var pace = Pace()
    pace.restart(refreshMillihertz: 50_000)
    let missed = [0, 20, 40, 100, 120].map { pace.record(.zero + .milliseconds($0)) }
    #expect(missed == [0, 0, 0, 2, 0])
    #expect(pace.frameCount == 5 && pace.missedCount == 2)
  }
}
