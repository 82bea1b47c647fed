// SPDX-License-Identifier: Apache-2.0

import ControlClient
import Testing

@Suite struct FrameStateTests {
  @Test(
    arguments: [
      ("state=starting frames=0 missed=0 outputs=0 screens=0 display=none", .noDisplay),
      ("", .noDisplay),
      ("frames=0 missed=0 size=8x8 outputs=1", .pending),
      ("frames=1 missed=0 size=8x8 outputs=1", .shown),
      ("frames=9 missed=0 size=8x8 suspended=yes outputs=1", .noDisplay),
      ("prompt=password size=8x8 outputs=1", .shown),
      ("frames=9 size=8x8 suspended=yes outputs=2 frames2=3 size2=8x8", .shown),
      ("frames=9 size=8x8 suspended=yes outputs=2 frames2=0 size2=8x8", .pending),
      ("frames=9 size=8x8 suspended=yes outputs=2 frames2=3 size2=8x8 suspended2=yes", .noDisplay),
      ("message=\"frames=5 size=8x8\" frames=0 size=8x8 outputs=1", .pending),
    ] as [(String, FrameState)])
  func `a status says whether a frame is shown`(_ line: String, _ state: FrameState) {
    let bytes = Array(line.utf8)
    #expect(FrameState(status: bytes.span) == state)
  }
}
