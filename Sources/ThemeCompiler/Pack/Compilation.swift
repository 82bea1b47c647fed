// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The compilation of one theme to a pack.
struct Compilation {
  let theme: ThemeSource
  let arrangement: Arrangement
  var records: RecordCompiler
  /// The conditions of the base and of each variant, for all situations.
  private let conditions: [[Condition]]

  init(
    _ theme: ThemeSource, _ arrangement: Arrangement, _ diagnostics: Diagnostics, _ library: Library
  ) {
    (self.theme, self.arrangement) = (theme, arrangement)
    let resolver = Resolver(theme)
    records = RecordCompiler(diagnostics: diagnostics, library: library, resolver: resolver)
    conditions = [resolver.conditions(of: nil)] + theme.variants.map { resolver.conditions(of: $0) }
  }

  /// The base's first situation.
  var conditionsOfBase: Condition { conditions[0][0] }

  /// The pack; nil after errors.
  mutating func run() -> [UInt8]? {
    addMetadata()
    addKeymap()
    openFonts()
    for variant in conditions {
      // A landscape that boots up, without a prompt: the stage has one text colour.
      let index = Situation.index(aspect: 1, mode: 0, phase: 0, isAsking: false)
      let stage = records.stage(variant[index])
      records.builder.append(stage, to: .stages)
    }
    addNodes()
    let locales = addTexts()
    checkTranslations()
    guard records.diagnostics.errorCount == 0 else { return nil }
    let texts = shapeTexts(locales)
    checkMessageCharacters(locales)
    addLocales(texts, firstGlyphs: addFonts())
    addImages()
    checkLimits()
    guard records.diagnostics.errorCount == 0 else { return nil }
    let file = PackFile.bytes(records.builder.sections, room: room())
    if file.count > PackHeader.largestFile {
      records.diagnostics.error(
        "", at: .start, "the pack has \(file.count >> 20) MiB",
        expected: "at most \(PackHeader.largestFile >> 20) MiB: fewer or smaller images")
      return nil
    }
    do throws(PackError) {
      _ = try Pack(file)
      return file
    } catch {
      // A font may refer to the same outlines any number of times. Any other refusal by the daemon is a bug
      // of this compiler.
      precondition(error == .tooManyPoints, "The daemon would refuse this pack.")
      records.diagnostics.error(
        "", at: .start, "its fonts and drawings refer to the same outlines too often",
        expected: "another font, or fewer characters")
      return nil
    }
  }

  private mutating func addMetadata() {
    var record = RecordBytes(.metadata)
    for (index, text) in [theme.name, theme.author, theme.version, theme.license].enumerated() {
      record.put(records.builder.string(text), at: 8 * index)
    }
    record.put(UInt8(theme.variants.count), at: 32)
    records.builder.append(record, to: .metadata)
    for name in theme.variants {
      var record = RecordBytes(.variants)
      record.put(records.builder.string(name), at: 0)
      records.builder.append(record, to: .variants)
    }
  }

  private mutating func addNodes() {
    /// The record of each node in each situation of each variant.
    var rows: [[[UInt8]]] = []
    for (index, node) in arrangement.nodes.enumerated() {
      let first = records.builder.count(.records)
      let parentRows = node.parent.map { rows[$0] }
      let (own, found) = rowsAndRecords(of: node, under: parentRows)
      for record in found { records.builder.append(record, to: .records) }
      rows.append(own)
      add(node, at: index, first: first, count: found.count, own)
    }
  }

