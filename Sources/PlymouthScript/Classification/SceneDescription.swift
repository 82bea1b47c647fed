// SPDX-License-Identifier: Apache-2.0

/// What a script shows, in words that a theme can say.
package struct SceneDescription: Equatable, Sendable {
  /// The colours at the top and at the bottom, 0xRRGGBB.
  package var topColor = 0
  package var bottomColor = 0
  /// An image under everything.
  package var backdrop: Backdrop?
  /// In drawing order.
  package var items: [Item] = []
  /// Where the script shows messages and dialogs, as fractions of the window; nil for unknown.
  package var messagePoint: Point?
  package var messageStyle: ScriptImage.TextStyle?
  package var promptPoint: Point?
  /// What the dialog of a password consists of.
  package var dialog = Dialog()
  /// Lines for the report.
  package var notes: [Note] = []

  /// A fraction of the window's width and of its height, in thousandths.
  package struct Point: Equatable, Sendable {
    /// From the left and from the top.
    package var x, y: Int
  }

  /// The files of a dialog, as they are; nil for a part that it does not have.
  package struct Dialog: Equatable, Sendable {
    /// The sign for each character.
    package var bullet: String?
    /// The smallest image behind the bullets.
    package var field: String?
    /// The smallest image behind that.
    package var panel: String?
    /// An image beside the field.
    package var lock: String?
  }

  /// An image that fills the window.
  package struct Backdrop: Equatable, Sendable {
    /// How an image fills windows of another shape, in the words of themes.
    package enum Fit: String, Sendable { case cover, stretch, none }

    package var image: ImageRecipe
    package var fit: Fit
    /// 0…255.
    package var opacity: Int
  }

  /// An element of the stage.
  package enum Item: Equatable, Sendable {
    case image(Still)
    case text(Text)
    case bar(Bar)
    case frames(Frames)
    case moving(Moving)
  }

  /// An image that stays as it is.
  package struct Still: Equatable, Sendable {
    package var image: ImageRecipe
    package var placement: Placement
    /// 0…255.
    package var opacity: Int
  }

  /// A text that stays, or shows the progress.
  package struct Text: Equatable, Sendable {
    package var style: ScriptImage.TextStyle
    /// The style's text as a template, or a template with `{percent}`.
    package var template: String
    package var placement: Placement
    package var opacity: Int
  }

  /// A bar that grows with the progress, from left to right.
  package struct Bar: Equatable, Sendable {
    /// The image of the full bar.
    package var image: ImageRecipe
    /// Whether the script scales it to the progress, in place of cutting it.
    package var isScaled: Bool
    package var placement: Placement
  }

  /// A sequence of frames.
  package struct Frames: Equatable, Sendable {
    /// In the order in which they are shown.
    package var frames: [Frame]
    package var placement: Placement
    /// Frames in 1000 s; nil if the progress selects the frame.
    package var rate: Int?
    /// Frames at the beginning that are shown once.
    package var intro = 0
    /// The size of the composite in pixels of the first window.
    package var width, height: Int
    /// How often the composite is to be halved, to keep the theme small.
    package var halvings = 0

    /// Whether the progress selects the frame.
    package var isBound: Bool { rate == nil }
  }

  /// Images on top of each other.
  package struct Frame: Hashable, Sendable {
    /// From the lowest to the highest.
    package var layers: [Layer]

    /// A frame of layers.
    package init(layers: [Layer]) { self.layers = layers }
  }

  /// An image in a frame.
  package struct Layer: Hashable, Sendable {
    package var image: ImageRecipe
    /// The image's left upper corner in the frame.
    package var x, y: Int
    /// 0…255.
    package var opacity: Int

    /// A layer of an image.
    package init(image: ImageRecipe, x: Int, y: Int, opacity: Int) {
      (self.image, self.x, self.y, self.opacity) = (image, x, y, opacity)
    }
  }

  /// An image that moves, fades, turns or changes its size.
  package struct Moving: Equatable, Sendable {
    /// The image at rest, in its place.
    package var still: Still
    package var motion: Motion
  }

  /// The course of a moving image.
  package struct Motion: Equatable, Sendable {
    /// The properties of an image at a point of its course; nil for those that are set at other points.
    package struct Keyframe: Equatable, Sendable {
      /// From 0 to 1,000,000.
      package var position: Int
      /// Thousandths.
      package var opacity: Int?
      /// Thousandths of the unit, to the right and down.
      package var x, y: Int?
      /// Millionths of the size at rest.
      package var scale: Int?
      /// Thousandths of a degree, clockwise.
      package var rotation: Int?
      /// Whether the values stay until the next keyframe.
      package var isHeld = false
    }

    /// What a distance is measured in; two windows have the same number of it.
    package enum Unit: Sendable {
      case points
      /// Percent of the window's width or height.
      case windowWidth, windowHeight
    }

    /// The time of the course in microseconds; nil if it follows the progress.
    package var period: Int?
    /// The time before it, in microseconds.
    package var delay = 0
    package var isRepeated = false
    /// Where a repeated course starts again, in millionths of it; what is before that is seen once.
    package var repeatStart = 0
    package var xUnit = Unit.points
    package var yUnit = Unit.points
    /// The point that the image is turned and scaled about, in millionths of it.
    package var originX, originY: Int
    package var keyframes: [Keyframe] = []
  }

  /// A line of the report.
  package struct Note: Equatable, Sendable {
    /// What happened to a part of the script's look.
    package enum Kind: Sendable { case taken, changed, leftOut }

    /// What happened.
    package var kind: Kind
    package var text: String
  }
}
