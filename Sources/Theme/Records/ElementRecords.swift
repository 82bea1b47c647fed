// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList

// The records of `RECD`: an element in some situations. All kinds begin with the same fields.

/// The kind of an element of a pack; the raw values are those of `NODE`.
package enum NodeKind: UInt8, RecordChoice, Sendable {
  case background, stack, image, text, animation, prompt, clock
  /// No element by itself: how the image before it moves.
  case motion
  /// No element: says to older programs that drawings have gradients of `SHAD`. It is hidden in all situations.
  case shading
  /// No element by itself: images of parts of the element before it, in place of its colours.
  case parts

  /// The minor version of the format that it came with.
  package var minorVersion: UInt16 {
    switch self {
    case .background, .stack, .image, .text, .animation, .prompt: 0
    case .clock: 1
    case .motion: 2
    case .shading: 3
    case .parts: 4
    }
  }

  /// The largest of these.
  static var newestVersion: UInt16 { 4 }
}

/// A record of one kind of element.
package protocol ElementRecord: PackRecord {
  var placement: ElementPlacement { get set }
}

extension ElementRecord {
  package static var section: PackSection { .records }

  package init(_ placement: ElementPlacement) {
    self.init()
    self.placement = placement
  }
}

/// Where an element is placed, its size and its opacity: the first fields of every record of `RECD`.
package struct ElementPlacement: PackRecord {
  /// Fractions of the stage, and of the element.
  package var anchor = Point.zero
  package var pivot = Point.zero
  package var offsetX = Length()
  package var offsetY = Length()
  package var width = Length()
  package var height = Length()
  /// A share of 65535.
  package var opacity: UInt16 = 0

  package init() {}

  package static var section: PackSection { .records }

  package mutating func code(_ coder: inout some RecordCoder) {
    anchor.code(&coder, "anchor x", "anchor y")
    pivot.code(&coder, "pivot x", "pivot y")
    coder.field(&offsetX, "offset x")
    coder.field(&offsetY, "offset y")
    coder.field(&width, "width")
    coder.field(&height, "height")
    coder.field(&opacity, "opacity (65535: 1)")
    coder.zeros(14)
  }
}

/// A record of a background.
package struct BackgroundElement: ElementRecord {
  package var placement = ElementPlacement()
  package var color = StraightColor()
  package var gradient: Int?
  package var image: Int?
  package var fit = PixmapFit.ContentMode.cover
  /// Whether it shows the firmware's logo, since minor version 2.
  package var showsFirmwareLogo = false

  package init() {}

  package mutating func code(_ coder: inout some RecordCoder) {
    placement.code(&coder)
    coder.field(&color, "colour")
    coder.reference(&gradient, to: .gradients, "gradient")
    coder.reference(&image, to: .images, "image")
    coder.field(&fit, "fit")
    coder.field(&showsFirmwareLogo, "firmware's logo")
  }

  package func isConsistent(at index: Int, in pack: Pack) -> Bool { pack.isStill(image) }
}

/// The direction of a stack's elements.
package enum StackDirection: UInt8, RecordChoice, Sendable {
  case down, right
}

/// The position of a text's lines, or of a stack's elements, across their direction.
package enum Alignment: UInt8, RecordChoice, Sendable {
  case center, start, end
}

/// A record of a stack.
package struct StackElement: ElementRecord {
  package var placement = ElementPlacement()
  package var gap = Length()
  package var padding = Length()
  package var radius = Length()
  package var borderWidth = Length()
  package var fill = StraightColor()
  package var border = StraightColor()
  package var direction = StackDirection.down
  package var alignment = Alignment.center

  package init() {}

  package mutating func code(_ coder: inout some RecordCoder) {
    placement.code(&coder)
    coder.field(&gap, "gap")
    coder.field(&padding, "padding")
    coder.field(&radius, "radius")
    coder.field(&borderWidth, "border width")
    coder.field(&fill, "fill")
    coder.field(&border, "border")
    coder.field(&direction, "direction")
    coder.field(&alignment, "alignment")
  }
}

/// A record of an image.
package struct ImageElement: ElementRecord {
  package var placement = ElementPlacement()
  package var image: Int?
  package var fit = PixmapFit.ContentMode.cover
  package var radius = Length()

  package init() {}

  package mutating func code(_ coder: inout some RecordCoder) {
    placement.code(&coder)
    coder.reference(&image, to: .images, "image")
    coder.field(&fit, "fit")
    coder.zeros(1)
    coder.field(&radius, "radius")
  }

  package func isConsistent(at index: Int, in pack: Pack) -> Bool { pack.isStill(image) }
}

/// The font, size and colour of a text, and its lines.
package struct TextProperties {
  package var font: Int?
  package var alignment = Alignment.center
  package var lines: UInt8 = 1
  package var size = Length()
  package var color = StraightColor()
  package var lineHeight: Fixed = 0

  package init() {}

  mutating func code(_ coder: inout some RecordCoder) {
    coder.reference(&font, to: .fonts, "font")
    coder.field(&alignment, "alignment")
    coder.field(&lines, "lines, 1 to 8")
    coder.require(1...8 ~= lines)
    coder.field(&size, "size")
    coder.field(&color, "colour")
    coder.field(&lineHeight, "line height")
  }
}

