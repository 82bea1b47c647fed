// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// What an import took, changed and left out, line by line.
package struct ImportReport {
  /// What happened to a part of the original.
  package enum Kind: String, Sendable {
    /// It looks as in the original.
    case taken
    /// It looks or behaves differently.
    case changed
    /// It is missing.
    case leftOut = "left out"
  }

  /// What happened to one part of the original, in words.
  package struct Line: Equatable, Hashable, Sendable {
    /// What happened.
    package let kind: Kind
    /// The part, and what that means for the look.
    package let text: String
  }

  /// The first lines, in their order.
  package private(set) var lines: [Line] = []
  /// All lines, also those that are not kept.
  private var known: Set<Line> = []

  /// Shows the steps of the work.
  let progress: ImportProgress

  /// A report without lines.
  package init(progress: ImportProgress = ImportProgress()) { self.progress = progress }

  /// Something looks as in the original.
  package mutating func taken(_ text: String) { append(.taken, text) }

  /// Something looks or behaves differently; the text says how.
  package mutating func changed(_ text: String) { append(.changed, text) }

  /// Something is missing; the text says what that means for the look.
  package mutating func leftOut(_ text: String) { append(.leftOut, text) }

  /// Adds a line once.
  private mutating func append(_ kind: Kind, _ text: String) {
    let line = Line(kind: kind, text: text)
    if known.insert(line).inserted, lines.count < Self.most { lines.append(line) }
  }

  /// A hostile file may not fill a terminal.
  private static let most = 400

  /// The report as text: `taken: …`, a line for each part, and how many lines are not kept.
  package var text: String {
    lines.map { "\($0.kind.rawValue): \($0.text.escaped)\n" }.joined()
      + (known.count > lines.count ? "… \(known.count - lines.count) more\n" : "")
  }
}

extension DefaultStringInterpolation {
  /// A number of frames in words: `1 frame`, `2 frames`.
  mutating func appendInterpolation(frames count: Int) {
    appendInterpolation(count == 1 ? "1 frame" : "\(count) frames")
  }
}
