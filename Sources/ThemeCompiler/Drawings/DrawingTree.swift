// SPDX-License-Identifier: Apache-2.0

/// An element of cairo's SVG files.
///
/// They have no text between their elements, no entities, and only the simplest styles.
final class DrawingNode {
  let name: String
  let attributes: [String: String]
  fileprivate(set) var children: [DrawingNode] = []

  fileprivate init(_ name: String, _ attributes: [String: String]) {
    (self.name, self.attributes) = (name, attributes)
  }

  /// A property: an attribute, or a part of the attribute `style`, as versions of cairo differ.
  subscript(_ property: String) -> String? { styles[property] ?? attributes[property] }

  /// The properties in the attribute `style`.
  private lazy var styles: [String: String] = {
    var styles: [String: String] = [:]
    for part in (attributes["style"] ?? "").split(separator: ";") {
      let sides = part.split(separator: ":", maxSplits: 1)
      if sides.count == 2 { styles[sides[0].withoutSpaces] = sides[1].withoutSpaces }
    }
    return styles
  }()

  /// The numbers of a property; `fallback` without it.
  func numbers(_ property: String, _ fallback: [Double] = []) -> [Double] {
    guard let text = self[property] else { return fallback }
    return text.split { " ,()%".contains($0) }.compactMap { Double($0) }
  }

  /// A colour's opacity in 8 bits, as in librsvg 2.54; 1 if the property is missing.
  func alpha(_ property: String) -> Double {
    (min(max(numbers(property).first ?? 1, 0), 1) * 255).rounded() / 255
  }

  /// The identifier in a property such as `url(#id)` or `#id`.
  func reference(_ property: String) -> String? {
    guard let text = self[property], let start = text.firstIndex(of: "#") else { return nil }
    return String(text[text.index(after: start)...].prefix { $0 != ")" })
  }
}

/// A file of cairo's: its outermost element, and the elements with identifiers.
struct DrawingTree {
  let root: DrawingNode
  private(set) var named: [String: DrawingNode] = [:]

  /// Parses a file; nil where it is invalid.
  init?(_ text: [UInt8]) {
    var stack = [DrawingNode("", [:])]
    var rest = text[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
      var tag = rest[rest.index(after: start)..<end]
      rest = rest[(end + 1)...]
      guard let first = tag.first else { return nil }
      switch first {
      case UInt8(ascii: "?"), UInt8(ascii: "!"): continue
      case UInt8(ascii: "/"):
        guard stack.count > 1 else { return nil }
        stack.removeLast()
      default:
        let isEmpty = tag.last == UInt8(ascii: "/")
        if isEmpty { tag.removeLast() }
        let node = DrawingTree.node(tag)
        stack[stack.count - 1].children.append(node)
        if let id = node.attributes["id"] { named[id] = node }
        if !isEmpty { stack.append(node) }
      }
    }
    guard stack.count == 1, let root = stack[0].children.first, root.name == "svg" else {
      return nil
    }
    self.root = root
  }

  private static func node(_ tag: ArraySlice<UInt8>) -> DrawingNode {
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    let name = tag.prefix { !isSpace($0) }
    var attributes: [String: String] = [:]
    var rest = tag[name.endIndex...].drop(while: isSpace)
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")), equals + 1 < rest.endIndex {
      let quote = rest[equals + 1]
      let value = rest[(equals + 2)...].prefix { $0 != quote }
      let key = String(decoding: rest[..<equals], as: UTF8.self).withoutSpaces
      attributes[key] = String(decoding: value, as: UTF8.self)
      rest = rest[min(value.endIndex + 1, rest.endIndex)...].drop(while: isSpace)
    }
    return DrawingNode(String(decoding: name, as: UTF8.self), attributes)
  }
}

extension StringProtocol {
  /// The text without spaces at its ends.
  fileprivate var withoutSpaces: String {
    String(
      decoding: utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed(), as: UTF8.self)
  }
}