  /// A node's rows, and the different records that they refer to.
  private mutating func rowsAndRecords(
    of node: ArrangedNode, under parent: [[UInt8]]?
  ) -> (rows: [[UInt8]], records: [RecordBytes]) {
    var found: [RecordBytes] = []
    var indices: [RecordBytes: UInt8] = [:]
    var known: [Condition: RecordBytes?] = [:]
    var rows: [[UInt8]] = []
    for (variant, situations) in conditions.enumerated() {
      var row: [UInt8] = []
      for (situation, condition) in situations.enumerated() {
        if known[condition] == nil {
          known[condition] = .some(records.record(node, condition))
        }
        guard let record = known[condition] ?? nil,
          parent?[variant][situation] != Situation.hidden
        else {
          row.append(Situation.hidden)
          continue
        }
        if indices[record] == nil {
          indices[record] = UInt8(clamping: found.count)
          found.append(record)
        }
        row.append(indices[record] ?? 0)
      }
      rows.append(row)
    }
    // Every node has a record, even a hidden node.
    if found.isEmpty { found.append(RecordBytes(.records).hidden(node)) }
    if found.count >= 255 {
      records.diagnostics.error(
        node.element?.key ?? "", at: node.element?.position ?? .start,
        "it differs in \(found.count) ways", expected: "at most 254")
    }
    return (rows, found)
  }

  private mutating func add(
    _ node: ArrangedNode, at index: Int, first: Int, count: Int, _ rows: [[UInt8]]
  ) {
    var record = RecordBytes(.nodes)
    record.put(node.kind.rawValue, at: NodeField.kind)
    record.put(node.parent.map { UInt8($0) } ?? NodeField.stage, at: NodeField.parent)
    record.put(UInt16(clamping: first), at: NodeField.firstRecord)
    record.put(UInt16(clamping: count), at: NodeField.recordCount)
    for (variant, row) in rows.enumerated() {
      record.put(records.builder.selector(row), at: NodeField.selectors + 2 * variant)
    }
    if node.kind == .animation, let element = node.element {
      let channel = records.resolver.element(element, conditions[0][0]).integer("channel") ?? 1
      record.put(UInt8(channel), at: NodeField.channel)
    }
    record.put(node.isHeld ? NodeField.held : 0, at: NodeField.flags)
    record.put(records.builder.string(node.element?.name ?? ""), at: NodeField.name)
    records.builder.append(record, to: .nodes)
  }

  private mutating func checkLimits() {
    let builder = records.builder
    let limits: [(Int, Int, String)] = [
      (builder.count(.records), PackLimit.records, "different looks of elements"),
      (builder.count(.selectors), PackLimit.selectors, "different rows of situations"),
      (builder.texts.count, PackLimit.texts, "texts"),
      (builder.count(.placedGlyphs), 65535, "glyphs in texts"),
      (builder.images.count, PackLimit.images, "images"),
      (builder.count(.frames), PackLimit.frames, "frames"),
      (builder.count(.colors), 65534, "colours"), (builder.count(.stops), 65534, "gradient stops"),
    ]
    for (count, limit, what) in limits where count > limit {
      records.diagnostics.error("", at: .start, "\(count) \(what)", expected: "at most \(limit)")
    }
  }
}

extension RecordBytes {
  /// The record of a node that is always hidden: its references refer to nothing.
  func hidden(_ node: ArrangedNode) -> RecordBytes {
    var record = self
    record.put(UInt16.max, at: RecordField.opacity)
    for offset in stride(from: RecordField.width, to: RecordField.opacity, by: 12) {
      record.put(Length.automatic, at: offset)
    }
    switch node.kind {
    case .image: record.put(PackIndex.none, at: RecordField.Image.image)
    case .text:
      for offset in stride(from: RecordField.Text.texts, through: RecordField.Text.font, by: 2) {
        record.put(PackIndex.none, at: offset)
      }
      record.put(1 as UInt8, at: RecordField.Text.lines)
    case .animation:
      record.put(AnimationKind.download.rawValue, at: RecordField.Animation.kind)
      for offset in stride(
        from: RecordField.Animation.image, through: RecordField.Animation.failedText, by: 2)
      {
        record.put(PackIndex.none, at: offset)
      }
    case .prompt:
      for offset in stride(from: RecordField.Prompt.icon, through: RecordField.Prompt.font, by: 2) {
        record.put(PackIndex.none, at: offset)
      }
    case .background, .stack: break
    }
    return record
  }
}
