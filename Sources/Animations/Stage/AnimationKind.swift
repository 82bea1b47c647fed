// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
internal import Text

extension StageConfiguration {
  /// The animations.
  public enum AnimationKind: Equatable, CaseIterable, Sendable {
    /// A bar with colours that flow along it.
    case flow
    /// A box that becomes a bar with a speech bubble.
    case download
    /// A ring with a gradient, or several.
    case ring

    /// Its name on command lines, in the status, and as a theme.
    package var name: StaticString {
      switch self {
      case .flow: "flow"
      case .download: "download"
      case .ring: "ring"
      }
    }

    /// All names, for an error's text.
    package static var expected: StaticString { "expected flow, download or ring" }

    /// The animation of a name.
    package init?(_ name: Span<UInt8>) {
      for kind in AnimationKind.allCases where name.isEqual(to: kind.name) {
        self = kind
        return
      }
      return nil
    }
  }
}

// Sizes and colours without a theme.
extension StageConfiguration.AnimationKind {
  /// The default box, in points; a flow bar is as wide as its stage.
  package func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    switch self {
    case .flow: (stageWidth, 2)
    case .download: (200, 80)
    case .ring: (216, 216)
    }
  }

  /// Whether a box is as high as it is wide.
  package var isSquare: Bool {
    switch self {
    case .flow, .download: false
    case .ring: true
    }
  }

  /// How far it draws beside and above its box: the bubble of a download bar jumps out of the box, and extends
  /// beyond both ends of it.
  func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) {
    switch self {
    case .download: (box.height * .half, box.height)
    case .flow, .ring: (1, 1)
    }
  }

  /// The smallest stage for a box, with the height of a message, in points.
  ///
  /// The box is in the middle of the stage. A download bar's speech bubble is above its box and
  /// extends beyond both of its ends.
  func minimumStage(
    for box: (width: Fixed, height: Fixed), message: Fixed
  ) -> (width: Fixed, height: Fixed) {
    switch self {
    case .flow: (box.width, box.height + message)
    case .download: (box.width + box.height * Fixed(3, over: 4), box.height * 3)
    case .ring: (box.width + 2, box.height + max(message, 2))
    }
  }

  /// The colours of its stage.
  var look: BuiltInLook {
    switch self {
    case .flow: .flow
    case .download: .download
    case .ring: .ring
    }
  }
}
