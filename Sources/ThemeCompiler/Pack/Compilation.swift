// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The compilation of one theme to a pack.
struct Compilation {
  let theme: ThemeSource
  let elementTree: ElementTree
  var records: RecordCompiler
  /// The conditions of the base and of each variant, for all situations.
  private let conditions: [[Condition]]

  init(
    _ theme: ThemeSource, _ elementTree: ElementTree, _ diagnostics: Diagnostics,
    _ assets: AssetStore
  ) {
    (self.theme, self.elementTree) = (theme, elementTree)
    let resolver = Resolver(theme)
    records = RecordCompiler(diagnostics: diagnostics, assets: assets, resolver: resolver)
    conditions = [resolver.conditions(of: nil)] + theme.variants.map { resolver.conditions(of: $0) }
  }

  /// The base's first situation.
  var conditionsOfBase: Condition { conditions[0][0] }

  /// The size of the pack, also of one that is too large; 0 after other errors.
  private(set) var packSize = 0

  /// The pack; nil after errors.
  mutating func run() -> [UInt8]? {
    addMetadata()
    addKeymap()
    openFonts()
    for variant in conditions {
      // A landscape that boots up, without a prompt: the stage has one text colour.
      let index = Situation.index(aspect: 1, mode: 0, phase: 0, isAsking: false)
      let stage = records.stage(variant[index])
      records.builder.append(stage)
    }
    addNodes()
    addShadingNode()
    records.check(elementTree.nodes.filter { $0.kind == .motion }.compactMap(\.element))
    let locales = addTexts()
    checkTranslations()
    guard records.diagnostics.errorCount == 0 else { return nil }
    let texts = shapeTexts(locales)
    checkMessageCharacters(locales)
    addLocales(texts, firstGlyphs: addFonts())
    addImages()
    checkLimits()
    guard records.diagnostics.errorCount == 0 else { return nil }
    let file = PackFile.bytes(
      records.builder.sections, room: room(),
      minorVersion: elementTree.nodes.map(\.kind.minorVersion).reduce(records.minorVersion, max))
    packSize = file.count
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
    var record = MetadataRecord()
    record.name = records.builder.string(theme.name)
    record.author = records.builder.string(theme.author)
    record.version = records.builder.string(theme.version)
    record.license = records.builder.string(theme.license)
    record.variantCount = UInt8(theme.variants.count)
    records.builder.append(record)
    for name in theme.variants {
      var record = VariantRecord()
      record.name = records.builder.string(name)
      records.builder.append(record)
    }
  }

  private mutating func addNodes() {
    /// The record of each node in each situation of each variant.
    var rows: [[[UInt8]]] = []
    for (index, node) in elementTree.nodes.enumerated() {
      let first = records.builder.count(.records)
      let parentRows = node.parent.map { rows[$0] }
      let (own, found) = rowsAndRecords(of: node, under: parentRows)
      for record in found { records.builder.append(record, to: .records) }
      rows.append(own)
      add(node, at: index, first: first, count: found.count, own)
    }
  }

  /// Adds a hidden node for drawings with gradients of `SHAD`: an older program logs that it leaves it out.
  private mutating func addShadingNode() {
    guard records.hasShading, elementTree.nodes.count < PackLimit.nodes else { return }
    let node = ElementNode(kind: .shading, element: nil)
    let first = records.builder.count(.records)
    records.builder.append(node.hiddenRecord, to: .records)
    add(
      node, at: elementTree.nodes.count, first: first, count: 1,
      conditions.map { $0.map { _ in Situation.hidden } })
  }

  /// A node's rows, and the different records that they refer to.
  private mutating func rowsAndRecords(
    of node: ElementNode, under parent: [[UInt8]]?
  ) -> (rows: [[UInt8]], records: [[UInt8]]) {
    var found: [[UInt8]] = []
    var indices: [[UInt8]: UInt8] = [:]
    var known: [Condition: [UInt8]?] = [:]
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
    if found.isEmpty { found.append(node.hiddenRecord) }
    if found.count >= 255 {
      records.diagnostics.error(
        node.element?.key ?? "", at: node.element?.position ?? .start,
        "it differs in \(found.count) ways", expected: "at most 254")
    }
    return (rows, found)
  }

  private mutating func add(
    _ node: ElementNode, at index: Int, first: Int, count: Int, _ rows: [[UInt8]]
  ) {
    var record = NodeRecord()
    (record.kind, record.parent) = (node.kind, node.parent)
    record.records = first..<first + count
    for (variant, row) in rows.enumerated() {
      record.selectors[variant] = records.builder.selector(row)
    }
    if node.kind == .animation, let element = node.element {
      let channel = records.resolver.element(element, conditions[0][0]).integer("channel") ?? 1
      record.channel = UInt8(channel)
    }
    record.isHeld = node.isHeld
    record.name = records.builder.string(node.element?.name ?? "")
    records.builder.append(record)
  }

  private mutating func checkLimits() {
    let builder = records.builder
    let limits: [(Int, Int, String)] = [
      (builder.count(.records), PackLimit.records, "different looks of elements"),
      (builder.count(.selectors), PackLimit.selectors, "different rows of situations"),
      (builder.texts.count, PackLimit.texts, "texts"),
      (builder.count(.placedGlyphs), 65535, "glyphs in texts"),
      (builder.count(.ligatures), PackSection.ligatures.limit, "ligatures"),
      (builder.count(.anchors), PackSection.anchors.limit, "anchors of marks in fonts"),
      (builder.images.count, PackLimit.images, "images"),
      (builder.count(.frames), PackLimit.frames, "frames"),
      (builder.count(.keyframes), PackSection.keyframes.limit, "keyframes"),
      (builder.count(.colors), 65534, "colours"), (builder.count(.stops), 65534, "gradient stops"),
    ]
    for (count, limit, what) in limits where count > limit {
      records.diagnostics.error("", at: .start, "\(count) \(what)", expected: "at most \(limit)")
    }
  }
}
