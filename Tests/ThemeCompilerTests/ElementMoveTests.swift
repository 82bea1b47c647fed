// SPDX-License-Identifier: Apache-2.0

import Testing
import Theme

@testable import ThemeCompiler

/// A dragged element in the text of a theme.
@Suite struct ElementMoveTests {
  private static let landscape = Situation.index(aspect: 1, mode: 0, phase: 0, isAsking: false)
  private static let portrait = Situation.index(aspect: 0, mode: 0, phase: 0, isAsking: false)

  /// A theme's text after a drag of an element with a box of 200 by 100 points at (400, 100), on a stage of 1000 by
  /// 600 points without a margin.
  private static func moved(
    _ text: String, _ element: String = "logo", by distance: (x: Double, y: Double) = (80, 50),
    _ target: ElementMove.Target = .anchor, in situation: Int = landscape, variant: String? = nil
  ) throws -> String {
    let move = ElementMove(
      element: element, target: target, situation: situation, variant: variant,
      stage: (1000, 600), margin: 0, box: (400, 100, 200, 100), distance: distance)
    let source = Array(text.utf8)
    let edit = try move.edit(of: source, folder: "t")
    return String(decoding: edit.applied(to: source), as: UTF8.self)
  }

  /// A text, and the same after the drag.
  static let forms: [(before: String, after: String)] = [
    // A new key, after the last one and its comment.
    (
      "flipbook = 1 # größer\n\n[image.logo]\nfile = \"logo.svg\" # ours\n\n[prompt]\n",
      "flipbook = 1 # größer\n\n[image.logo]\nfile = \"logo.svg\" # ours\nanchor = [0.6, 0.3]\n\n[prompt]\n"
    ),
    // The value alone, whatever its form.
    (
      "flipbook = 1\n[image.logo]\nanchor=[ 0.5 , # middle\n 0.2]# here\nfile = \"logo.svg\"\n",
      "flipbook = 1\n[image.logo]\nanchor=[0.6, 0.3]# here\nfile = \"logo.svg\"\n"
    ),
    (
      "flipbook = 1\n[image.logo]\nfile = \"logo.svg\"\nanchor = \"center\" # ß\n",
      "flipbook = 1\n[image.logo]\nfile = \"logo.svg\"\nanchor = [0.6, 0.6] # ß\n"
    ),
    // Inline tables, dotted keys, and lines of another system.
    (
      "flipbook = 1\n[image]\nlogo = { file = \"logo.svg\" } # one\n",
      "flipbook = 1\n[image]\nlogo = { file = \"logo.svg\", anchor = [0.6, 0.3] } # one\n"
    ),
    (
      "flipbook = 1\nimage.logo.file = \"logo.svg\"\n",
      "flipbook = 1\nimage.logo.file = \"logo.svg\"\nimage.logo.anchor = [0.6, 0.3]\n"
    ),
    (
      "flipbook = 1\r\n[image.logo]\r\nfile = \"logo.svg\"\r\n",
      "flipbook = 1\r\n[image.logo]\r\nfile = \"logo.svg\"\r\nanchor = [0.6, 0.3]\r\n"
    ),
    (
      "flipbook = 1\n[image.logo]\n  file = \"logo.svg\"",
      "flipbook = 1\n[image.logo]\n  file = \"logo.svg\"\n  anchor = [0.6, 0.3]"
    ),
  ]

  @Test(arguments: forms)
  func `the anchor changes and nothing else`(before: String, after: String) throws {
    #expect(try Self.moved(before) == after)
  }

  @Test func `an element without a table gets one`() throws {
    #expect(
      try Self.moved("flipbook = 1", "prompt") == "flipbook = 1\n\n[prompt]\nanchor = [0.6, 0.3]\n")
    #expect(
      try Self.moved("flipbook = 1\n", "message")
        == "flipbook = 1\n\n[text.message]\nanchor = [0.6, 0.3]\n")
  }

  @Test func `a table of the situation has precedence`() throws {
    let text = """
      flipbook = 1
      [image.logo]
      file = "logo.svg"
      anchor = [0.5, 0.5]
      [when.portrait.image.logo]
      anchor = [0.2, 0.2]
      [when.failed.image.logo]
      opacity = 0.5

      """
    #expect(
      try Self.moved(text, in: Self.portrait)
        == text.replacing("[0.2, 0.2]", with: "[0.3, 0.3]"))
    #expect(try Self.moved(text) == text.replacing("[0.5, 0.5]", with: "[0.6, 0.6]"))
  }

  @Test func `with a pivot the fraction is of the whole stage`() throws {
    let text =
      "flipbook = 1\n[image.logo]\nfile = \"a.svg\"\npivot = \"center\"\nanchor = [0.2, 0.2]\n"
    #expect(
      try Self.moved(text, by: (100, 60)) == text.replacing("[0.2, 0.2]", with: "[0.3, 0.3]"))
  }

  @Test func `edges and the middle catch it and the stage keeps it`() throws {
    let text = "flipbook = 1\n[image.logo]\nfile = \"a.svg\"\nanchor = [0.2, 0.2]\n"
    for (distance, anchor) in [
      ((236.0, 152.0), "[0.5, 0.5]"), ((-154, -95), "[0, 0]"), ((9000, -9000), "[1, 0]"),
      ((81, 1), "[0.301, 0.202]"),
    ] {
      #expect(
        try Self.moved(text, by: distance) == text.replacing("[0.2, 0.2]", with: anchor))
    }
  }

  @Test func `an offset counts points`() throws {
    let text = "flipbook = 1\n[image.logo]\nfile = \"a.svg\"\n"
    #expect(try Self.moved(text, by: (12.4, -7.6), .offset) == text + "offset = [12, -8]\n")
    #expect(
      try Self.moved(text + "offset = [\"10%\", 5]\n", by: (1, 1), .offset)
        == text + "offset = [61, 6]\n")
    #expect(throws: ElementMove.Problem.self) {
      try Self.moved(text + "offset = [\"1cap\", 5]\n", by: (1, 1), .offset)
    }
  }

  @Test func `a text that is no theme stays`() {
    #expect(throws: ElementMove.Problem(reason: "line 3 has a mistake, which comes first")) {
      try Self.moved("flipbook = 1\n[image]\nlogo = 5\n")
    }
    #expect(throws: ElementMove.Problem.self) { try Self.moved("flipbook = \n") }
    #expect(throws: ElementMove.Problem.self) { try Self.moved("flipbook = 1\n", in: 210) }
  }
}
