// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// An element in drawing order: a future `NODE`.
struct ElementNode {
  let kind: NodeKind
  /// Nil for the implicit column.
  let element: ElementSource?
  /// The index of its stack.
  var parent: Int?
  /// Whether it is the anchor element of its stack.
  var isHeld = false
  /// Whether it is the default message, without a table.
  var isDefaultMessage = false
}

/// All elements in drawing order, each stack before its elements.
struct ElementTree {
  private(set) var nodes: [ElementNode] = []
  private let elements: [ElementSource]
  private var parents: [String: String] = [:]
  private var held: Set<String> = []
  private var column: [String] = []
  private let defaultMessage: String?
  private var placed: Set<String> = []
  /// The images with a motion, in some situation.
  private let moving: Set<String>
  /// The elements with images of parts, in some situation.
  private let parted: Set<String>

  /// Finds the elements of each stack; errors go to the diagnostics.
  init(_ theme: ThemeSource, _ diagnostics: inout Diagnostics) {
    var elements = theme.elements.filter { $0.kind != .prompt }
    defaultMessage = ElementTree.showsMessage(theme) ? nil : ElementTree.freeName(elements)
    if let defaultMessage {
      elements.append(
        ElementSource(
          kind: .text, table: "text", name: defaultMessage, position: .start, settings: [:]))
    }
    self.elements = elements
    moving = Set(elements.filter { ElementTree.moves($0, theme) }.map(\.name))
    parted = Set(theme.elements.filter { ElementTree.hasParts($0, theme) }.map(\.name))
    for stack in elements where stack.kind == .stack {
      findMembers(of: stack, besides: theme.unread, &diagnostics)
    }
    checkDepths(&diagnostics)
    findColumn(&diagnostics)
    guard diagnostics.errorCount == 0 else { return }
    nodes.append(ElementNode(kind: .background, element: nil))
    for element in elements { place(element) }
    let prompt =
      theme.elements.first { $0.kind == .prompt }
      ?? ElementSource(
        kind: .prompt, table: "prompt", name: "prompt", position: .start, settings: [:])
    nodes.append(ElementNode(kind: .prompt, element: prompt))
    if parted.contains(prompt.name) { nodes.append(ElementNode(kind: .parts, element: prompt)) }
    if nodes.count > PackLimit.nodes {
      diagnostics.error(
        "", at: .start, "\(nodes.count) elements are too many",
        expected: "at most \(PackLimit.nodes)")
    }
  }

  /// Whether a text shows clients' messages; the table `text.message` does by default.
  private static func showsMessage(_ theme: ThemeSource) -> Bool {
    func shows(_ setting: Setting?) -> Bool {
      guard case .text(let texts) = setting?.value else { return false }
      return texts.contains { $0.contains("{message") }
    }
    if theme.elements.contains(where: { $0.name == "message" && $0.settings["text"] == nil }) {
      return true
    }
    return theme.elements.contains { shows($0.settings["text"]) }
      || theme.overrides.contains { $0.elements.values.contains { shows($0["text"]) } }
  }

  private static func moves(_ element: ElementSource, _ theme: ThemeSource) -> Bool {
    guard element.kind == .image else { return false }
    let layers = theme.overrides.compactMap { $0.elements[element.name] }
    return ([element.settings] + layers).contains { !MotionKey.settings(of: $0).isEmpty }
  }

  private static func hasParts(_ element: ElementSource, _ theme: ThemeSource) -> Bool {
    let layers = [element.settings] + theme.overrides.compactMap { $0.elements[element.name] }
    return PartKey.images(of: element.kind).contains { name in layers.contains { $0[name] != nil } }
  }

  private static func freeName(_ elements: [ElementSource]) -> String {
    elements.contains { $0.name == "message" } ? "default-message" : "message"
  }

