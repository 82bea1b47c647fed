// SPDX-License-Identifier: Apache-2.0

import Flipbook
import FlipbookDisplay

/// Shows so many frames of three dots on a display in memory: `Scripts/bench own`.
@main enum OwnFrames {
  static func main() throws {
    guard let word = CommandLine.arguments.dropFirst().first, let count = Int(word) else {
      fatalError("usage: own-frames FRAMES")
    }
    var loop = try Display(.memory(width: 1920, height: 1080))
      .start(DisplayStage(Pulse(), style: Pulse.Style()))
    // At a vblank, so that all runs draw the same phases of the dots.
    var now = Instant(nanoseconds: (Display.now.nanoseconds / 1_000_000_000 + 1) * 1_000_000_000)
    loop.apply(.start, at: now)
    var shownCount = 0
    while shownCount < count {
      for event in try loop.dispatch(at: now) {
        if case .frameShown = event { shownCount += 1 }
      }
      if let next = loop.nextDeadline { now = max(now, next) }
    }
  }
}
