// SPDX-License-Identifier: Apache-2.0

package import DisplayList
internal import FixedPoint
package import Theme

extension PackMaker {
  /// A row of selectors: the record of a node in each situation.
  package mutating func selector(_ record: (Int) -> UInt8) -> UInt16 {
    let records = (0..<Situation.count).map(record)
    let zeros = [UInt8](repeating: 0, count: PackSection.selectors.stride - records.count)
    let bytes = add(bytes: records + zeros, to: .selectors)
    return UInt16(bytes.lowerBound / PackSection.selectors.stride)
  }

  /// A node of one record, shown in all situations.
  package mutating func node(
    _ kind: NodeKind, _ record: some PackRecord, in parent: Int? = nil, channel: UInt8 = 0,
    isHeld: Bool = false
  ) {
    var node = NodeRecord()
    (node.kind, node.parent, node.channel, node.isHeld) = (kind, parent, channel, isHeld)
    node.selectors = InlineArray(repeating: selector { _ in 0 })
    let index = add(record)
    node.records = index..<index + 1
    add(node)
  }

  /// The placement of an element at an anchor that is also its pivot.
  package static func element(_ x: Double = 0.5, _ y: Double = 0.5) -> ElementPlacement {
    var placement = ElementPlacement()
    placement.anchor = Point(Fixed(number: x), Fixed(number: y))
    placement.pivot = placement.anchor
    (placement.offsetX, placement.offsetY) = (.zero, .zero)
    (placement.width, placement.height) = (.automatic, .automatic)
    placement.opacity = 65535
    return placement
  }

  /// Adds a still image from its stream; returns its index.
  package mutating func image(
    _ width: Int, _ height: Int, stream: [UInt8], isSmooth: Bool = true
  ) -> Int {
    var image = ImageRecord()
    image.isSmooth = isSmooth
    (image.width, image.height) = (UInt16(width), UInt16(height))
    image.content = add(bytes: stream, to: .pixels)
    return add(image)
  }

  /// A background of a colour, RRGGBBAA.
  package mutating func background(
    _ color: UInt32, image: Int? = nil, fit: PixmapFit.ContentMode = .cover
  ) {
    var record = BackgroundElement(PackMaker.element())
    record.color = StraightColor(hex: color)
    (record.image, record.fit) = (image, fit)
    node(.background, record)
  }

  /// A record of a stack without a gap, a padding or a border.
  package static func stack(_ x: Double = 0.5, _ y: Double = 0.5) -> StackElement {
    var record = StackElement(element(x, y))
    (record.gap, record.padding, record.radius, record.borderWidth) = (.zero, .zero, .zero, .zero)
    return record
  }

  /// A record of an image, with square corners.
  package static func image(_ image: Int?, _ x: Double = 0.5, _ y: Double = 0.5) -> ImageElement {
    var record = ImageElement(element(x, y))
    (record.image, record.radius) = (image, .zero)
    return record
  }

  /// The record for the whole stage: text of 1.3889 %, 9 to 32 pt.
  package mutating func stage(
    _ change: (inout StageRecord) -> Void = { _ in }, textColor: UInt32 = 0xF2F4_F7FF
  ) {
    var stage = StageRecord()
    stage.textSize = Length(1.3889, .percent, min: 36, max: 128)
    stage.margin = .zero
    stage.textColor = StraightColor(hex: textColor)
    stage.leaveColor = StraightColor(hex: 0x0000_00FF)
    change(&stage)
    add(stage)
  }

  /// Adds texts of one locale, each a list of pieces.
  package mutating func texts(_ texts: [[PieceRecord]]) {
    var locale = LocaleRecord()
    (locale.name[0], locale.name[1]) = (UInt8(ascii: "e"), UInt8(ascii: "n"))
    locale.zeroDigit = 0x30
    add(locale)
    for pieces in texts {
      var text = TextRecord()
      text.pieces = count(.pieces)..<count(.pieces) + pieces.count
      for piece in pieces { add(piece) }
      add(text)
    }
  }

  /// A piece of a text as it is.
  package mutating func plain(_ text: String) -> PieceRecord {
    var piece = PieceRecord()
    (piece.kind, piece.font) = (.plain, 255)
    piece.content = add(bytes: Array(text.utf8), to: .strings)
    return piece
  }

  /// A piece for the placeholder of a value.
  package func placeholder(_ placeholder: Placeholder, _ channel: UInt16 = 1) -> PieceRecord {
    var piece = PieceRecord()
    (piece.kind, piece.font) = (.placeholder, 255)
    (piece.placeholder, piece.channel) = (placeholder, channel)
    return piece
  }

  /// A text element of one line.
  package static func text(_ x: Double, _ y: Double, _ text: Int, color: UInt32) -> TextElement {
    var record = TextElement(element(x, y))
    record.placement.width = Length(87.5, .percentOfWidth)
    record.texts[0] = text
    record.properties.size = Length(1, .cap)
    record.properties.color = StraightColor(hex: color)
    record.properties.lineHeight = Fixed(number: 2.2)
    return record
  }

  /// Adds colours; returns where they are.
  package mutating func colors(_ colors: [UInt32]) -> Range<Int> {
    let first = count(.colors)
    for color in colors {
      var record = ColorRecord()
      record.color = StraightColor(hex: color)
      add(record)
    }
    return first..<first + colors.count
  }

  /// An animation with the default values of its schema.
  package mutating func animation(
    _ kind: AnimationKind, colors: [UInt32], width: Double, height: Double, _ x: Double = 0.5,
    _ y: Double = 0.5
  ) -> AnimationElement {
    var record = AnimationElement(PackMaker.element(x, y))
    (record.placement.width, record.placement.height) = (Length(width), Length(height))
    (record.kind, record.showsLabel, record.parts) = (kind, true, 1)
    record.colors = self.colors(colors)
    (record.period, record.spring) = (100_000, 500_000)
    (record.axisStart, record.axisEnd) = (Point(0, .half), Point(1, .half))
    record.failure = StraightColor(hex: 0xD031_2DFF)
    record.radius = .zero
    (record.arc, record.trackWidth, record.gap, record.dot) = (17, 10, 6, 10)
    return record
  }

  /// A theme with one element of nearly every kind: a logo, two bars in a stack, a message.
  package static func sample() -> PackMaker {
    var pack = PackMaker()
    var metadata = MetadataRecord()
    metadata.name = pack.string("Sample")
    pack.add(metadata)
    pack.stage()
    pack.background(0x1014_18FF)
    // 2 × 2: red, the same, the row again.
    let image = pack.image(2, 2, stream: [0xF1, 255, 0, 0, 255, 0xC0, 0xE1])
    var column = stack()
    column.gap = Length(2.5, .cap)
    pack.node(.stack, column)
    var logo = PackMaker.image(image)
    (logo.placement.width, logo.fit) = (Length(40), .contain)
    pack.node(.image, logo, in: 1)
    pack.node(
      .animation, pack.animation(.bar, colors: [0x0B6E_4FFF, 0x3FB5_8AFF], width: 300, height: 6),
      in: 1, channel: 1, isHeld: true)
    pack.node(
      .animation, pack.animation(.bar, colors: [0x0B6E_4FFF], width: 300, height: 2), in: 1,
      channel: 2)
    pack.texts([[pack.placeholder(.message)], [pack.plain("Getting ready")]])
    var text = text(0.5, 0.75, 0, color: 0xF2F4_F7FF)
    text.texts[1] = 1
    pack.node(.text, text, in: 1)
    return pack
  }
}
