// SPDX-License-Identifier: Apache-2.0

/// An image of a part of an element, cut into nine pieces by two columns and two rows.
package struct SlicedImageRecord {
  /// Nil for a part that is drawn in its element's colours.
  package var image: Int?
  /// Pixels of the image at each edge; the corners keep their size, one point for each pixel.
  package var left: UInt16 = 0
  package var top: UInt16 = 0
  package var right: UInt16 = 0
  package var bottom: UInt16 = 0

  package init() {}

  mutating func code(_ coder: inout some RecordCoder, _ name: StaticString) {
    coder.reference(&image, to: .images, name)
    coder.field(&left, "its left edge")
    coder.field(&top, "its top edge")
    coder.field(&right, "its right edge")
    coder.field(&bottom, "its bottom edge")
  }

  /// Whether its image is a still one of pixels, and has more of them than at its edges.
  fileprivate func isPossible(in pack: Pack) -> Bool {
    guard let image else { return true }
    let record = pack[ImageRecord.self, image]
    return record.kind == .pixels && Int(left) + Int(right) < Int(record.width)
      && Int(top) + Int(bottom) < Int(record.height)
  }
}

/// A record of the images that take the place of colours in the element of the node before its own.
///
/// They have a node of their own, so that a program of an older version leaves them out and draws the colours.
package struct PartsElement: ElementRecord {
  package var placement = ElementPlacement()
  /// A bar's track, or the panel of a stack or a prompt.
  package var back = SlicedImageRecord()
  /// A bar's fill, or a prompt's field.
  package var front = SlicedImageRecord()
  /// The sign for each character of a password; it is not cut.
  package var bullet: Int?

  package init() {}

  package mutating func code(_ coder: inout some RecordCoder) {
    placement.code(&coder)
    back.code(&coder, "image of a track or a panel")
    front.code(&coder, "image of a fill or a field")
    coder.reference(&bullet, to: .images, "image of a bullet")
  }

  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    var sign = SlicedImageRecord()
    sign.image = bullet
    return back.isPossible(in: pack) && front.isPossible(in: pack) && sign.isPossible(in: pack)
  }
}

extension Pack {
  /// Whether the node before that of some parts is an element that can have them.
  func followsWhole(_ node: NodeRecord, at index: Int) -> Bool {
    guard index > 0 else { return false }
    let whole = self[NodeRecord.self, index - 1]
    return whole.isKnown && whole.kind.hasParts && whole.parent == node.parent
  }
}

extension NodeKind {
  /// Whether an element of the kind may have images in place of its colours.
  fileprivate var hasParts: Bool {
    switch self {
    case .stack, .animation, .prompt: true
    case .background, .image, .text, .clock, .motion, .shading, .parts: false
    }
  }
}
