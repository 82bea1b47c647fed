// SPDX-License-Identifier: Apache-2.0

package import Theme

extension PackMaker {
  /// A row of selectors: the record of a node in each situation.
  package mutating func selector(_ record: (Int) -> UInt8) -> UInt16 {
    var row = Record(.selectors)
    for situation in 0..<Situation.count { row.bytes[situation] = record(situation) }
    return UInt16(add(row, to: .selectors))
  }

  /// A node of one record, shown in all situations.
  package mutating func node(
    _ kind: NodeKind, _ record: Record, in parent: UInt8 = 255, channel: UInt8 = 0,
    isHeld: Bool = false
  ) {
    let row = selector { _ in 0 }
    var node = Record(.nodes)
    node.bytes[NodeField.kind] = kind.rawValue
    node.bytes[NodeField.parent] = parent
    node.put(UInt16(add(record, to: .records)), at: NodeField.firstRecord)
    node.put(UInt16(1), at: NodeField.recordCount)
    for variant in 0..<4 { node.put(row, at: NodeField.selectors + 2 * variant) }
    node.bytes[NodeField.channel] = channel
    node.bytes[NodeField.flags] = isHeld ? 1 : 0
    add(node, to: .nodes)
  }

  /// A record of an element, at an anchor that is also its pivot.
  package static func element(_ x: Double = 0.5, _ y: Double = 0.5) -> Record {
    var record = Record(.records)
    for (index, value) in [x, y, x, y].enumerated() { record.put(number: value, at: 4 * index) }
    record.put(length: 0, at: 16)
    record.put(length: 0, at: 28)
    record.put(length: 0, .automatic, at: RecordField.width)
    record.put(length: 0, .automatic, at: RecordField.height)
    record.put(UInt16(65535), at: RecordField.opacity)
    return record
  }

  /// Adds a still image from its stream; returns its index.
  package mutating func image(
    _ width: Int, _ height: Int, stream: [UInt8], isSmooth: Bool = true
  ) -> UInt16 {
    var image = Record(.images)
    image.bytes[ImageField.flags] = isSmooth ? 2 : 0
    image.put(UInt16(width), at: ImageField.width)
    image.put(UInt16(height), at: ImageField.height)
    image.put(UInt32(add(bytes: stream, to: .pixels)), at: ImageField.first)
    image.put(UInt32(stream.count), at: ImageField.count)
    return UInt16(add(image, to: .images))
  }

  /// A background of a colour, RRGGBBAA.
  package mutating func background(_ color: UInt32, image: UInt16 = 65535, fit: UInt8 = 0) {
    var record = PackMaker.element()
    record.put(color: color, at: RecordField.Background.color)
    record.put(UInt16(65535), at: RecordField.Background.gradient)
    record.put(image, at: RecordField.Background.image)
    record.bytes[RecordField.Background.fit] = fit
    node(.background, record)
  }

  /// The record for the whole stage: text of 1.3889 %, 9 to 32 pt.
  package mutating func stage(
    _ change: (inout Record) -> Void = { _ in }, textColor: UInt32 = 0xF2F4_F7FF
  ) {
    var stage = Record(.stages)
    stage.put(length: 1.3889, .percent, min: 36, max: 128, at: StageField.textSize)
    stage.put(length: 0, at: StageField.margin)
    stage.put(color: textColor, at: StageField.textColor)
    stage.put(color: 0x0000_00FF, at: StageField.leaveColor)
    stage.put(UInt16(65535), at: StageField.font)
    for text in [62, 64, 66] { stage.put(UInt16(65535), at: text) }
    change(&stage)
    add(stage, to: .stages)
  }

  /// Adds texts of one locale, each a list of pieces.
  package mutating func texts(_ texts: [[Record]]) {
    var locale = Record(.locales)
    locale.bytes.replaceSubrange(0..<2, with: Array("en".utf8))
    locale.put(UInt32(0), at: 16)
    locale.put(UInt32(0x30), at: 20)
    add(locale, to: .locales)
    for pieces in texts {
      var text = Record(.texts)
      text.put(UInt16(pieces.count), at: 4)
      for (index, piece) in pieces.enumerated() {
        let number = add(piece, to: .pieces)
        if index == 0 { text.put(UInt32(number), at: 0) }
      }
      add(text, to: .texts)
    }
  }

  /// A piece of a text as it is.
  package mutating func plain(_ text: String) -> Record {
    let (first, count) = string(text)
    var piece = Record(.pieces)
    piece.bytes[PieceField.kind] = PieceKind.plain.rawValue
    piece.bytes[PieceField.font] = 255
    piece.put(first, at: PieceField.first)
    piece.put(UInt16(count), at: PieceField.count)
    return piece
  }

