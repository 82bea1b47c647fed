// SPDX-License-Identifier: Apache-2.0

import Text

extension Pack {
  /// Checks the contents of all sections, except the pixel streams.
  ///
  /// Afterwards each index, range, enumeration and offset of a record can be used without a check.
  ///
  /// - Throws: The first invalid record.
  func check(isKeymap: Bool) throws(PackError) {
    guard isRoomPossible else { throw .outOfBounds(PackTable.headerTag, 0) }
    try checkReads()
    for raw in 0..<PackSection.count {
      if let section = PackSection(rawValue: UInt8(raw)) { try check(section) }
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
    try checkMotions()
    try checkDrawings()
  }

  private func check(_ section: PackSection) throws(PackError) {
    switch section {
    case .metadata: try check(MetadataRecord.self)
    case .variants: try check(VariantRecord.self)
    case .stages: try check(StageRecord.self)
    case .nodes: try check(NodeRecord.self)
    case .keyframes: try check(KeyframeRecord.self)
    case .colors: try check(ColorRecord.self)
    case .gradients: try check(GradientRecord.self)
    case .stops: try check(StopRecord.self)
    case .shadings: try check(ShadingRecord.self)
    case .locales: try check(LocaleRecord.self)
    case .texts: try check(TextRecord.self)
    case .pieces: try check(PieceRecord.self)
    case .knownTexts: try check(KnownTextRecord.self)
    case .placedGlyphs: try check(PlacedGlyphRecord.self)
    case .fonts: try check(FontRecord.self)
    case .glyphs: try check(GlyphRecord.self)
    case .characters: try check(CharacterRecord.self)
    case .joins: try check(JoinRecord.self)
    case .ligatures: try check(LigatureRecord.self)
    case .marks: try check(MarkRecord.self)
    case .anchors: try check(AnchorRecord.self)
    case .images: try check(ImageRecord.self)
    case .vectors: try check(VectorRecord.self)
    case .frames: try check(FrameRecord.self)
    case .keymaps: try check(KeymapRecord.self)
    case .keys: try check(KeyRecord.self)
    case .pairs: try check(PairRecord.self)
    case .roles: try check(RoleRecord.self)
    case .switches: try check(SwitchRecord.self)
    // Checked by the nodes that refer to them, as a record's kind is its node's.
    case .selectors, .records: break
    case .strings, .kerning, .outlines, .pixels: break
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
