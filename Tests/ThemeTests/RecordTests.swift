// SPDX-License-Identifier: Apache-2.0

import Support
import Testing
import Theme

/// What is read of a record is written as the same bytes.
@Suite struct RecordTests {
  @Test(arguments: KeptPacks.names)
  func `every record of a shipped theme is written as it is read`(name: String) throws {
    let pack = try Pack(KeptPacks.file(name))
    for raw in 0..<PackSection.count {
      try compare(#require(PackSection(rawValue: UInt8(raw))), pack)
    }
    for index in 0..<pack.count(.nodes) {
      let node = pack[NodeRecord.self, index]
      for record in node.records {
        switch node.kind {
        case .background: compare(BackgroundElement.self, record, pack)
        case .stack: compare(StackElement.self, record, pack)
        case .image: compare(ImageElement.self, record, pack)
        case .text: compare(TextElement.self, record, pack)
        case .animation: compare(AnimationElement.self, record, pack)
        case .prompt: compare(PromptElement.self, record, pack)
        case .clock: compare(ClockElement.self, record, pack)
        case .motion: compare(MotionElement.self, record, pack)
        case .shading: compare(ElementPlacement.self, record, pack)
        case .parts: compare(PartsElement.self, record, pack)
        }
      }
    }
  }

  @Test func `every record of a made theme is written as it is read`() throws {
    for maker in [
      PackMaker.sample(), .fontSample(), .shapingSample(), .motionSample(), .shadingSample(),
      .partsSample(),
    ] {
      let pack = try Pack(maker.file())
      for index in 0..<pack.count(.nodes) {
        let node = pack[NodeRecord.self, index]
        for record in node.records {
          if node.kind == .motion { compare(MotionElement.self, record, pack) }
          if node.kind == .parts { compare(PartsElement.self, record, pack) }
        }
      }
      for raw in 0..<PackSection.count {
        try compare(#require(PackSection(rawValue: UInt8(raw))), pack)
      }
    }
  }

  private func compare(_ section: PackSection, _ pack: Pack) {
    switch section {
    case .metadata: compare(MetadataRecord.self, pack)
    case .variants: compare(VariantRecord.self, pack)
    case .stages: compare(StageRecord.self, pack)
    case .nodes: compare(NodeRecord.self, pack)
    case .keyframes: compare(KeyframeRecord.self, pack)
    case .colors: compare(ColorRecord.self, pack)
    case .gradients: compare(GradientRecord.self, pack)
    case .stops: compare(StopRecord.self, pack)
    case .shadings: compare(ShadingRecord.self, pack)
    case .locales: compare(LocaleRecord.self, pack)
    case .texts: compare(TextRecord.self, pack)
    case .pieces: compare(PieceRecord.self, pack)
    case .knownTexts: compare(KnownTextRecord.self, pack)
    case .placedGlyphs: compare(PlacedGlyphRecord.self, pack)
    case .fonts: compare(FontRecord.self, pack)
    case .glyphs: compare(GlyphRecord.self, pack)
    case .characters: compare(CharacterRecord.self, pack)
    case .joins: compare(JoinRecord.self, pack)
    case .ligatures: compare(LigatureRecord.self, pack)
    case .marks: compare(MarkRecord.self, pack)
    case .anchors: compare(AnchorRecord.self, pack)
    case .images: compare(ImageRecord.self, pack)
    case .vectors: compare(VectorRecord.self, pack)
    case .frames: compare(FrameRecord.self, pack)
    case .keymaps: compare(KeymapRecord.self, pack)
    case .keys: compare(KeyRecord.self, pack)
    case .pairs: compare(PairRecord.self, pack)
    case .roles: compare(RoleRecord.self, pack)
    case .switches: compare(SwitchRecord.self, pack)
    case .selectors, .records, .strings, .kerning, .outlines, .pixels: break
    }
  }

  private func compare<Record: PackRecord>(_ kind: Record.Type, _ pack: Pack) {
    for index in 0..<pack.count(Record.section) { compare(kind, index, pack) }
  }

  private func compare<Record: PackRecord>(_ kind: Record.Type, _ index: Int, _ pack: Pack) {
    let start = pack.position(Record.section, index)
    let bytes = (start..<start + Record.section.stride).map { pack.byte($0) }
    #expect(pack[kind, index].bytes == bytes, "\(kind) \(index)")
  }
}
