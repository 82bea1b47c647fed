// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint

/// The animations, as they are by default.
enum StageName: CaseIterable {
  case flow, download, ring

  /// The name on the command line and in tables.
  var name: StaticString {
    switch self {
    case .flow: "flow"
    case .download: "download"
    case .ring: "ring"
    }
  }

  /// The animation on a display.
  func configuration(_ size: StageSize, scale: Int) -> StageConfiguration {
    let animation: StageConfiguration.AnimationKind =
      switch self {
      case .flow: .flow
      case .download: .download
      case .ring: .ring
      }
    return StageConfiguration(
      animation: animation, widthInPixels: size.width, heightInPixels: size.height,
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
