// SPDX-License-Identifier: Apache-2.0

import DisplayList

extension Scene {
  /// The colour outside of all shapes.
  var outside: ColorWord {
    let color = ColorWord(background)
    return isDissolving ? ColorWord(outgoingBackground).covered(by: color, fraction) : color
  }
}

extension Renderer {
  /// Composites a row of two scenes separately, and mixes their pixels.
  @inline(never)
  mutating func dissolve(_ scene: borrowing Scene, row: Int) {
    let border = min(scene.outgoingCount, shapeCount)
    composite(scene, 0..<border, on: scene.outgoingBackground, row: row, top: -1, nil)
    compositor.putAside()
    // The other scene's groups use this row, too.
    swap(&compositor.aside, &outgoingRow)
    composite(scene, border..<shapeCount, on: scene.background, row: row, top: -1, nil)
    swap(&compositor.aside, &outgoingRow)
    compositor.mixWithAside(scene.fraction)
  }
}
