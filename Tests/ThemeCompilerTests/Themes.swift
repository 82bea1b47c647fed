// SPDX-License-Identifier: Apache-2.0

import Theme

@testable import ThemeCompiler

/// Compiles texts as themes, with files that are in memory.
enum Themes {
  static let svg =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"4\"><rect width=\"8\" height=\"4\" fill=\"#102030\"/></svg>"

  static func compile(
    _ text: String, files: [String: [UInt8]] = ["logo.svg": Array(svg.utf8)]
  ) -> ThemeCompiler.Result {
    ThemeCompiler.compile(Array(text.utf8), folder: "folder") { name in
      files[name].map { .bytes($0) } ?? .unreadable("there is no such file")
    }
  }

  /// The errors of a theme, as `check` prints them.
  static func lines(_ text: String) -> [String] {
    compile("flipbook = 1\n" + text).diagnostics.sorted.map { $0.line(file: "t") }
  }

  /// The pack of a theme without an error.
  static func pack(_ text: String) throws -> Pack {
    let result = compile("flipbook = 1\n" + text)
    struct Refused: Error { let lines: [String] }
    guard let bytes = result.pack else {
      throw Refused(lines: result.diagnostics.sorted.map { $0.line(file: "t") })
    }
    return try Pack(bytes)
  }
}

extension Pack {
  /// The record of a node in a situation of the base; nil where it is hidden.
  func record(
    _ node: Int, _ situation: Int = Situation.index(aspect: 1, mode: 0, phase: 0, isAsking: false)
  )
    -> Int?
  {
    let node = self[NodeRecord.self, node]
    return selected(Int(node.selectors[0]), situation).map { node.records.lowerBound + $0 }
  }

  func name(_ node: Int) -> String {
    let bytes = string(self[NodeRecord.self, node].name)
    return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }

  var names: [String] { (0..<count(.nodes)).map { name($0) } }

  /// A text of the first language, placeholders as `{n}`.
  func text(_ index: Int, locale: Int = 0) -> String {
    var words = ""
    for index in self[TextRecord.self, index + locale * textCount].pieces {
      let piece = self[PieceRecord.self, index]
      if piece.kind == .placeholder {
        words += "{\(piece.placeholder.rawValue)}"
      } else {
        let bytes = bytes(.strings, piece.content.lowerBound, count: piece.content.count)
        words += String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
    }
    return words
  }
}
