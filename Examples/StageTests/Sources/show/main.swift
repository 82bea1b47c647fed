// SPDX-License-Identifier: Apache-2.0

import FirstStage
import Flipbook
import FlipbookDisplay

// Shows the bar at 70 per cent on all displays of the machine.

let display = try Display(.automatic)
try display.run(DisplayStage(Bar(), style: (), showsMessage: true)) { event, loop in
  switch event {
  case .outputAdded(let name, let width, let height, _):
    print("\(name): \(width) x \(height)")
    loop.apply(.message("Unpacking hello"))
    loop.apply(.progress(channel: 1, percent: 70))
  case .failure(let object, let reason): print("\(object): \(reason)")
  default: break
  }
}
