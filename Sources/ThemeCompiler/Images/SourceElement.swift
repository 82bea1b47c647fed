// SPDX-License-Identifier: Apache-2.0

/// The start tag of an element in an SVG's source.
struct SourceElement {
  /// The name without a namespace prefix.
  let name: String
  let position: SourcePosition
  /// The text after the name.
  private let attributes: String

  /// All elements in order, outside of comments and CDATA sections.
  static func all(in bytes: [UInt8]) -> [SourceElement] {
    var elements: [SourceElement] = []
    var (line, start, place) = (1, 0, 0)
    /// Advances to a position, and counts the lines before it.
    func move(to next: Int) {
      while place < next {
        if bytes[place] == 0x0A { (line, start) = (line + 1, place + 1) }
        place += 1
      }
    }
    /// The position after some bytes; the file's end where they do not occur.
    func end(of mark: String) -> Int {
      let mark = Array(mark.utf8)
      var next = place
      while next + mark.count <= bytes.count {
        if bytes[next..<next + mark.count].elementsEqual(mark) { return next + mark.count }
        next += 1
      }
      return bytes.count
    }
    while let next = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      move(to: next)
      let position = SourcePosition(line: line, column: place - start + 1)
      let rest = bytes[(place + 1)...]
      if rest.starts(with: "!--".utf8) {
        move(to: end(of: "-->"))
      } else if rest.starts(with: "![CDATA[".utf8) {
        move(to: end(of: "]]>"))
      } else {
        let name = rest.prefix { $0 > 0x20 && !"</>".utf8.contains($0) }
        let stop = rest[name.endIndex...].firstIndex { "<>".utf8.contains($0) } ?? rest.endIndex
        let own = name.split(separator: UInt8(ascii: ":")).last ?? []
        if let first = own.first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") {
          elements.append(
            SourceElement(
              name: String(decoding: own, as: UTF8.self), position: position,
              attributes: String(decoding: rest[name.endIndex..<stop], as: UTF8.self)))
        }
        move(to: max(stop, place + 1))
      }
    }
    return elements
  }

  /// The target of `href` or `xlink:href`.
  var reference: String? {
    guard let range = attributes.firstRange(of: "href") else { return nil }
    let rest = attributes[range.upperBound...].drop { " \n\r\t=".contains($0) }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    return String(rest.dropFirst().prefix { $0 != quote })
  }

  /// Why it is not shown, or not as intended; nil for a supported element.
  var omission: String? {
    switch name {
    case "image", "feImage", "use":
      guard let reference, !reference.hasPrefix("#") else { return nil }
      if name != "use", reference.hasPrefix("data:") { return nil }
      return "<\(name)> of another file is not drawn: put it into this one"
    case "foreignObject": return "<foreignObject> is not drawn"
    case "animate", "animateTransform", "animateMotion", "animateColor", "set":
      return "<\(name)> does nothing: only the beginning of an animation is shown"
    case "script": return "<script> is not run"
    default: return nil
    }
  }
}
