// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme

/// A prompt's room for its question, and for a message that came after it.
struct PromptRoom {
  let lines: Int
  /// Whether it is wide, up to 40 cap heights, for a question that is too long for the theme's width.
  let isWide: Bool

  /// All rooms that a theme is laid out for; the first is for a short question.
  static var all: InlineArray<8, PromptRoom> {
    [
      PromptRoom(lines: 1, isWide: false), PromptRoom(lines: 2, isWide: false),
      PromptRoom(lines: 3, isWide: false), PromptRoom(lines: 4, isWide: false),
      PromptRoom(lines: 5, isWide: false), PromptRoom(lines: 2, isWide: true),
      PromptRoom(lines: 3, isWide: true), PromptRoom(lines: 5, isWide: true),
    ]
  }

  /// The index in `all` of the room for some lines.
  static func index(lines: Int, isWide: Bool) -> Int {
    isWide ? (lines > 3 ? 7 : lines > 2 ? 6 : 5) : min(max(lines, 1), 5) - 1
  }
}

/// Computes the positions of a theme's elements in one situation.
struct ThemeArrangement {
  private let choice: ThemeChoice
  private let pack: Pack
  private let stage: PackStage
  private let scale: Fixed
  private let isAsking: Bool
  /// The prompt's room for text.
  private let promptRoom: PromptRoom
  /// Each node's record (-1 if hidden) and its box; there are `PackLimit.nodes`.
  private var records = InlineArray<64, Int>(repeating: -1)
  private var boxes = InlineArray<64, Rectangle>(
    repeating: Rectangle(x: 0, y: 0, width: 0, height: 0))
  private let nodeCount: Int

  init(
    _ choice: ThemeChoice, _ stage: PackStage, _ situation: Int, promptRoom: PromptRoom,
    scale: Fixed
  ) {
    (self.scale, isAsking, self.promptRoom) = (scale, situation & 1 != 0, promptRoom)
    (self.choice, pack, self.stage) = (choice, choice.pack, stage)
    nodeCount = pack.count(.nodes)
    for node in 0..<nodeCount {
      // Elements of a hidden stack are hidden.
      if let parent = parent(of: node), records[parent] < 0 { continue }
      records[node] = choice.record(ofNode: node, situation) ?? -1
    }
  }

  /// The visible elements, back to front.
  mutating func elements() -> [ThemeLayout.Element] {
    // A stack's elements come after it.
    for node in (0..<nodeCount).reversed() where records[node] >= 0 { measure(node) }
    for node in 0..<nodeCount where records[node] >= 0 {
      if parent(of: node) == nil { place(node) }
      if choice.kind(ofNode: node) == .stack { placeParts(of: node) }
    }
    var prompt: Rectangle?
    let longest = Fixed(16384) / scale
    for node in 0..<nodeCount where records[node] >= 0 {
      let kind = choice.kind(ofNode: node)
      let box = boxes[node]
      // An element without an area, or longer than can be drawn, is left out.
      if max(box.width, box.height) > longest
        || kind == .animation && (box.width <= 0 || box.height <= 0)
      {
        records[node] = -1
        continue
      }
      moveInside(node, below: kind == .text ? stage.capHeight : 0)
      if isAsking && kind == .prompt && prompt == nil { prompt = boxes[node] }
    }
    return [ThemeLayout.Element](capacity: nodeCount) { elements in
      for node in 0..<nodeCount where records[node] >= 0 {
        let (kind, box) = (choice.kind(ofNode: node), boxes[node])
        // On a small display a prompt replaces the elements that it would overlap.
        if let prompt, kind != .prompt && kind != .background && kind != .stack,
          box.x < prompt.x + prompt.width && prompt.x < box.x + box.width
            && box.y < prompt.y + prompt.height && prompt.y < box.y + box.height
        {
          continue
        }
        elements.append(
          ThemeLayout.Element(kind: kind, node: node, record: records[node], box: box))
      }
    }
  }

  private func parent(of node: Int) -> Int? {
    let parent = pack.byte(pack.position(.nodes, node) + NodeField.parent)
    return parent == NodeField.stage ? nil : Int(parent)
  }

