// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThemeImport

struct ParserTests {
  @Test func `a theme file of Plymouth has groups, locales and escapes`() throws {
    let file = try PlymouthThemeFile(SampleFiles.twoStep, path: "x")
    #expect(file.module == "two-step")
    #expect(file["Title", in: "updates"] == "Installing \t{updates}")
    #expect(file["Title", in: "updates", locale: "de"] == "Wird installiert")
    #expect(file.languages == ["de"])
    #expect(file["Title", in: "boot-up"] == nil)
  }

  @Test func `numbers of a two-step theme are read as Plymouth reads them`() throws {
    let theme = TwoStepTheme(
      try PlymouthThemeFile(
        """
        [Plymouth Theme]
        ModuleName=two-step
        [two-step]
        HorizontalAlignment=.25
        VerticalAlignment=1
        WatermarkVerticalAlignment=7
        ProgressBarBackgroundColor=0x01000000
        ProgressBarForegroundColor=0xabcdef
        ProgressBarHeight=12
        [shutdown]
        UseProgressBar=true
        """, path: "x"))
    #expect((theme.animation.x, theme.animation.y) == (250, 1000))
    // Beyond the display is at its edge; the bar is where the animation is.
    #expect(theme.watermark.y == 1000)
    #expect(theme.bar == theme.animation)
    #expect(theme.barTrack == 0x0100_0000)
    #expect(theme.barFill == 0xABCD_EFFF)
    #expect(theme.barHeight == 12)
    #expect(theme.modes[1].settings.usesBar && !theme.modes[1].settings.usesAnimation)
    // Without its own group a reboot is a shutdown.
    #expect(theme.modes[2].settings == theme.modes[1].settings)
  }

  @Test(arguments: [
    ("Cantarell Light 30", "Cantarell", ["Light"], 30_000),
    ("DejaVu Sans Mono Bold Oblique 9.5", "DejaVu Sans Mono", ["Bold", "Oblique"], 9500),
    ("Sans", "Sans", [], 12_000), ("Ubuntu 20px", "Ubuntu", [], 15_000),
    ("Bold", "Bold", [], 12_000),
    ("Cantarell Light 0", "Cantarell", ["Light"], 12_000),
  ])
  func `a font is described as for Pango`(
    text: String, family: String, styles: [String], size: Int
  ) {
    let font = PlymouthFont(text, usual: 12)
    #expect(font.family == family && font.styles == styles && font.size == size)
  }

  @Test func `a boot animation's parts have all of the format's words`() throws {
    let description = try BootanimationDescription(
      """
      720 1280 30 1

      p 1 0 part0
      c 2 15 part1 #FF8000 c c
      f 0 0 part2 7 #000010
      dynamic_colors part2 #111111 #222222
      x 1 2
      """, path: "desc.txt")
    #expect((description.width, description.height, description.rate) == (720, 1280, 30))
    #expect(description.hasProgress && description.hasDynamicColors)
    #expect(description.unknownLines == [7])
    let parts = description.parts
    #expect(parts.map(\.kind) == [.interrupted, .complete, .fading(frames: 7)])
    #expect(parts.map(\.background) == [nil, 0xFF8000, 0x10])
    #expect(parts.map(\.hasClock) == [false, true, false])
    #expect((parts[1].count, parts[1].pause) == (2, 15))
  }

  @Test func `a trim is a size and a position`() {
    let parts = TrimFile.parts("10x20+3+4\n1x2\nx\n0x1+0+0")
    #expect(parts == [StraightImage.Part(x: 3, y: 4, width: 10, height: 20), nil, nil, nil])
  }

  @Test func `a header's macros have joined lines and no comments`() {
    let header = CHeader(
      Array(
        "#define A (1) // one\n #\tdefine B \"/*\" \\\n \"\\\"\\x41\\101\" /* two\n lines */\nint c;\n"
          .utf8))
    #expect(header.macros["A"].flatMap(CHeader.number) == 1)
    #expect(
      header.macros["B"].flatMap { CHeader.string($0, atMost: 9) } == Array("/*\"AA".utf8))
    #expect(header.macros["B"].flatMap { CHeader.string($0, atMost: 3) } == nil)
    #expect(CHeader.color(Array("0xec, 0x0,12".utf8)) == 0xEC000C)
    #expect(CHeader.color(Array("0x100,0,0".utf8)) == nil)
  }

  @Test func `an image in a header is unpacked`() throws {
    let image = try PixbufHeader.image(CHeader(Array(SampleFiles.psplash.utf8)), path: "x")
    let red: [UInt8] = [255, 0, 0, 255]
    #expect(image.pixels == red + red + red + red + [0, 128, 0, 255] + [0, 0, 255, 1])
  }
}
