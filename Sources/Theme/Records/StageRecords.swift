// SPDX-License-Identifier: Apache-2.0

/// The end of a pack's header: the capacities of a scene that shows the theme, and its smallest size.
package struct RoomRecord {
  package var shapes: UInt16 = 0
  package var placedGlyphs: UInt16 = 0
  package var elements: UInt32 = 0
  package var stops: UInt16 = 0
  package var edges: UInt32 = 0
  /// In points.
  package var width: UInt16 = 0
  package var height: UInt16 = 0

  package init() {}

  mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&shapes, "shapes")
    coder.field(&placedGlyphs, "placed glyphs")
    coder.field(&elements, "path elements")
    coder.field(&stops, "gradient stops")
    coder.zeros(2)
    coder.field(&edges, "edges")
    coder.field(&width, "smallest width")
    coder.field(&height, "smallest height")
    coder.zeros(16)
    coder.require(shapes <= 512 && placedGlyphs <= 4096 && elements <= 16384)
    coder.require(stops <= 2048 && edges <= 1 << 18)
  }
}

/// A `META`: what a theme is called.
package struct MetadataRecord: PackRecord {
  package var name = StringRange()
  package var author = StringRange()
  package var version = StringRange()
  package var license = StringRange()
  package var variantCount: UInt8 = 0

  package init() {}

  package static var section: PackSection { .metadata }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&name, "name")
    coder.field(&author, "author")
    coder.field(&version, "version")
    coder.field(&license, "licence")
    coder.field(&variantCount, "number of variants")
    let variants = coder.count(.variants)
    coder.require(variantCount == variants)
  }
}

/// A `VARI`: a variant of a theme.
package struct VariantRecord: PackRecord {
  package var name = StringRange()

  package init() {}

  package static var section: PackSection { .variants }

  package mutating func code(_ coder: inout some RecordCoder) { coder.field(&name, "name") }
}

/// A `STAG`: what holds for the whole stage, in the base or in a variant.
package struct StageRecord: PackRecord {
  package var textSize = Length()
  package var margin = Length()
  package var textColor = StraightColor()
  package var leaveColor = StraightColor()
  /// Microseconds.
  package var fade: UInt32 = 0
  package var appear: UInt32 = 0
  package var leave: UInt32 = 0
  package var dissolve: UInt32 = 0
  package var farewell: UInt32 = 0
  package var font: Int?
  /// The patterns of a remaining time.
  package var hoursText: Int?
  package var minutesText: Int?
  package var secondsText: Int?
  /// Whether a line names the first unit that fails.
  package var showsFailure = false
  /// The font of the console; nil for the built-in one.
  package var consoleFont: Int?

  package init() {}

  package static var section: PackSection { .stages }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&textSize, "text size")
    coder.field(&margin, "margin")
    coder.field(&textColor, "text")
    coder.field(&leaveColor, "leave")
    coder.time(&fade, "fade")
    coder.time(&appear, "appear")
    coder.time(&leave, "leave")
    coder.time(&dissolve, "dissolve")
    coder.time(&farewell, "farewell")
    coder.reference(&font, to: .fonts, "font")
    coder.reference(&hoursText, to: .texts, "text of hours and minutes")
    coder.reference(&minutesText, to: .texts, "text of minutes")
    coder.reference(&secondsText, to: .texts, "text of seconds")
    coder.field(&showsFailure, "1: a line about the first failed unit")
    // Zeros in packs that were made before.
    var number = consoleFont.map { UInt8(clamping: $0 + 1) } ?? 0
    coder.field(&number, "console's font, from 1 on (0: built-in)")
    consoleFont = number == 0 ? nil : Int(number) - 1
    let (font, count) = (number, coder.count(.fonts))
    coder.require(font <= count)
  }
}

/// A `NODE`: an element, with its records in all situations.
package struct NodeRecord: PackRecord {
  package var kind = NodeKind.background
  /// Whether this program has its kind: a pack of a newer version may have others, which are not shown.
  package var isKnown = true
  /// The node of its stack; nil for an element directly on the stage.
  package var parent: Int?
  package var records = 0..<0
  /// The rows of selectors: of the base, and of each variant.
  package var selectors: InlineArray<4, UInt16> = [0, 0, 0, 0]
  package var channel: UInt8 = 0
  /// Whether it is at the anchor of its stack.
  package var isHeld = false
  package var name = StringRange()

  package init() {}

  package static var section: PackSection { .nodes }

  package mutating func code(_ coder: inout some RecordCoder) {
    codeKind(&coder)
    var stack = parent.map { UInt8(clamping: $0) } ?? .max
    coder.field(&stack, "parent (255: the stage)")
    parent = stack == .max ? nil : Int(stack)
    coder.range(
      &records, in: .records, UInt16.self, "first record", UInt16.self, "records")
    coder.require(1...255 ~= records.count)
    for index in 0..<4 { coder.field(&selectors[index], "row of SELE (base and variants)") }
    coder.field(&channel, "channel")
    coder.require((kind == .animation ? 1 : 0)...8 ~= channel)
    coder.field(&isHeld, "1: this element is at the anchor of its stack")
    coder.field(&name, "name")
  }

  private mutating func codeKind(_ coder: inout some RecordCoder) {
    var raw = kind.rawValue
    coder.begin(UInt8.typeName, "kind")
    coder.integer(&raw)
    coder.choices(NodeKind.self)
    coder.end()
    let known = NodeKind(rawValue: raw)
    (kind, isKnown) = (known ?? kind, known != nil)
    let isPossible = isKnown || !coder.isOwnVersion
    coder.require(isPossible)
  }

  /// Whether an element's parent is valid, and its records are valid in every situation.
  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    guard hasParent(index, pack) else { return false }
    if !isKnown { return true }
    if kind == .motion && !pack.followsImage(self, at: index) { return false }
    if kind == .parts && !pack.followsWhole(self, at: index) { return false }
    for record in records where !pack.isElement(record, of: kind) { return false }
    for variant in 0...pack.count(.variants) {
      let row = Int(selectors[variant])
      guard row < pack.count(.selectors) else { return false }
      for situation in 0..<Situation.count {
        if let record = pack.selected(row, situation), record >= records.count { return false }
      }
    }
    return true
  }

  /// Whether a node's parent is the stage or a stack, and no stack is too deep.
  private func hasParent(_ index: Int, _ pack: Pack) -> Bool {
    var (child, node) = (index, self)
    var depth = kind == .stack ? 1 : 0
    while let parent = node.parent {
      guard parent < child, depth < PackLimit.stackDepth else { return false }
      child = parent
      node = pack[NodeRecord.self, parent]
      guard node.isKnown, node.kind == .stack else { return false }
      depth += 1
    }
    return true
  }
}

/// The index of a situation in a selector: aspect, mode, phase, and whether a question is asked.
package enum Situation {
  package static var aspects: Int { 3 }
  package static var modes: Int { 7 }
  package static var phases: Int { 5 }
  package static var count: Int { aspects * modes * phases * 2 }
  /// The value for no record: the element is hidden.
  package static var hidden: UInt8 { 255 }

  /// The index of a situation.
  package static func index(aspect: Int, mode: Int, phase: Int, isAsking: Bool) -> Int {
    ((aspect * modes + mode) * phases + phase) * 2 + (isAsking ? 1 : 0)
  }
}

extension Pack {
  /// The record that a row of `SELE` has for a situation, counted from the node's first; nil for a hidden element.
  package func selected(_ row: Int, _ situation: Int) -> Int? {
    let record = byte(position(.selectors, row) + situation)
    return record == Situation.hidden ? nil : Int(record)
  }
}
