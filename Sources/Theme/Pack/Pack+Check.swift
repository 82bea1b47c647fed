// SPDX-License-Identifier: Apache-2.0

import Text

extension Pack {
  /// Checks the contents of all sections, except the pixel streams.
  ///
  /// Afterwards each index, range, enumeration and offset of a record can be used without a check.
  ///
  /// - Throws: The first invalid record.
  func check(isKeymap: Bool) throws(PackError) {
    try checkReads()
    for raw in 0..<PackSection.count {
      guard let section = PackSection(rawValue: UInt8(raw)) else { continue }
      if section.stride == 1 { continue }
      for index in 0..<count(section) {
        let start = position(section, index)
        let error = PackError.outOfBounds(section.tag, index)
        if let layout = section.layout, !fits(layout, at: start, upTo: start + section.stride) {
          throw error
        }
        guard isConsistent(section, index, at: start) else { throw error }
      }
    }
    guard isText(bytes(.strings, 0, count: count(.strings))) else {
      throw .outOfBounds(PackSection.strings.tag, 0)
    }
    if isKeymap {
      if count(.keymaps) == 0 { throw .outOfBounds(PackSection.keymaps.tag, 0) }
      return
    }
    guard count(.stages) == 1 + count(.variants) else {
      throw .outOfBounds(PackSection.stages.tag, count(.stages))
    }
    guard count(.nodes) > 0 else { throw .outOfBounds(PackSection.nodes.tag, 0) }
    try checkDrawings()
  }

  /// Checks the rules that a section's layout does not express: ranges, order, and related fields.
  private func isConsistent(_ section: PackSection, _ index: Int, at p: Int) -> Bool {
    switch section {
    case .metadata:
      return Int(byte(p + 32)) == count(.variants)
    case .nodes: return isNode(index, at: p)
    case .gradients:
      return (1...PackLimit.stops).contains(Int(u16(p + 18)))
        && has(.stops, UInt32(u16(p + 16)), UInt32(u16(p + 18)))
    case .locales: return isLocale(index, at: p)
    case .texts:
      return u16(p + 4) <= PackLimit.pieces && has(.pieces, u32(p), UInt32(u16(p + 4)))
    case .pieces: return isPiece(at: p)
    case .knownTexts: return isKnownText(index, at: p)
    case .images: return isImage(at: p)
    case .frames: return has(.pixels, u32(p), u32(p + 4) & 0x7FFF_FFFF)
    case .placedGlyphs: return isPlacedGlyph(at: p)
    case .fonts: return isFont(at: p)
    case .glyphs: return isGlyph(at: p)
    case .characters: return isCharacterRange(index, at: p)
    case .keymaps:
      return has(.keys, UInt32(u16(p + 16)), UInt32(u16(p + 18)))
        && has(.pairs, UInt32(u16(p + 20)), UInt32(u16(p + 22)))
    case .vectors:
      let hasPaint = byte(p + VectorField.paint) == 0 || reference(p + VectorField.gradient) != nil
      return hasPaint && isOutline(u32(p), u32(p + 4), box: p + VectorField.box)
    case .variants, .stages, .selectors, .records, .colors, .stops, .strings, .kerning, .outlines,
      .pixels, .keys, .pairs:
      return true
    }
  }

  /// Whether an element's parent is valid, and its records are valid in every situation.
  private func isNode(_ index: Int, at p: Int) -> Bool {
    guard let kind = NodeKind(rawValue: byte(p)), hasParent(index, at: p) else { return false }
    let (first, records) = (
      Int(u16(p + NodeField.firstRecord)), Int(u16(p + NodeField.recordCount))
    )
    guard (1...255).contains(records), first + records <= count(.records) else { return false }
    let channels = kind == .animation ? 1...8 : 0...8
    guard channels.contains(Int(byte(p + NodeField.channel))) else { return false }
    for record in first..<first + records where !isRecord(record, of: kind) { return false }
    for variant in 0...count(.variants) {
      let row = Int(u16(p + NodeField.selectors + 2 * variant))
      guard row < count(.selectors) else { return false }
      let start = position(.selectors, row)
      for situation in start..<start + Situation.count {
        let record = byte(situation)
        if record != Situation.hidden && Int(record) >= records { return false }
      }
    }
    return true
  }

  /// Whether a node's parent is the stage or a stack, and no stack is too deep.
  private func hasParent(_ index: Int, at p: Int) -> Bool {
    var (child, parent) = (index, byte(p + NodeField.parent))
    var depth = byte(p) == NodeKind.stack.rawValue ? 1 : 0
    while parent != NodeField.stage {
      guard parent < child, depth < PackLimit.stackDepth else { return false }
      child = Int(parent)
      let p = position(.nodes, child)
      guard byte(p) == NodeKind.stack.rawValue else { return false }
      depth += 1
      parent = byte(p + NodeField.parent)
    }
    return true
  }

