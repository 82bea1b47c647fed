// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import Text

/// The last lines of the console, as a terminal shows them, in memory of a fixed size.
///
/// A line has at most `width` characters, and continues in the next line.
package struct ConsoleText: ~Copyable {
  /// The most characters of a line, and the most lines.
  package static var width: Int { 240 }
  package static var height: Int { 192 }

  private var cells: RigidArray<ConsoleCell>
  private var lengths: RigidArray<UInt8>
  /// The slot of the last line, and the number of lines.
  private var last = 0
  /// The number of lines, that of the cursor included.
  package private(set) var lineCount = 1
  /// The cursor's position in the last line.
  private(set) var column = 0
  /// Counts changes.
  package private(set) var version = 0

  /// An empty one; nil without memory.
  package init?() {
    cells = RigidArray(capacity: ConsoleText.width * ConsoleText.height, initial: .blank)
    lengths = RigidArray(capacity: ConsoleText.height, initial: 0)
    if cells.capacity == 0 || lengths.capacity == 0 { return nil }
  }

  /// The number of characters of a line; line 0 is the last.
  package func length(ofLine line: Int) -> Int {
    line < lineCount ? Int(lengths[slot(of: line)]) : 0
  }

  /// A character of a line; line 0 is the last.
  package func cell(_ column: Int, ofLine line: Int) -> ConsoleCell {
    guard line < lineCount, column < ConsoleText.width else { return .blank }
    return cells[slot(of: line) * ConsoleText.width + column]
  }

  /// How many rows of `columns` characters a line takes, at least 1.
  package func rowCount(ofLine line: Int, columns: Int) -> Int {
    max(1, (length(ofLine: line) + columns - 1) / columns)
  }

  private func slot(of line: Int) -> Int {
    (last - line + ConsoleText.height) % ConsoleText.height
  }

  /// Stores a character at the cursor.
  mutating func put(_ cell: ConsoleCell) {
    if column == ConsoleText.width { feedLine() }
    cells[last * ConsoleText.width + column] = cell
    column += 1
    lengths[last] = max(lengths[last], UInt8(column))
    version &+= 1
  }

  /// Begins the next line; the oldest one is forgotten where there are too many.
  mutating func feedLine() {
    last = (last + 1) % ConsoleText.height
    lineCount = min(lineCount + 1, ConsoleText.height)
    clear(from: 0)
    column = 0
  }

  mutating func returnCarriage() { column = 0 }

  mutating func backspace() { column = max(0, column - 1) }

  /// Moves to the next multiple of eight.
  mutating func tabulate() {
    column = min((column / 8 + 1) * 8, ConsoleText.width - 1)
    lengths[last] = max(lengths[last], UInt8(column))
    version &+= 1
  }

  /// Erases the last line from a position on.
  mutating func clear(from start: Int) {
    for index in min(start, ConsoleText.width)..<ConsoleText.width {
      cells[last * ConsoleText.width + index] = .blank
    }
    lengths[last] = min(lengths[last], UInt8(min(start, ConsoleText.width)))
    version &+= 1
  }

  /// Erases the last line up to the cursor.
  mutating func clearToCursor() {
    for index in 0...min(column, ConsoleText.width - 1) {
      cells[last * ConsoleText.width + index] = .blank
    }
    version &+= 1
  }

  /// Adds a line of the kernel, before a line that is not complete.
  package mutating func add(_ message: borrowing KernelMessage) {
    if column > 0 { feedLine() }
    let dim = ConsolePen.dimmed
    for index in message.stamp.bytes.indices {
      put(dim.cell(Unicode.Scalar(message.stamp.bytes[index])))
    }
    let pen = message.isError ? ConsolePen.error : ConsolePen()
    var reader = UTF8Reader()
    while let character = reader.next(in: message.text.bytes) {
      put(pen.cell(character.value < 0x20 ? " " : character))
    }
    feedLine()
  }
}

extension ConsolePen {
  fileprivate static var dimmed: ConsolePen { pen(90) }
  fileprivate static var error: ConsolePen { pen(91) }

  private static func pen(_ code: UInt16) -> ConsolePen {
    var pen = ConsolePen()
    let codes: InlineArray<1, UInt16> = [code]
    pen.apply(codes.span)
    return pen
  }
}
