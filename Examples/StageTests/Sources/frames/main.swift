// SPDX-License-Identifier: Apache-2.0

import FirstStage
import Flipbook
import StageTest

// Writes each twentieth of a second of the bar as a PNG: frame-00.png, frame-01.png and so on.

var playback = try StagePlayback(
  AnimationStage(
    Bar(), style: (), widthInPixels: 480, heightInPixels: 160, scale: 2, showsMessage: true,
    at: .zero),
  timeline: """
    100 message Unpacking hello
    100 progress 30
    700 progress 80
    1300 done
    """)
for number in 0..<40 {
  let name = "frame-\(number < 10 ? "0" : "")\(number).png"
  try playback.frame(at: Int64(number) * 50).write(toPNG: name)
}