  private mutating func findMembers(
    of stack: ElementSource, besides unread: Set<String>, _ diagnostics: inout Diagnostics
  ) {
    let key = "\(stack.key).elements"
    guard let setting = stack.settings["elements"], case .strings(let names) = setting.value,
      !names.isEmpty
    else {
      if stack.settings["elements"] == nil {
        diagnostics.error(stack.key, at: stack.position, "no elements", expected: "a list of names")
      }
      return
    }
    let known = elements.map(\.name)
    for name in names where !unread.contains(name) {
      if name == stack.name {
        diagnostics.error(
          key, at: setting.position, "the stack '\(name)' contains itself",
          expected: "names of other elements")
        continue
      }
      guard known.contains(name) else {
        diagnostics.error(
          key, at: setting.position, "there is no element '\(name)'",
          expected: "names of other elements", suggestion: Spelling.nearest(to: name, in: known))
        continue
      }
      if let other = parents[name] {
        diagnostics.error(
          key, at: setting.position, "'\(name)' is in the stack '\(other)' already")
        continue
      }
      parents[name] = stack.name
      if let member = elements.first(where: { $0.name == name }),
        let anchor = member.settings["anchor"]
      {
        diagnostics.error(
          "\(member.key).anchor", at: anchor.position,
          "the stack '\(stack.name)' says where the element is", expected: "no anchor")
      }
    }
    if let setting = stack.settings["held"], case .string(let name) = setting.value {
      if names.contains(name) {
        held.insert(name)
      } else {
        diagnostics.error(
          "\(stack.key).held", at: setting.position, "'\(name)' is none of the stack's elements",
          expected: names.joined(separator: ", "))
      }
    }
  }

  private func checkDepths(_ diagnostics: inout Diagnostics) {
    for stack in elements where stack.kind == .stack {
      var (name, depth) = (stack.name, 1)
      // At most as many steps as elements: another cycle would be endless.
      while let parent = parents[name], parent != stack.name, depth <= elements.count {
        (name, depth) = (parent, depth + 1)
      }
      if depth > elements.count { continue }
      if parents[name] == stack.name {
        diagnostics.error(
          "\(stack.key).elements", at: stack.settings["elements"]?.position ?? stack.position,
          "the stack '\(stack.name)' contains itself, in '\(parents[stack.name] ?? "")'",
          expected: "names of elements that it is not in")
        continue
      }
      // The column in the middle is a stack, too.
      let outermost = elements.first { $0.name == name }
      let isInColumn = parents[name] == nil && outermost?.settings["anchor"] == nil
      if depth + (isInColumn && elements.count > 1 && column(besides: name) ? 1 : 0)
        > PackLimit.stackDepth
      {
        diagnostics.error(
          stack.key, at: stack.position, "stacks are in each other too deep",
          expected: "at most three, the column in the middle included")
      }
    }
  }

  /// Whether there is a column with more than one element.
  private func column(besides name: String) -> Bool {
    elements.contains {
      $0.name != name && $0.name != defaultMessage && parents[$0.name] == nil
        && $0.settings["anchor"] == nil
    } || defaultMessage != nil
  }

  private mutating func findColumn(_ diagnostics: inout Diagnostics) {
    column = elements.filter {
      $0.name != defaultMessage && parents[$0.name] == nil && $0.settings["anchor"] == nil
    }.map(\.name)
    guard !column.isEmpty else { return }
    if let defaultMessage { column.append(defaultMessage) }
    if column.count == 1 { return }
    let animations = elements.filter { element in
      element.kind.isAnimation && column.contains(element.name)
    }
    if animations.count == 1 { held.insert(animations[0].name) }
  }

  private mutating func place(_ element: ElementSource) {
    guard !placed.contains(element.name) else { return }
    if let parent = parents[element.name], let stack = elements.first(where: { $0.name == parent })
    {
      return place(stack)
    }
    if column.count > 1, column.contains(element.name) {
      let index = nodes.count
      nodes.append(ElementNode(kind: .stack, element: nil))
      for name in column {
        if let member = elements.first(where: { $0.name == name }) { add(member, in: index) }
      }
    } else {
      add(element, in: nil)
    }
  }

  /// Adds an element and, for a stack, all of its elements.
  private mutating func add(_ element: ElementSource, in parent: Int?) {
    placed.insert(element.name)
    let index = nodes.count
    guard let kind = element.kind.node else { return }
    nodes.append(
      ElementNode(
        kind: kind, element: element, parent: parent, isHeld: held.contains(element.name),
        isDefaultMessage: element.name == defaultMessage))
    if moving.contains(element.name) {
      nodes.append(ElementNode(kind: .motion, element: element, parent: parent))
    }
    if parted.contains(element.name) {
      nodes.append(ElementNode(kind: .parts, element: element, parent: parent))
    }
    guard case .strings(let names) = element.settings["elements"]?.value else { return }
    for name in names {
      if let member = elements.first(where: { $0.name == name }) { add(member, in: index) }
    }
  }
}
