// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import FixedPoint
import Motion
import Text
import Theme

extension Playground {
  /// Where an element of a theme is in the frame of an instant, as `flipbook_element` writes it; nil after the last one,
  /// and without a theme.
  mutating func description(ofElement index: Int, at time: Instant) -> InlineText<256>? {
    now = max(now, time)
    guard let shown = ShownElements(of: model, at: now, on: layout) else { return nil }
    var line = InlineText<256>()
    if index == 0 {
      append([shown.stage.width, shown.stage.height, shown.stage.margin], to: &line)
      line.append(shown.situation)
      return line
    }
    guard let item = shown.item(index - 1) else { return nil }
    for number in [Int(item.kind.rawValue), item.node, item.parent ?? -1, item.isHeld ? 1 : 0] {
      line.append(number)
      line.append(" ")
    }
    append([item.box.x, item.box.y, item.box.width, item.box.height], to: &line)
    line.append(shown.name(of: item))
    return line
  }

  /// Appends lengths in points, each with a blank behind it.
  private func append(_ lengths: [Fixed], to line: inout InlineText<256>) {
    for length in lengths {
      line.append(length, decimals: 3)
      line.append(" ")
    }
  }
}
