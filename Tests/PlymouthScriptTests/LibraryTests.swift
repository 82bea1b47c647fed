// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PlymouthScript

/// The objects that scripts expect.
@Suite struct LibraryTests {
  @Test(arguments: [
    ("Math.Abs(-3)", "3"), ("Math.Min(2, 1)", "1"), ("Math.Max(2, 1)", "2"),
    ("Math.Clamp(9, 0, 5)", "5"), ("Math.Clamp(-9, 0, 5)", "0"), ("Math.Pi", "3.14159"),
    ("Math.Cos(0)", "1"), ("Math.Sin(Math.Pi / 2)", "1"), ("Math.Tan(0)", "0"),
    ("Math.ATan2(1, 1) * 4", "3.14159"), ("Math.Sqrt(2)", "1.41421"), ("Math.Int(2.9)", "2"),
    ("Math.Int(-2.1)", "-3"), ("MathInt(7.5)", "7"),
    ("Math.Random() >= 0 && Math.Random() < 1", "1"),
    ("\"abc\".CharAt(1)", "b"), ("\"abc\".CharAt(9)", ""), ("\"abc\".CharAt(-1)", "#NULL"),
    ("\"abcdef\".SubString(1, 3)", "bc"), ("\"abc\".SubString(2, 1)", "#NULL"),
    ("\"äbc\".Length()", "3"), ("String(\"abc\").Length()", "3"),
    ("Window.GetWidth()", "1920"), ("Window.GetHeight(0)", "1080"), ("Window.GetX()", "0"),
    ("Window.GetWidth(1)", "#NULL"), ("SpriteWindowGetHeight()", "1080"),
    ("Plymouth.GetMode()", "boot"), ("PlymouthGetMode()", "boot"),
    ("Plymouth.GetCapslockState()", "0"),
    ("Image(\"logo.png\").GetWidth()", "200"), ("Image(\"none.png\")", "#NULL"),
    ("Image(\"logo.png\").Scale(30, 20.9).GetHeight()", "20"),
    ("Image(\"logo.png\").Scale(0, 20)", "#NULL"),
    ("Image(\"logo.png\").Rotate(1).GetWidth()", "200"),
    ("Image(\"logo.png\").Crop(10, 10, 50, 40).GetWidth()", "50"),
    ("Image(\"dot.png\").Tile(300, 200).GetHeight()", "200"),
    ("ImageGetWidth(ImageScale(ImageNew(\"logo.png\"), 7, 8))", "7"),
    ("Image.Text(\"abc\", 1, 1, 1).GetHeight() > 10", "1"),
    ("Sprite(Image(\"logo.png\")).GetImage().GetWidth()", "200"), ("Sprite().GetX()", "0"),
    ("Sprite().GetOpacity()", "1"), ("Sprite().GetImage()", "#NULL"),
  ])
  func `functions return what is documented`(expression: String, value: String) throws {
    #expect(try Scripts.value("x = \(expression);") == value)
  }

  @Test(arguments: [
    ("Sans 20px", 20), ("Sans 0.2px", 1), ("Sans 1e300px", 16), ("Sans infpx", 16),
    ("Sans nanpx", 16), ("Sans -3px", 16), ("Sans 1000px", 16), ("Sans 1e300", 16),
    ("Sans 12", 16), ("Sans 24", 32),
  ])
  func `a font's size is one that a display can have`(font: String, em: Double) throws {
    let style = ScriptImage.TextStyle(
      text: "a", red: 1, green: 1, blue: 1, alpha: 1, font: font)
    #expect(style.emInPixels == em)
    #expect(style.estimatedSize.width <= 600)
  }

  @Test func `a name that no file can have is a warning`() throws {
    var setting = Simulation.Setting()
    setting.seconds = 1
    let name = String(repeating: "n", count: 5000)
    let trace = try Scripts.simulation("a = Image(\"\(name)\");").run(setting)
    #expect(trace.images.missing.isEmpty)
    #expect(
      trace.warnings.map(\.text) == ["an image's name of more than 4096 bytes is that of none"])
  }

  @Test func `a sprite has what is set`() throws {
    let source = """
      s = Sprite(); s.SetPosition(1.9, 2, 3); s.SetOpacity(0.25); s.SetX(s.GetX() + 10);
      x = "" + s.GetX() + "," + s.GetY() + "," + s.GetZ() + "," + s.GetOpacity();
      """
    #expect(try Scripts.value(source) == "11,2,3,0.25")
  }

  @Test func `a script's own element of an image does not hide its methods`() throws {
    #expect(
      try Scripts.value("i = Image(\"logo.png\"); i.name = \"n\"; x = i.name + i.GetWidth();")
        == "n200")
  }

  @Test func `random numbers are the same in each run`() throws {
    let source = "x = \"\"; for (i = 0; i < 5; i++) x += Math.Int(Math.Random() * 1000) + \" \";"
    let first = try Scripts.value(source)
    #expect(try Scripts.value(source) == first)
    #expect(Set(first.split(separator: " ")).count > 3)
  }

  @Test func `a sprite is removed with its last reference`() throws {
    let source = """
      logo = Sprite(Image("logo.png")); other = Sprite(Image("dot.png"));
      n = 0; fun refresh() { n++; if (n == 5) { logo = NULL; } } Plymouth.SetRefreshFunction(refresh);
      """
    var setting = Simulation.Setting()
    setting.seconds = 1
    let trace = try Scripts.simulation(source).run(setting)
    #expect(trace.sprites[0]?.states.count == 4)
    #expect(trace.sprites[1]?.states.count == trace.count)
  }

  @Test func `sprites are drawn by z, then by age`() throws {
    let source = """
      a = Sprite(Image("logo.png")); b = Sprite(Image("dot.png")); c = Sprite(Image("box.png"));
      a.SetZ(5); b.SetPosition(0, 0, 2); c.SetPosition(0, 0, 2);
      """
    var setting = Simulation.Setting()
    setting.seconds = 1
    #expect(try Scripts.simulation(source).run(setting).order == [1, 2, 0])
  }

  @Test func `a position without z keeps a sprite above older ones`() throws {
    let source =
      "a = Sprite(Image(\"wall.png\")); b = Sprite(Image(\"dot.png\")); b.SetPosition(1, 1);"
    var setting = Simulation.Setting()
    setting.seconds = 1
    #expect(try Scripts.simulation(source).run(setting).order == [0, 1])
  }

  @Test func `the refresh rate and the progress are the clock's`() throws {
    let source = """
      s = Sprite(Image("dot.png"));
      Plymouth.SetRefreshRate(10);
      fun refresh() { s.SetY(s.GetY() + 1); } Plymouth.SetRefreshFunction(refresh);
      fun progress(time, part) { s.SetX(part * 100); } Plymouth.SetBootProgressFunction(progress);
      """
    var setting = Simulation.Setting()
    (setting.seconds, setting.progressSeconds) = (10, 10)
    let trace = try Scripts.simulation(source).run(setting)
    #expect(trace.count == 100)
    #expect(trace.sprites[0]?[50]?.x == 50)
    #expect(trace.sprites[0]?[50]?.y == 51)
    setting.progressSeconds = nil
    #expect(try Scripts.simulation(source).run(setting).sprites[0]?[50]?.x == 0)
  }

  @Test func `a call of what is no function is a warning with its line`() throws {
    var setting = Simulation.Setting()
    setting.seconds = 1
    let trace = try Scripts.simulation("a = 1;\na.Nothing();").run(setting)
    #expect(
      trace.warnings == [
        ScriptWarning(line: 2, text: "a call of what is no function is passed over: Nothing")
      ])
  }
}