  /// A piece for the placeholder of a value.
  package func placeholder(_ placeholder: Placeholder, _ channel: UInt16 = 1) -> Record {
    var piece = Record(.pieces)
    piece.bytes[PieceField.kind] = PieceKind.placeholder.rawValue
    piece.bytes[PieceField.font] = 255
    piece.put(UInt32(placeholder.rawValue), at: PieceField.first)
    piece.put(channel, at: PieceField.count)
    return piece
  }

  /// A text element of one line.
  package static func text(_ x: Double, _ y: Double, _ text: UInt16, color: UInt32) -> Record {
    var record = element(x, y)
    record.put(length: 87.5, .percentOfWidth, at: RecordField.width)
    record.put(text, at: RecordField.Text.texts)
    for index in 1..<4 { record.put(UInt16(65535), at: RecordField.Text.texts + 2 * index) }
    record.put(UInt16(65535), at: RecordField.Text.font)
    record.bytes[RecordField.Text.lines] = 1
    record.put(length: 1, .cap, at: RecordField.Text.size)
    record.put(color: color, at: RecordField.Text.color)
    record.put(number: 2.2, at: RecordField.Text.lineHeight)
    return record
  }

  /// Adds colours; returns the first one's index.
  package mutating func colors(_ colors: [UInt32]) -> UInt16 {
    var first: UInt16?
    for color in colors {
      var record = Record(.colors)
      record.put(color: color, at: 0)
      let index = UInt16(add(record, to: .colors))
      first = first ?? index
    }
    return first ?? 0
  }

  /// An animation with the default values of its schema.
  package mutating func animation(
    _ kind: AnimationKind, colors: [UInt32], width: Double, height: Double, _ x: Double = 0.5,
    _ y: Double = 0.5
  ) -> Record {
    var record = PackMaker.element(x, y)
    record.put(length: width, at: RecordField.width)
    record.put(length: height, at: RecordField.height)
    record.bytes[RecordField.Animation.kind] = kind.rawValue
    record.bytes[RecordField.Animation.style] = 128
    record.put(UInt16(1), at: RecordField.Animation.parts)
    record.put(self.colors(colors), at: RecordField.Animation.firstColor)
    record.put(UInt16(colors.count), at: RecordField.Animation.colors)
    for reference in [88, 90, 92, 94] { record.put(UInt16(65535), at: reference) }
    record.put(UInt32(100_000), at: RecordField.Animation.period)
    record.put(UInt32(500_000), at: RecordField.Animation.spring)
    for (index, value) in [0, 0.5, 1, 0.5].enumerated() {
      record.put(number: value, at: RecordField.Animation.axis + 4 * index)
    }
    record.put(color: 0xD031_2DFF, at: RecordField.Animation.failure)
    record.put(length: 0, at: RecordField.Animation.radius)
    record.put(number: 17, at: RecordField.Animation.arc)
    record.put(number: 10, at: RecordField.Animation.trackWidth)
    record.put(number: 6, at: RecordField.Animation.gap)
    record.put(number: 10, at: RecordField.Animation.dot)
    return record
  }

  /// A theme with one element of nearly every kind: a logo, two bars in a stack, a message.
  package static func sample() -> PackMaker {
    var pack = PackMaker()
    let (name, count) = pack.string("Sample")
    var metadata = Record(.metadata)
    metadata.put(name, at: 0)
    metadata.put(count, at: 4)
    pack.add(metadata, to: .metadata)
    pack.stage()
    pack.background(0x1014_18FF)
    // 2 × 2: red, the same, the row again.
    let image = pack.image(2, 2, stream: [0xF1, 255, 0, 0, 255, 0xC0, 0xE1])
    var stack = element()
    stack.put(length: 2.5, .cap, at: RecordField.Stack.gap)
    for length in [92, 104, 116] { stack.put(length: 0, at: length) }
    pack.node(.stack, stack)
    var logo = element()
    logo.put(length: 40, at: RecordField.width)
    logo.put(image, at: RecordField.Image.image)
    logo.bytes[RecordField.Image.fit] = 1
    logo.put(length: 0, at: RecordField.Image.radius)
    pack.node(.image, logo, in: 1)
    pack.node(
      .animation, pack.animation(.bar, colors: [0x0B6E_4FFF, 0x3FB5_8AFF], width: 300, height: 6),
      in: 1, channel: 1, isHeld: true)
    pack.node(
      .animation, pack.animation(.bar, colors: [0x0B6E_4FFF], width: 300, height: 2), in: 1,
      channel: 2)
    pack.texts([[pack.placeholder(.message)], [pack.plain("Getting ready")]])
    var text = text(0.5, 0.75, 0, color: 0xF2F4_F7FF)
    text.put(UInt16(1), at: RecordField.Text.texts + 2)
    pack.node(.text, text, in: 1)
    return pack
  }
}
