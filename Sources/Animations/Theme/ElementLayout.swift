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

/// A record of an element, decoded.
private enum ElementValue {
  case background(BackgroundElement)
  case stack(StackElement)
  case image(ImageElement)
  case text(TextElement)
  case clock(ClockElement)
  case animation(AnimationElement)
  case prompt(PromptElement)
  case motion(MotionElement)
  case shading(ElementPlacement)
  case parts(PartsElement)

  init(_ pack: Pack, _ kind: NodeKind, _ record: Int) {
    self =
      switch kind {
      case .background: .background(pack[BackgroundElement.self, record])
      case .stack: .stack(pack[StackElement.self, record])
      case .image: .image(pack[ImageElement.self, record])
      case .text: .text(pack[TextElement.self, record])
      case .clock: .clock(pack[ClockElement.self, record])
      case .animation: .animation(pack[AnimationElement.self, record])
      case .prompt: .prompt(pack[PromptElement.self, record])
      case .motion: .motion(pack[MotionElement.self, record])
      case .shading: .shading(pack[ElementPlacement.self, record])
      case .parts: .parts(pack[PartsElement.self, record])
      }
  }

  var placement: ElementPlacement {
    switch self {
    case .background(let element): element.placement
    case .stack(let element): element.placement
    case .image(let element): element.placement
    case .text(let element): element.placement
    case .clock(let element): element.placement
    case .animation(let element): element.placement
    case .prompt(let element): element.placement
    case .motion(let element): element.placement
    case .shading(let placement): placement
    case .parts(let element): element.placement
    }
  }
}

/// Computes the positions of a theme's elements in one situation after the other.
struct ElementLayout {
  private let choice: ThemeSelection
  private let pack: Pack
  private let stage: PackStage
  private let scale: Fixed
  private let text: TextLayout
  private let nodes: [NodeRecord]
  /// Each node's last record, decoded, and its index: situations mostly share their records.
  private var values: [ElementValue]
  private var decoded = InlineArray<64, Int>(repeating: -1)

  private var isAsking = false
  /// The prompt's room for text.
  private var promptRoom = PromptRoom.all[0]
  /// Each node's record (-1 if hidden) and its box; there are `PackLimit.nodes`.
  private var records = InlineArray<64, Int>(repeating: -1)
  /// The record of each node's motion; -1 for a node at rest.
  private var motions = InlineArray<64, Int>(repeating: -1)
  /// The record of the images of each node's parts; -1 for a node without such images.
  private var parts = InlineArray<64, Int>(repeating: -1)
  private var boxes = InlineArray<64, Rectangle>(repeating: ElementLayout.nowhere)

  private static var nowhere: Rectangle { Rectangle(x: 0, y: 0, width: 0, height: 0) }

  init(_ choice: ThemeSelection, _ stage: PackStage, scale: Fixed, _ text: TextLayout) {
    (self.choice, pack, self.stage, self.scale) = (choice, choice.pack, stage, scale)
    self.text = text
    let (pack, count) = (choice.pack, choice.pack.count(.nodes))
    let nodes = [NodeRecord](capacity: count) { nodes in
      for node in 0..<count { nodes.append(pack[NodeRecord.self, node]) }
    }
    values = [ElementValue](capacity: nodes.count) { values in
      for node in nodes {
        values.append(ElementValue(pack, node.kind, node.records.lowerBound))
      }
    }
    self.nodes = nodes
    for node in nodes.indices { decoded[node] = nodes[node].records.lowerBound }
  }

  /// The elements that are visible in a situation, back to front.
  mutating func elements(in situation: Int, promptRoom: PromptRoom) -> [ThemeLayout.Element] {
    (isAsking, self.promptRoom) = (situation & 1 != 0, promptRoom)
    boxes = InlineArray(repeating: ElementLayout.nowhere)
    for node in nodes.indices {
      (records[node], motions[node], parts[node]) = (-1, -1, -1)
      // Elements of a hidden stack are hidden.
      if let parent = nodes[node].parent, records[parent] < 0 { continue }
      guard let record = choice.record(of: nodes[node], situation) else { continue }
      // A motion and the images of parts take no room: they belong to the element before them.
      if nodes[node].kind == .motion {
        motions[node - 1] = record
        continue
      }
      if nodes[node].kind == .parts {
        parts[node - 1] = record
        continue
      }
      records[node] = record
      if decoded[node] != record {
        values[node] = ElementValue(pack, nodes[node].kind, record)
        decoded[node] = record
      }
    }
    return arranged()
  }

