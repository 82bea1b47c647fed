// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// A drag of an element in a frame, to be written into `theme.toml`.
///
/// The sizes are those of the layout that drew the frame, in points.
package struct ElementMove: Sendable {
  /// Why a file cannot have the place.
  package struct Problem: Error, Equatable {
    package let reason: String
  }

  /// What follows the element: its anchor, a fraction of the stage, or its offset, a number of points.
  package enum Target: String, Sendable {
    case anchor, offset
  }

  /// The element's name.
  package var element: String
  package var target: Target
  /// The situation of the frame, as `Situation.index` counts, and its variant.
  package var situation: Int
  package var variant: String?
  /// The stage without its margin: its sides, and the margin.
  package var stage: (width: Double, height: Double)
  package var margin: Double
  /// The box that is put at the anchor: the element's own, or that of the held one in a stack.
  package var box: (x: Double, y: Double, width: Double, height: Double)
  /// How far it is dragged.
  package var distance: (x: Double, y: Double)

  package init(
    element: String, target: Target, situation: Int, variant: String?,
    stage: (width: Double, height: Double), margin: Double,
    box: (x: Double, y: Double, width: Double, height: Double), distance: (x: Double, y: Double)
  ) {
    (self.element, self.target) = (element, target)
    (self.situation, self.variant) = (situation, variant)
    (self.stage, self.margin, self.box, self.distance) = (stage, margin, box, distance)
  }

  /// The change to a theme that puts the element there; all else in the file stays.
  ///
  /// A table of `[when]` that holds in the situation and has the key is changed, or else the element's own table.
  ///
  /// - Throws: Why the file cannot say it.
  package func edit(of source: [UInt8], folder: String) throws(Problem) -> TextEdit {
    guard 0..<Situation.count ~= situation else {
      throw Problem(reason: "there is no such situation")
    }
    let document: TOMLValue
    do throws(TOMLError) {
      document = try TOMLReader.parse(source)
    } catch {
      throw Problem(reason: "line \(error.position.line): \(error.reason)")
    }
    var reader = SourceReader(folder: folder) { _ in .bytes([]) }
    reader.read(document)
    if let first = reader.parser.diagnostics.sorted.first(where: { $0.severity == .error }) {
      throw Problem(reason: "line \(first.position.line) has a mistake, which comes first")
    }
    let own = reader.theme.elements.first { $0.name == element }
    let value = try value(own, reader.theme)
    let lines = SourceLines(source)
    let edit: TextEdit
    if let own, let position = setting(target.rawValue, of: own, reader.theme)?.position,
      let old = document.value(at: position)
    {
      edit = TextEdit(
        range: lines.offset(of: old.position)..<lines.offset(of: old.end), text: value)
    } else if let own, let table = document.table(of: own) {
      edit = insertion(of: value, into: table, at: own.position, lines)
    } else {
      edit = newTable(with: value, source, lines)
    }
    try check(edit.applied(to: source), value)
    return edit
  }

  /// A key of the element where the frame was drawn.
  private func setting(_ key: String, of own: ElementSource, _ theme: ThemeSource) -> Setting? {
    let resolver = Resolver(theme)
    let condition = resolver.conditions(of: variant)[situation]
    return resolver.element(own, condition).setting(key)
  }

  /// The new value in TOML.
  private func value(_ own: ElementSource?, _ theme: ThemeSource) throws(Problem) -> String {
    switch target {
    case .anchor:
      var anchor: (x: Double?, y: Double?) = (nil, nil)
      var hasPivot = false
      if let own {
        if case .point(let x, let y)? = setting("anchor", of: own, theme)?.value {
          anchor = (Double(x) / 65536, Double(y) / 65536)
        }
        hasPivot = anchor.x != nil && setting("pivot", of: own, theme) != nil
      }
      let x = ElementMove.fraction(
        anchor.x, box.x, box.width, distance.x, of: stage.width - 2 * margin, margin, hasPivot)
      let y = ElementMove.fraction(
        anchor.y, box.y, box.height, distance.y, of: stage.height - 2 * margin, margin, hasPivot)
      return "[\(ElementMove.decimal(x, places: 3)), \(ElementMove.decimal(y, places: 3))]"
    case .offset:
      var old = (x: 0.0, y: 0.0)
      if let own, case .lengths(let x, let y)? = setting("offset", of: own, theme)?.value {
        old = (try points(x), try points(y))
      }
      let x = (old.x + distance.x).rounded()
      let y = (old.y + distance.y).rounded()
      return "[\(ElementMove.decimal(x, places: 0)), \(ElementMove.decimal(y, places: 0))]"
    }
  }

  /// The fraction of the room along one side for a dragged box.
  ///
  /// An element without a pivot takes the place in itself from its anchor: equal fractions share out the free room.
  private static func fraction(
    _ old: Double?, _ start: Double, _ size: Double, _ distance: Double, of room: Double,
    _ margin: Double, _ hasPivot: Bool
  ) -> Double {
    let free = hasPivot ? room : room - size
    // A box as large as the stage stays where it is.
    guard free.magnitude >= 1 else { return old ?? 0.5 }
    let fraction = (old ?? (start - margin) / free) + distance / free
    for fixed in [0, 0.5, 1.0] where (fraction - fixed).magnitude < 0.012 { return fixed }
    return min(max(fraction, 0), 1)
  }

  /// A length of the file in points.
  private func points(_ length: Length) throws(Problem) -> Double {
    let value = Double(length.value) / 65536
    switch length.unit {
    case .point: return value
    case .percent: return value / 100 * min(stage.width, stage.height)
    case .percentOfWidth: return value / 100 * stage.width
    case .percentOfHeight: return value / 100 * stage.height
    default: throw Problem(reason: "its offset is in cap heights; give it in points to drag it")
    }
  }

  /// A number with at most so many decimals.
  private static func decimal(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let number = Int((value * scale).rounded())
    var text = String(number.magnitude)
    if places > 0 {
      while text.count <= places { text = "0" + text }
      text.insert(".", at: text.index(text.endIndex, offsetBy: -places))
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return (number < 0 ? "-" : "") + text
  }

  /// A new key after the last one of a table, written like it.
  private func insertion(
    of value: String, into table: TOMLValue, at header: SourcePosition, _ lines: SourceLines
  ) -> TextEdit {
    let key = "\(target.rawValue) = \(value)"
    guard let last = table.members.last(where: { !$0.value.isTable || $0.value.end > $0.position })
    else {
      let end = lines.end(ofLine: header.line)
      return TextEdit(range: end..<end, text: lines.lineEnd + key)
    }
    let before = lines.text(before: last.position)
    if before.contains("{") {
      let end = lines.offset(of: last.value.end)
      return TextEdit(range: end..<end, text: ", \(key)")
    }
    // Behind a comment on the last key's line.
    let end = lines.end(ofLine: last.value.end.line)
    return TextEdit(range: end..<end, text: lines.lineEnd + before + key)
  }

  /// A table for an element that is there without one: the prompt, or the message.
  private func newTable(with value: String, _ source: [UInt8], _ lines: SourceLines) -> TextEdit {
    let name = element == "prompt" ? element : "text.\(element)"
    let isWhole = source.isEmpty || source.last == UInt8(ascii: "\n")
    return TextEdit(
      range: source.count..<source.count,
      text: (isWhole ? "" : lines.lineEnd) + lines.lineEnd + "[\(name)]" + lines.lineEnd
        + "\(target.rawValue) = \(value)" + lines.lineEnd)
  }

  /// Whether a changed file has the value for the element: TOML can be written in ways that no insertion fits.
  private func check(_ source: [UInt8], _ value: String) throws(Problem) {
    var reader = SourceReader(folder: "") { _ in .bytes([]) }
    var parser = ValueParser()
    if let document = try? TOMLReader.parse(source),
      let wanted = try? TOMLReader.parse(Array("wanted = \(value)".utf8)).members[0].value
    {
      reader.read(document)
      if let own = reader.theme.elements.first(where: { $0.name == element }),
        let key = Schema.key(target.rawValue, of: own.kind),
        setting(target.rawValue, of: own, reader.theme)?.value
          == parser.parse(wanted, as: key.type, key.name)
      {
        return
      }
    }
    throw Problem(
      reason: "the file has the element in a form that cannot be changed here; "
        + "write \(target.rawValue) = \(value)")
  }
}

extension TOMLValue {
  /// The value that begins at a position.
  fileprivate func value(at wanted: SourcePosition) -> TOMLValue? {
    if position == wanted, !isTable { return self }
    switch content {
    case .table(let members): return members.lazy.compactMap { $0.value.value(at: wanted) }.first
    case .array(let elements): return elements.lazy.compactMap { $0.value(at: wanted) }.first
    default: return nil
    }
  }

  /// An element's own table.
  fileprivate func table(of element: ElementSource) -> TOMLValue? {
    guard let group = members.first(where: { $0.key == element.table })?.value else { return nil }
    if element.kind == .prompt { return group }
    return group.members.first { $0.key == element.name }?.value
  }
}
