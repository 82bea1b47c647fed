// SPDX-License-Identifier: Apache-2.0

internal import Animations
internal import FixedPoint
internal import DisplayList
internal import Theme
internal import Stage

/// Checks whether a theme's elements extend beyond displays, or overlap each other.
struct LayoutCheck {
  /// Displays in points, from small to large, in both orientations.
  static let displays: [(width: Int, height: Int)] = [
    (240, 240), (320, 240), (480, 272), (480, 320), (640, 360), (640, 480), (720, 720), (800, 480),
    (800, 600), (844, 390), (1024, 600), (1024, 768), (1280, 480), (1280, 720), (1366, 768),
    (1920, 1080), (2560, 1080), (3840, 1080), (3840, 2160), (7680, 4320),
  ].flatMap { $0.0 == $0.1 ? [$0] : [$0, ($0.1, $0.0)] }

  /// The displays with a problem, each with its first situation.
  private struct Places {
    private(set) var situations: [Int: String] = [:]
    private var first = ""

    mutating func record(_ display: Int, _ situation: String) {
      if situations.isEmpty {
        let size = LayoutCheck.displays[display]
        first = "\(size.width)×\(size.height) points (\(situation))"
      }
      if situations[display] == nil { situations[display] = situation }
    }

    var isEmpty: Bool { situations.isEmpty }

    var words: String {
      let others = situations.count - 1
      return "on a display of \(first)" + (others > 0 ? " and on \(others) others" : "")
    }

    var displays: [DiagnosedDisplay] {
      situations.sorted { $0.key < $1.key }.map { display, situation in
        let size = LayoutCheck.displays[display]
        return DiagnosedDisplay(size: "\(size.width)x\(size.height)", situation: situation)
      }
    }
  }

  /// The relation of two elements.
  private struct Relation {
    var isApart = false
    var within = Places()
    var partly = Places()
  }

  private var relations: [[Int]: Relation] = [:]
  private var outside: [Int: Places] = [:]
  /// Where a prompt's field is too small to show anything.
  private var unseen: [Int: Places] = [:]

  /// Lays out a pack on all displays, in some of its variants and modes, in each phase, and with a prompt.
  ///
  /// `width` is the largest width of a record's texts in cap heights of the stage, Q16; nil for its whole
  /// box.
  init(_ pack: Pack, variants: [Int], modes: [MachineMode], width: (Int) -> Int64?) {
    var widths: [Int: Int64?] = [:]
    for (display, size) in Self.displays.enumerated() {
      for variant in variants {
        for mode in modes {
          let layout = ThemeLayout(
            ThemeSelection(pack, variant: variant, mode: mode), width: Fixed(size.width),
            height: Fixed(size.height), scale: 1)
          for phase in 0..<Situation.phases {
            for isAsking in [false, true] {
              var words =
                "\(SituationKeywords.modes[mode.rawValue]), \(SituationKeywords.phases[phase])"
              if isAsking { words += ", asking" }
              var placed: [ThemeLayout.Element] = []
              let index = 2 * phase + (isAsking ? 1 : 0)
              while let element = layout.element(placed.count, in: index) { placed.append(element) }
              let elements = placed.map { element in
                guard element.kind == .text else { return (element, element.box) }
                if widths[element.record] == nil { widths[element.record] = width(element.record) }
                return (element, layout.box(ofText: element, width: widths[element.record] ?? nil))
              }
              check(elements, on: layout, display, words, isAsking)
            }
          }
        }
      }
    }
  }

  private mutating func check(
    _ elements: [(ThemeLayout.Element, Rectangle)], on layout: ThemeLayout, _ display: Int,
    _ situation: String, _ isAsking: Bool
  ) {
    // Panels are behind their elements; a prompt exists only while one is shown.
    let seen = elements.filter { element, _ in
      element.kind != .background && element.kind != .stack && (element.kind != .prompt || isAsking)
    }
    for (index, (element, box)) in seen.enumerated() {
      let isInside =
        box.x >= 0 && box.y >= 0 && box.x + box.width <= layout.stage.width
        && box.y + box.height <= layout.stage.height
      if !isInside { outside[element.node, default: Places()].record(display, situation) }
      if element.kind == .prompt && !layout.hasField(element) {
        unseen[element.node, default: Places()].record(display, situation)
      }
      for (other, place) in seen[..<index] {
        var relation = relations[[other.node, element.node]] ?? Relation()
        if !box.overlaps(place) {
          relation.isApart = true
        } else if box.contains(place) || place.contains(box) {
          relation.within.record(display, situation)
        } else {
          relation.partly.record(display, situation)
        }
        relations[[other.node, element.node]] = relation
      }
    }
  }

