// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThemeImport

@Suite struct PsplashImportTests {
  private static let logo = SampleFiles.png(40, 40)

  @Test(arguments: ["1", "0", ""])
  func `there is no bar where psplash draws none`(value: String) throws {
    let result = try ThemeImporter.result(
      of: SampleFiles.source([
        "psplash-config.h": Array("#define PSPLASH_DISABLE_PROGRESS_BAR \(value)\n".utf8),
        "psplash-poky.png": Self.logo,
      ]))
    #expect(result.draft["animation", "bar"].entries.isEmpty)
    #expect(
      result.report.lines.contains(
        .init(kind: .taken, text: "PSPLASH_DISABLE_PROGRESS_BAR: there is no bar")))
  }

  @Test func `a logo is as large as a theme can have it`() throws {
    let result = try ThemeImporter.result(
      of: SampleFiles.source([
        "psplash-config.h": [], "psplash-poky.png": SampleFiles.png(10, 5000),
      ]))
    let file = try #require(result.draft.files.first)
    #expect(StraightImage.size(of: file.bytes).map { [$0.width, $0.height] } == [5, 2500])
  }
}
