// SPDX-License-Identifier: Apache-2.0

import Flipbook
import StageTest
import Testing

@Test func `download shows its failure`() throws {
  let bar = StageConfiguration(animation: .download, widthInPixels: 400, heightInPixels: 160)
  var playback = try StagePlayback(bar, timeline: "0 progress 70\n1900 fail")
  let running = try playback.frame(at: 1500)
  try running.expectMatch(golden: "download-70.png")
  let failed = try playback.frame(at: 4000)
  try failed.expectMatch(golden: "download-failed.png")
  #expect(failed != running)
}