  private func length(_ node: Int, _ field: Int) -> Fixed? {
    pack.length(records[node] + field, on: stage)
  }

  // MARK: Sizes

  private mutating func measure(_ node: Int) {
    let size = size(of: node)
    // Longer elements are left out anyway; the limit keeps sums and products in range.
    boxes[node].width = size.width.clamped(to: 0...65536)
    boxes[node].height = size.height.clamped(to: 0...65536)
  }

  private func size(of node: Int) -> (width: Fixed, height: Fixed) {
    let (width, height) = (
      length(node, RecordField.width), length(node, RecordField.height)
    )
    switch choice.kind(ofNode: node) {
    case .background: return (stage.width, stage.height)
    case .stack:
      let content = content(of: node)
      return (width ?? content.width, height ?? content.height)
    case .image: return imageSize(node, RecordField.Image.image, width, height)
    case .text:
      let cap = (length(node, RecordField.Text.size) ?? stage.capHeight).clamped(to: 0...4096)
      let lines = Int(pack.byte(records[node] + RecordField.Text.lines)) - 1
      let lineHeight = pack.number(records[node] + RecordField.Text.lineHeight)
        .clamped(to: 0...64)
      return (width ?? stage.width, cap + Fixed(lines) * lineHeight * cap)
    case .animation: return animationSize(node, width, height)
    case .prompt:
      // The lines of text or an icon, the field, and a line below it.
      let padding = length(node, RecordField.Prompt.padding) ?? 0
      let gap = length(node, RecordField.Prompt.gap) ?? 0
      let field = length(node, RecordField.Prompt.fieldHeight) ?? 0
      var wide = width ?? stage.width * Fixed(6, over: 10)
      if promptRoom.isWide {
        wide = max(wide, min(stage.width - 2 * stage.margin, 40 * stage.capHeight))
      }
      let icon = stage.iconSize(pack, records[node], width: wide)
      let text = Fixed(2 * promptRoom.lines - 1) * stage.capHeight
      return (wide, 2 * (padding + gap) + stage.capHeight + field + max(text, icon.height))
    }
  }

  private func imageSize(
    _ node: Int, _ field: Int, _ width: Fixed?, _ height: Fixed?
  ) -> (width: Fixed, height: Fixed) {
    guard let image = pack.reference(records[node] + field) else {
      return (width ?? 0, height ?? 0)
    }
    let p = pack.position(.images, image)
    let (w, h) = (Int64(pack.u16(p + 2)), Int64(pack.u16(p + 4)))
    switch (width, height) {
    case (let width?, let height?): return (width, height)
    case (let width?, nil): return (width, width.scaled(by: h, over: w))
    case (nil, let height?): return (height.scaled(by: w, over: h), height)
    case (nil, nil): return (Fixed(Int(w)), Fixed(Int(h)))
    }
  }

  private func animationSize(
    _ node: Int, _ width: Fixed?, _ height: Fixed?
  ) -> (width: Fixed, height: Fixed) {
    switch AnimationKind(rawValue: pack.byte(records[node] + RecordField.Animation.kind)) {
    case .ring where !hasRoom(node, min(width ?? height ?? 216, height ?? width ?? 216)):
      return (0, 0)
    case .ring:
      let side = min(width ?? height ?? 216, height ?? width ?? 216)
      return (side, side)
    case .download: return (width ?? 200, height ?? 80)
    case .frames: return imageSize(node, RecordField.Animation.image, width, height)
    case .bar, nil: return (width ?? stage.width, height ?? 2)
    }
  }

  /// Whether the innermost of a node's rings, and its dot, fit a box of a side.
  private func hasRoom(_ node: Int, _ side: Fixed) -> Bool {
    typealias Field = RecordField.Animation
    let rings = min(max(Int(pack.u16(records[node] + Field.parts)), 1), 8)
    let (arc, gap) = (
      pack.number(records[node] + Field.arc), pack.number(records[node] + Field.gap)
    )
    let dot = pack.number(records[node] + Field.dot)
    return arc > 0 && gap >= 0 && (0...arc).contains(dot) && arc <= 4096 && gap <= 4096
      && side >= 2 * (Fixed(rings) * arc + Fixed(rings - 1) * gap)
  }