  private func isRecord(_ index: Int, of kind: NodeKind) -> Bool {
    let p = position(.records, index)
    let end = p + PackSection.records.stride
    guard fits(NodeKind.sharedLayout, at: p, upTo: end),
      fits(kind.layout, at: p + RecordField.own, upTo: end)
    else { return false }
    switch kind {
    case .text: return byte(p + RecordField.Text.lines) > 0
    case .animation: return isAnimation(at: p)
    case .background: return isStill(at: p + RecordField.Background.image)
    case .image: return isStill(at: p + RecordField.Image.image)
    case .prompt: return isStill(at: p + RecordField.Prompt.icon)
    case .stack: return true
    }
  }

  /// Whether a reference is none, or refers to an image that is not a frame sequence.
  private func isStill(at p: Int) -> Bool {
    guard let image = reference(p) else { return true }
    return byte(position(.images, image)) != 2
  }

  private func isAnimation(at p: Int) -> Bool {
    let style = byte(p + RecordField.Animation.style)
    guard style & 3 < 3, style >> 2 & 3 < 3 else { return false }
    let first = u16(p + RecordField.Animation.firstColor)
    let colors = u16(p + RecordField.Animation.colors)
    guard colors == 0 || has(.colors, UInt32(first), UInt32(colors)) else { return false }
    switch AnimationKind(rawValue: byte(p + RecordField.Animation.kind)) {
    case .bar: return (1...128).contains(colors)
    case .ring: return colors >= 2
    case .frames:
      guard let image = reference(p + RecordField.Animation.image) else { return false }
      let frames = position(.images, image)
      let sum =
        UInt32(u16(p + RecordField.Animation.parts)) + UInt32(u16(p + RecordField.Animation.outro))
      return byte(frames) == 2 && sum <= u32(frames + ImageField.count)
    case .download: return true
    case nil: return false
    }
  }

  /// Whether a locale has a name, and as many texts as every other.
  private func isLocale(_ index: Int, at p: Int) -> Bool {
    var hasEnded = false
    for position in p..<p + 16 {
      let letter = byte(position)
      if letter > 0x7E || letter != 0 && (letter <= 0x20 || hasEnded) { return false }
      hasEnded = letter == 0
    }
    return textCount <= PackLimit.texts && count(.texts) == textCount * count(.locales)
      && has(.texts, u32(p + 16), UInt32(textCount)) && Unicode.Scalar(u32(p + 20)) != nil
  }

  private func isPiece(at p: Int) -> Bool {
    let (first, length) = (u32(p + PieceField.first), u16(p + PieceField.count))
    switch PieceKind(rawValue: byte(p)) {
    case .word:
      return Int(length) <= PackLimit.wordGlyphs
        && byte(p + PieceField.font) < count(.fonts) && has(.placedGlyphs, first, UInt32(length))
        && i32(p + PieceField.width).magnitude <= PackLimit.textWidth
    case .placeholder: return first <= 5 && length <= 8
    case .plain: return has(.strings, first, UInt32(length))
    case .space: return true
    case nil: return false
    }
  }

  /// Whether a known text has a translation, and is sorted after the previous one.
  private func isKnownText(_ index: Int, at p: Int) -> Bool {
    guard reference(p + 8) != nil else { return false }
    if index == 0 { return true }
    let (before, text) = (string(position(.knownTexts, index - 1)), string(p))
    // Messages are shorter. Without this limit, comparing texts with the same beginning could take
    // a boot's time.
    let shared = min(before.count, text.count, PackLimit.textBytes)
    for index in 0..<shared where before[index] != text[index] {
      return before[index] < text[index]
    }
    return shared == PackLimit.textBytes || before.count < text.count
  }

  /// Whether an image has its pixels, its shapes or its frames, and a possible size.
  private func isImage(at p: Int) -> Bool {
    let sides = 1...PackLimit.stillSide
    let (width, height) = (Int(u16(p + ImageField.width)), Int(u16(p + ImageField.height)))
    guard sides.contains(width), sides.contains(height) else { return false }
    let (first, number) = (u32(p + ImageField.first), u32(p + ImageField.count))
    switch byte(p) {
    case 0: return has(.pixels, first, number)
    case 1: return number <= PackWork.shapes && has(.vectors, first, number)
    default:
      guard width * height <= PackLimit.framePixels, number > 0, has(.frames, first, number),
        u16(p + ImageField.rate) > 0, u16(p + ImageField.rate + 2) > 0
      else { return false }
      var sinceKey = PackLimit.keyDistance
      for index in Int(first)..<Int(first) + Int(number) {
        let frame = position(.frames, index)
        // Bounds the time for showing any frame.
        sinceKey = u32(frame + 4) >> 31 != 0 ? 0 : sinceKey + 1
        if sinceKey >= PackLimit.keyDistance { return false }
        for rectangle in [frame + 8, frame + 16] {
          if Int(u16(rectangle)) + Int(u16(rectangle + 4)) > width { return false }
          if Int(u16(rectangle + 2)) + Int(u16(rectangle + 6)) > height { return false }
        }
      }
      return true
    }
  }

  /// Whether bytes are UTF-8.
  private func isText(_ text: Span<UInt8>) -> Bool {
    var reader = UTF8Reader()
    while reader.next(in: text) != nil {
      if reader.isMalformed { return false }
    }
    return true
  }
}
