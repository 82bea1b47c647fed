// SPDX-License-Identifier: Apache-2.0

import FirstStage
import Flipbook
import FlipbookDisplay

// A task works for ten seconds, and reports each per cent; then the last frame stays for the next program.

let display = try Display(.automatic)
let (events, perform) = try display.events(of: DisplayStage(Bar(), style: ()))
Task {
  for number in 1...100 {
    try await Task.sleep(for: .milliseconds(100))
    perform { loop in
      guard let percent = Percent(Fixed(number)) else { return }
      loop.apply(.progress(channel: 1, percent: percent))
    }
  }
  perform { $0.handOver(retain: true) }
}
var frameCount = 0
for await event in events {
  if case .frameShown = event { frameCount += 1 } else { print(event) }
}
print("\(frameCount) frames")