  /// The size of all of a stack's elements, with its padding.
  private func content(of stack: Int) -> (width: Fixed, height: Fixed) {
    let (gap, isAcross) = (length(stack, RecordField.Stack.gap) ?? 0, isAcross(stack))
    let padding = length(stack, RecordField.Stack.padding) ?? 0
    var (along, across): (Fixed, Fixed) = (0, 0)
    var count = 0
    for node in stack + 1..<max(nodeCount, stack + 1)
    where records[node] >= 0 && parent(of: node) == stack {
      along += isAcross ? boxes[node].width : boxes[node].height
      across = max(across, isAcross ? boxes[node].height : boxes[node].width)
      if count > 0 { along += gap }
      count += 1
    }
    let (a, b) = (along + 2 * padding, across + 2 * padding)
    return isAcross ? (a, b) : (b, a)
  }

  /// Whether a stack's elements go from left to right.
  private func isAcross(_ stack: Int) -> Bool {
    pack.byte(records[stack] + RecordField.Stack.direction) == 1
  }

  // MARK: Places

  /// Places an element of the stage itself; a stack by its anchor element.
  private mutating func place(_ node: Int) {
    if choice.kind(ofNode: node) == .background { return }
    let record = records[node]
    let margin = stage.margin
    let anchor = Point(
      margin + share(record) * (stage.width - 2 * margin),
      margin + share(record + 4) * (stage.height - 2 * margin))
    var held = boxes[node]
    if choice.kind(ofNode: node) == .stack {
      placeParts(of: node)
      for part in node + 1..<max(nodeCount, node + 1)
      where records[part] >= 0 && parent(of: part) == node
        && pack.byte(pack.position(.nodes, part) + NodeField.flags) & NodeField.held != 0
      {
        held = boxes[part]
      }
    }
    let pivot = Point(
      held.x + share(record + 8) * held.width, held.y + share(record + 12) * held.height
    )
    boxes[node].x = anchor.x - pivot.x + (length(node, RecordField.offset) ?? 0)
    boxes[node].y = anchor.y - pivot.y + (length(node, RecordField.offset + 12) ?? 0)
  }

  /// A number of a pack: a fraction of a stage or an element, or a small multiple.
  private func share(_ position: Int) -> Fixed { pack.number(position).clamped(to: -16...16) }

  /// Places a stack's elements one after the other, from the stack's position on.
  private mutating func placeParts(of stack: Int) {
    let (gap, isAcross) = (length(stack, RecordField.Stack.gap) ?? 0, isAcross(stack))
    let padding = length(stack, RecordField.Stack.padding) ?? 0
    let frame = boxes[stack]
    let alignment = pack.byte(records[stack] + RecordField.Stack.align)
    func aligned(_ room: Fixed) -> Fixed {
      alignment == 1 ? 0 : alignment == 2 ? room : room / 2
    }
    var position = padding
    for node in stack + 1..<max(nodeCount, stack + 1)
    where records[node] >= 0 && parent(of: node) == stack {
      let box = boxes[node]
      if isAcross {
        boxes[node].x = frame.x + position
        boxes[node].y = frame.y + padding + aligned(frame.height - 2 * padding - box.height)
        position += box.width + gap
      } else {
        boxes[node].x = frame.x + padding + aligned(frame.width - 2 * padding - box.width)
        boxes[node].y = frame.y + position
        position += box.height + gap
      }
      boxes[node].x += length(node, RecordField.offset) ?? 0
      boxes[node].y += length(node, RecordField.offset + 12) ?? 0
    }
  }

  /// Moves an element as little as possible to bring its box onto the stage; a larger one is centred.
  private mutating func moveInside(_ node: Int, below: Fixed) {
    let box = boxes[node]
    let (x, y) = (stage.width - box.width, stage.height - box.height - below)
    boxes[node].x = x < 0 ? x / 2 : box.x.clamped(to: 0...x)
    boxes[node].y = y < 0 ? y / 2 : box.y.clamped(to: 0...y)
  }
}
