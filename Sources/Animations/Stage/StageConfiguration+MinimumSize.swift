// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
internal import Theme

extension StageConfiguration {
  /// The minimum size of the unrotated stage, in points, without anything cut off.
  ///
  /// The box is in the middle of the stage. A download bar's speech bubble is above its box and
  /// extends beyond both of its ends. The message needs 4½ cap heights of 9 points below the box. A
  /// flow bar without a size of its own fits any width.
  package var minimumSize: (width: Fixed, height: Fixed) {
    if let pack = theme?.pack {
      return (
        max(1, Fixed(Int(pack.room.width))),
        max(1, Fixed(Int(pack.room.height)))
      )
    }
    let box = animation.defaultBox(stageWidth: 1)
    let (width, height) = (boxWidth ?? box.width, boxHeight ?? box.height)
    let message: Fixed = showsMessage ? 81 : 0
    switch animation {
    case .flow: return (width, height + message)
    case .download: return (width + height * Fixed(3, over: 4), height * 3)
    case .ring: return (width + 2, height + max(message, 2))
    }
  }
}
