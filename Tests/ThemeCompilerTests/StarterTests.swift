// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ThemeCompiler

/// The output of `flipbook-theme new`.
@Suite struct StarterTests {
  private static func check(_ text: String, files: [String: [UInt8]] = [:]) -> [String] {
    let result = ThemeCompiler.compile(Array(text.utf8), folder: "t", checksLayout: true) { name in
      files[name].map { .bytes($0) } ?? .unreadable("there is no such file")
    }
    return result.diagnostics.sorted.map { $0.line(file: "t") }
  }

  private static func logo(_ width: Int, _ height: Int) -> [UInt8] {
    Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)"><rect \
      width="\(width)" height="\(height)" fill="#8090A0"/></svg>
      """.utf8)
  }

  @Test(arguments: [(800, 100), (2000, 100), (100, 100), (100, 800)])
  func `a new theme's logo fits every display`(width: Int, height: Int) {
    let starter = StarterTheme(
      name: "t", color: "101418", logo: "logo.svg", font: nil, hasAll: false)
    #expect(Self.check(starter.text, files: ["logo.svg": Self.logo(width, height)]) == [])
  }

  @Test(arguments: [nil, "logo.svg"])
  func `all keys can be uncommented as a whole`(logo: String?) {
    let text = StarterTheme(name: "t", color: "101418", logo: logo, font: nil, hasAll: true).text
    let files = ["logo.svg": Self.logo(100, 100)]
    #expect(Self.check(text, files: files) == [])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // As an editor does: remove one `#`, and the blank after it.
    let whole = lines.map { line in
      guard line.hasPrefix("#") else { return line }
      return line.dropFirst(line.hasPrefix("# ") ? 2 : 1)
    }.joined(separator: "\n")
    #expect(whole != text)
    #expect(Self.check(whole, files: files).filter { $0.contains(": error: ") } == [])
  }

  @Test func `all keys are there`() {
    let text = StarterTheme(name: "t", color: "101418", logo: nil, font: nil, hasAll: true).text
    for table in TableKind.allCases {
      for key in Schema.keys(of: table) {
        let isThere = text.contains("\n\(key.name) = ") || text.contains("# \(key.name) = ")
        #expect(isThere, "\(key.name)")
      }
    }
  }
}
