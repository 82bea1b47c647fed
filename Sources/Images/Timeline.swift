// SPDX-License-Identifier: Apache-2.0

package import ToolSupport
import Control
package import Stage
import Text

/// Commands with their times, as a file has them: one `MS COMMAND` a line; `#` begins a comment line.
package struct Timeline {
  /// One line of the timeline.
  package struct Entry: Equatable {
    package let time: Milliseconds
    package let command: Command

    /// A command at a time.
    package init(time: Milliseconds, command: Command) {
      (self.time, self.command) = (time, command)
    }
  }

  /// The commands in the order of the file; their times never decrease.
  package private(set) var entries: [Entry] = []

  /// A timeline without commands.
  package init() {}

  /// Reads a timeline; error messages call the file `name`.
  package init(_ text: [UInt8], name: String) throws(ToolError) {
    var number = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      do {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        if let entry = try Timeline.entry(line.span, after: entries.last?.time) {
          entries.append(entry)
        }
      } catch {
        throw ToolError(.usage, "\(name):\(number): \(error.description)", isLocated: true)
      }
    }
  }

  /// Adds a command after all others of its time, and before the later ones.
  package mutating func insert(_ entry: Entry) {
    entries.insert(entry, at: entries.firstIndex { $0.time > entry.time } ?? entries.endIndex)
  }

  /// Adds a password prompt before all other commands: with this many typed characters, and a layout with a
  /// name of up to 8 bytes.
  package mutating func ask(_ question: String, bullets: Int, isCapsLockOn: Bool, layout: String) {
    var name: UInt64 = 0
    for (index, byte) in layout.utf8.enumerated() { name |= UInt64(byte) << UInt64(8 * index) }
    let field = EntryField(bulletCount: bullets, isCapsLockOn: isCapsLockOn, keymap: name)
    let start = Milliseconds(nanoseconds: 0)
    let prompt = Prompt(question: Message(truncating: Array(question.utf8).span), entry: field)
    entries.insert(Entry(time: start, command: .prompt(prompt)), at: 0)
  }

  /// Reads one line; nil for a line without a command.
  private static func entry(
    _ line: Span<UInt8>, after previous: Milliseconds?
  ) throws(ToolError) -> Entry? {
    let range = line.trimmed(in: line.indices)
    guard !range.isEmpty, line[range.lowerBound] != UInt8(ascii: "#") else { return nil }
    let wordEnd = line.firstBlank(in: range)
    let wordText = String(copying: line.extracting(range.lowerBound..<wordEnd))
    guard let time = Milliseconds(wordText) else {
      throw .usage("bad time '\(wordText.printable)': not a number of milliseconds of 0 or more")
    }
    if let previous, time < previous {
      throw .usage("time \(time) comes after \(previous): times must not decrease")
    }
    let rest = line.extracting(line.trimmed(in: wordEnd..<range.upperBound))
    guard !rest.isEmpty else { throw .usage("no command after the time \(time)") }
    do {
      return Entry(time: time, command: try CommandParser.parse(rest))
    } catch {
      throw .usage(error.line)
    }
  }
}