  private mutating func arranged() -> [ThemeLayout.Element] {
    let nodeCount = nodes.count
    // A stack's elements come after it.
    for node in (0..<nodeCount).reversed() where records[node] >= 0 { measure(node) }
    for node in 0..<nodeCount where records[node] >= 0 {
      if nodes[node].parent == nil { place(node) }
      if nodes[node].kind == .stack { placeParts(of: node) }
    }
    var prompt: Rectangle?
    let longest = Fixed(16384) / scale
    for node in 0..<nodeCount where records[node] >= 0 {
      let (kind, box) = (nodes[node].kind, boxes[node])
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
        let (kind, box) = (nodes[node].kind, boxes[node])
        // On a small display a prompt replaces the elements that it would overlap.
        if let prompt, kind != .prompt && kind != .background && kind != .stack,
          box.x < prompt.x + prompt.width && prompt.x < box.x + box.width
            && box.y < prompt.y + prompt.height && prompt.y < box.y + box.height
        {
          continue
        }
        var isSequence = false
        if case .animation(let animation) = values[node] { isSequence = animation.kind == .frames }
        elements.append(
          ThemeLayout.Element(
            kind: kind, isSequence: isSequence, node: node, record: records[node],
            opacity: values[node].placement.opacity, box: box,
            motion: motions[node] < 0 ? nil : motions[node],
            parts: parts[node] < 0 ? nil : parts[node]))
      }
    }
  }

  // MARK: Sizes

  private mutating func measure(_ node: Int) {
    let size = size(of: node)
    // Longer elements are left out anyway; the limit keeps sums and products in range.
    boxes[node].width = size.width.clamped(to: 0...65536)
    boxes[node].height = size.height.clamped(to: 0...65536)
  }

  private func size(of node: Int) -> (width: Fixed, height: Fixed) {
    let placement = values[node].placement
    let (width, height) = (stage.points(placement.width), stage.points(placement.height))
    switch values[node] {
    case .background: return (stage.width, stage.height)
    case .motion, .shading, .parts: return (0, 0)
    case .stack:
      let content = content(of: node)
      return (width ?? content.width, height ?? content.height)
    case .image(let image): return imageSize(image.image, width, height)
    case .text(let text):
      let cap = stage.capHeight(of: text.properties)
      let lineHeight = text.properties.lineHeight.clamped(to: 0...64)
      return (width ?? stage.width, cap + Fixed(Int(text.properties.lines) - 1) * lineHeight * cap)
    case .clock(let clock):
      return (width ?? timeWidth(clock.properties), stage.capHeight(of: clock.properties))
    case .animation(let animation): return animationSize(animation, width, height)
    case .prompt(let prompt):
      // The lines of text or an icon, the field, and a line below it.
      let padding = stage.points(prompt.padding) ?? 0
      let gap = stage.points(prompt.gap) ?? 0
      let field = stage.points(prompt.fieldHeight) ?? 0
      var wide = width ?? stage.width * Fixed(6, over: 10)
      if promptRoom.isWide {
        wide = max(wide, min(stage.width - 2 * stage.margin, 40 * stage.capHeight))
      }
      let icon = stage.iconSize(prompt, of: pack, width: wide)
      let text = Fixed(2 * promptRoom.lines - 1) * stage.capHeight
      return (wide, 2 * (padding + gap) + stage.capHeight + field + max(text, icon.height))
    }
  }

  /// The width of the widest time, four of the widest digit and a colon, in the whole pixels that it is drawn in.
  private func timeWidth(_ properties: TextProperties) -> Fixed {
    let pixels = max(1, (stage.capHeight(of: properties) * scale).rounded)
    let capHeight = Fixed(pixels) / scale
    var widest: Fixed = 0
    for digit in UInt8(ascii: "0")...UInt8(ascii: "9") {
      let time: InlineArray<5, UInt8> = [digit, digit, UInt8(ascii: ":"), digit, digit]
      widest = max(widest, text.width(of: time.span, font: properties.font, capHeight: capHeight))
    }
    return widest
  }

  private func imageSize(
    _ image: Int?, _ width: Fixed?, _ height: Fixed?
  ) -> (width: Fixed, height: Fixed) {
    guard let image else { return (width ?? 0, height ?? 0) }
    let record = pack[ImageRecord.self, image]
    let (w, h) = (Int64(record.width), Int64(record.height))
    switch (width, height) {
    case (let width?, let height?): return (width, height)
    case (let width?, nil): return (width, width.scaled(by: h, over: w))
    case (nil, let height?): return (height.scaled(by: w, over: h), height)
    case (nil, nil): return (Fixed(Int(w)), Fixed(Int(h)))
    }
  }

  private func animationSize(
    _ animation: AnimationElement, _ width: Fixed?, _ height: Fixed?
  ) -> (width: Fixed, height: Fixed) {
    switch animation.kind {
    case .ring:
      let side = min(width ?? height ?? 216, height ?? width ?? 216)
      return hasRoom(animation, side) ? (side, side) : (0, 0)
    case .download: return (width ?? 200, height ?? 80)
    case .frames: return imageSize(animation.image, width, height)
    case .bar: return (width ?? stage.width, height ?? 2)
    }
  }

  /// Whether the innermost of an element's rings, and its dot, fit a box of a side.
  private func hasRoom(_ ring: AnimationElement, _ side: Fixed) -> Bool {
    let rings = min(max(Int(ring.parts), 1), 8)
    let (arc, gap, dot) = (ring.arc, ring.gap, ring.dot)
    return arc > 0 && gap >= 0 && (0...arc).contains(dot) && arc <= 4096 && gap <= 4096
      && side >= 2 * (Fixed(rings) * arc + Fixed(rings - 1) * gap)
  }

  /// The size of all of a stack's elements, with its padding.
  private func content(of stack: Int) -> (width: Fixed, height: Fixed) {
    let (gap, padding, isAcross, _) = measures(of: stack)
    var (along, across): (Fixed, Fixed) = (0, 0)
    var count = 0
    for node in stack + 1..<max(nodes.count, stack + 1)
    where records[node] >= 0 && nodes[node].parent == stack {
      along += isAcross ? boxes[node].width : boxes[node].height
      across = max(across, isAcross ? boxes[node].height : boxes[node].width)
      if count > 0 { along += gap }
      count += 1
    }
    let (a, b) = (along + 2 * padding, across + 2 * padding)
    return isAcross ? (a, b) : (b, a)
  }

  /// The lengths of a stack, whether its elements go from left to right, and their alignment.
  private func measures(
    of stack: Int
  ) -> (gap: Fixed, padding: Fixed, isAcross: Bool, alignment: Alignment) {
    guard case .stack(let element) = values[stack] else { return (0, 0, false, .center) }
    return (
      stage.points(element.gap) ?? 0, stage.points(element.padding) ?? 0,
      element.direction == .right, element.alignment
    )
  }

  // MARK: Places

  /// Places an element of the stage itself; a stack by its anchor element.
  private mutating func place(_ node: Int) {
    if nodes[node].kind == .background { return }
    let placement = values[node].placement
    let margin = stage.margin
    let anchor = Point(
      margin + limited(placement.anchor.x) * (stage.width - 2 * margin),
      margin + limited(placement.anchor.y) * (stage.height - 2 * margin))
    var held = boxes[node]
    if nodes[node].kind == .stack {
      placeParts(of: node)
      for part in node + 1..<max(nodes.count, node + 1)
      where records[part] >= 0 && nodes[part].parent == node && nodes[part].isHeld {
        held = boxes[part]
      }
    }
    let pivot = Point(
      held.x + limited(placement.pivot.x) * held.width,
      held.y + limited(placement.pivot.y) * held.height)
    boxes[node].x = anchor.x - pivot.x + (stage.points(placement.offsetX) ?? 0)
    boxes[node].y = anchor.y - pivot.y + (stage.points(placement.offsetY) ?? 0)
  }

  /// A fraction of a stage or an element, or a small multiple.
  private func limited(_ fraction: Fixed) -> Fixed { fraction.clamped(to: -16...16) }

  /// Places a stack's elements one after the other, from the stack's position on.
  private mutating func placeParts(of stack: Int) {
    let (gap, padding, isAcross, alignment) = measures(of: stack)
    let frame = boxes[stack]
    func aligned(_ room: Fixed) -> Fixed {
      switch alignment {
      case .center: room / 2
      case .start: 0
      case .end: room
      }
    }
    var position = padding
    for node in stack + 1..<max(nodes.count, stack + 1)
    where records[node] >= 0 && nodes[node].parent == stack {
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
      let placement = values[node].placement
      boxes[node].x += stage.points(placement.offsetX) ?? 0
      boxes[node].y += stage.points(placement.offsetY) ?? 0
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
