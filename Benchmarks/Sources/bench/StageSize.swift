// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint

extension StageConfiguration.AnimationKind {
  /// The animation on a display, with its defaults.
  func configuration(_ size: StageSize, scale: Int) -> StageConfiguration {
    StageConfiguration(
      animation: self, widthInPixels: size.width, heightInPixels: size.height,
      scale: Fixed(scale))
  }
}

/// Displays, in pixels.
enum StageSize: CaseIterable {
  case p720, p1080, p2160

  /// The number of columns.
  var width: Int { height * 16 / 9 }

  /// The number of rows.
  var height: Int {
    switch self {
    case .p720: 720
    case .p1080: 1080
    case .p2160: 2160
    }
  }
}