/// A record of a text.
package struct TextElement: ElementRecord {
  package var placement = ElementPlacement()
  /// The first one that has all its values is shown.
  package var texts: InlineArray<4, Int?> = [nil, nil, nil, nil]
  package var properties = TextProperties()

  package init() {}

  package mutating func code(_ coder: inout some RecordCoder) {
    placement.code(&coder)
    for index in 0..<4 { coder.reference(&texts[index], to: .texts, "text") }
    properties.code(&coder)
  }
}

/// Whether a clock shows 12 hours or 24.
package enum ClockFormat: UInt8, RecordChoice, Sendable {
  /// As in the territory of the machine's locale.
  case auto
  /// `9:41`, without a word for the half of the day.
  case hours12
  /// `09:41`
  case hours24
}

/// A record of a clock: hours and minutes of the machine's realtime clock.
package struct ClockElement: ElementRecord {
  package var placement = ElementPlacement()
  package var properties = TextProperties()
  package var format = ClockFormat.auto

  package init() {}

  package mutating func code(_ coder: inout some RecordCoder) {
    placement.code(&coder)
    properties.code(&coder)
    coder.field(&format, "format")
  }
}

/// A record of a prompt.
package struct PromptElement: ElementRecord {
  package var placement = ElementPlacement()
  package var padding = Length()
  package var radius = Length()
  package var fieldHeight = Length()
  package var fieldRadius = Length()
  package var gap = Length()
  package var borderWidth = Length()
  package var panel = StraightColor()
  package var field = StraightColor()
  package var border = StraightColor()
  package var text = StraightColor()
  package var icon: Int?
  package var bullet: Int?
  package var capsText: Int?
  package var font: Int?
  package var showsKeymap = false

  package init() {}

  package mutating func code(_ coder: inout some RecordCoder) {
    placement.code(&coder)
    coder.field(&padding, "padding")
    coder.field(&radius, "radius")
    coder.field(&fieldHeight, "field height")
    coder.field(&fieldRadius, "field radius")
    coder.field(&gap, "gap")
    coder.field(&borderWidth, "border width")
    coder.field(&panel, "panel")
    coder.field(&field, "field")
    coder.field(&border, "border")
    coder.field(&text, "text")
    coder.reference(&icon, to: .images, "icon")
    coder.reference(&bullet, to: .texts, "bullet text")
    coder.reference(&capsText, to: .texts, "Caps Lock text")
    coder.reference(&font, to: .fonts, "font")
    coder.field(&showsKeymap, "keymap")
  }

  package func isConsistent(at index: Int, in pack: Pack) -> Bool { pack.isStill(icon) }
}

extension Pack {
  /// Whether it has an element of a kind.
  package func has(_ kind: NodeKind) -> Bool {
    for index in 0..<count(.nodes) where self[NodeRecord.self, index].kind == kind { return true }
    return false
  }

  /// Whether one of its backgrounds shows the firmware's logo.
  package var showsFirmwareLogo: Bool {
    for index in 0..<count(.nodes) {
      let node = self[NodeRecord.self, index]
      if node.kind != .background { continue }
      for record in node.records where self[BackgroundElement.self, record].showsFirmwareLogo {
        return true
      }
    }
    return false
  }

  /// How many elements it has of kinds that came with a newer version; they are not shown.
  package var unknownElementCount: Int {
    var count = 0
    for index in 0..<self.count(.nodes) where !self[NodeRecord.self, index].isKnown { count += 1 }
    return count
  }

  /// Whether a record of `RECD` is valid for a kind of element.
  func isElement(_ record: Int, of kind: NodeKind) -> Bool {
    switch kind {
    case .background: isValid(BackgroundElement.self, record)
    case .stack: isValid(StackElement.self, record)
    case .image: isValid(ImageElement.self, record)
    case .text: isValid(TextElement.self, record)
    case .animation: isValid(AnimationElement.self, record)
    case .prompt: isValid(PromptElement.self, record)
    case .clock: isValid(ClockElement.self, record)
    case .motion: isValid(MotionElement.self, record)
    case .shading: isValid(ElementPlacement.self, record)
    case .parts: isValid(PartsElement.self, record)
    }
  }

  /// The image that a record of `RECD` shows, and how it fits a box with both sides; nil without one.
  package func image(of record: Int, _ kind: NodeKind) -> (index: Int, fit: PixmapFit.ContentMode)?
  {
    switch kind {
    case .background:
      let own = self[BackgroundElement.self, record]
      return own.image.map { ($0, own.fit) }
    case .image:
      let own = self[ImageElement.self, record]
      return own.image.map { ($0, own.fit) }
    case .animation:
      let own = self[AnimationElement.self, record]
      return own.kind == .frames ? own.image.map { ($0, .contain) } : nil
    case .prompt: return self[PromptElement.self, record].icon.map { ($0, .contain) }
    case .stack, .text, .clock, .motion, .shading, .parts: return nil
    }
  }

  /// Whether a reference is none, or refers to an image that is not a frame sequence.
  fileprivate func isStill(_ image: Int?) -> Bool {
    guard let image, image < count(.images) else { return true }
    return self[ImageRecord.self, image].kind != .frames
  }
}