  /// Reports the problems.
  ///
  /// An element inside another is intended, unless they are apart on other displays.
  func report(_ nodes: [ElementNode], to diagnostics: inout Diagnostics) {
    let name = { (node: Int) in nodes[node].element?.key ?? "" }
    for (node, places) in outside {
      diagnostics.warning(
        name(node), at: nodes[node].element?.position ?? .start, "it does not fit",
        places.words, on: places.displays)
    }
    for (node, places) in unseen {
      diagnostics.warning(
        name(node), at: nodes[node].element?.position ?? .start,
        "its field is too small for what is typed", places.words, on: places.displays)
    }
    for (pair, relation) in relations {
      let places =
        relation.partly.isEmpty && relation.isApart ? relation.within : relation.partly
      if places.isEmpty { continue }
      diagnostics.warning(
        name(pair[1]), at: nodes[pair[1]].element?.position ?? .start,
        "it and \(name(pair[0])) cover each other", places.words, on: places.displays)
    }
  }
}

extension Rectangle {
  fileprivate func overlaps(_ other: Rectangle) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  fileprivate func contains(_ other: Rectangle) -> Bool {
    x <= other.x && y <= other.y && x + width >= other.x + other.width
      && y + height >= other.y + other.height
  }
}

extension ThemeLayout {
  /// Whether a prompt's field has room for half a dozen characters.
  fileprivate func hasField(_ prompt: Element) -> Bool {
    let record = choice.pack[PromptElement.self, prompt.record]
    let padding = stage.points(record.padding) ?? 0
    let height = stage.points(record.fieldHeight) ?? 0
    return prompt.box.width - 2 * padding >= 6 * stage.capHeight && height >= stage.capHeight
  }

  /// The part of a text's box that its letters can use, from a width in its cap heights, Q16.
  fileprivate func box(ofText element: Element, width: Int64?) -> Rectangle {
    var box = element.box
    guard let width else { return box }
    let text = choice.pack[TextElement.self, element.record].properties
    let cap = stage.points(text.size) ?? 0
    let own = min(box.width, cap * Fixed(raw: width << 16))
    switch text.alignment {
    case .center: box.x += (box.width - own) / 2
    case .start: break
    case .end: box.x += box.width - own
    }
    box.width = own
    return box
  }
}

extension Compilation {
  /// Warns of elements that extend beyond displays or overlap.
  mutating func checkLayout(_ bytes: [UInt8]) {
    guard let pack = try? Pack(bytes) else { return }
    // Variants and modes that may move elements; in others only colours and texts differ.
    let words = Set(theme.overrides.filter { !$0.elements.isEmpty }.flatMap(\.words))
    let check = LayoutCheck(
      pack,
      variants: [0]
        + theme.variants.indices.filter { words.contains(theme.variants[$0]) }.map { $0 + 1 },
      modes: MachineMode.allCases.filter {
        // The mode with the longest title.
        $0 == .bootUp || $0 == .systemUpgrade
          || words.contains(SituationKeywords.modes[$0.rawValue])
      }
    ) { width(ofTextsAt: $0, in: pack) }
    check.report(elementTree.nodes, to: &records.diagnostics)
  }

  /// The largest width of a record's texts in any language, in cap heights, Q16; nil if they can be as wide
  /// as their box.
  mutating func width(ofTextsAt record: Int, in pack: Pack) -> Int64? {
    let element = pack[TextElement.self, record]
    var widest: Int64 = 0
    for index in 0..<4 {
      guard let text = element.texts[index] else { continue }
      for locale in theme.locales {
        var words = ""
        for part in parts(of: records.builder.texts[text], in: locale) {
          switch part {
          case .plain(let plain): words += plain
          case .placeholder(.percent, _): words += "100%"
          case .placeholder(.eta, _): words += "59 min 59"
          case .placeholder(.firstNumber, _), .placeholder(.secondNumber, _): words += "59"
          case .placeholder(.message, _): return nil
          case .placeholder(.keymap, _): words += "WWW"
          }
        }
        widest = max(widest, records.width(of: words, font: records.builder.textFonts[text]))
      }
    }
    // Right and left are swapped in some languages.
    let isMirrored = theme.locales.contains { ["ar", "fa", "he", "ur"].contains($0.prefix(2)) }
    return isMirrored && element.properties.alignment != .center ? nil : widest
  }
}
