// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThemeCompiler

@Suite struct LayoutCheckTests {
  @Test func `a warning about displays names each of them with its situation`() throws {
    let text = """
      flipbook = 1
      [animation.bar]
      kind = "bar"
      width = 700
      """
    let result = ThemeCompiler.compile(Array(text.utf8), folder: "t", checksLayout: true) { _ in
      .unreadable("there is no such file")
    }
    let warning = try #require(result.diagnostics.all.first)
    #expect(result.diagnostics.all.count == 1)
    #expect(warning.whatOnDisplay == "it does not fit")
    #expect(warning.what.hasPrefix("it does not fit on a display of 240×240 points (boot-up, "))
    // All that are narrower than the bar, and no others.
    let narrow = LayoutCheck.displays.filter { $0.width < 700 }.map { "\($0.width)x\($0.height)" }
    #expect(warning.displays.map(\.size) == narrow)
    #expect(warning.displays.allSatisfy { $0.situation == "boot-up, idle" })
  }

  @Test func `another warning is about all displays`() throws {
    let result = Themes.compile("flipbook = 1\n[text.a]\ntext = \"\\u0434\"\n")
    let warning = try #require(result.diagnostics.all.first)
    #expect(warning.displays.isEmpty && warning.whatOnDisplay == nil)
  }
}
