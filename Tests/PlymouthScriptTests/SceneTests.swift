// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PlymouthScript

/// What becomes of scripts of each kind.
@Suite struct SceneTests {
  static let centre = """
    fun centre(sprite, image) {
      sprite.SetX(Window.GetX() + Window.GetWidth() / 2 - image.GetWidth() / 2);
      sprite.SetY(Window.GetY() + Window.GetHeight() / 2 - image.GetHeight() / 2);
    }

    """

  private func frames(_ source: String) throws -> SceneDescription.Frames {
    let scene = try Scripts.scene(source)
    let found = scene.items.compactMap { item -> SceneDescription.Frames? in
      if case .frames(let frames) = item { frames } else { nil }
    }
    #expect(found.count == 1)
    return try #require(found.first)
  }

  private func names(_ frames: SceneDescription.Frames) -> [String] {
    frames.frames.map { $0.layers.map { $0.image.wholeFile ?? "?" }.joined(separator: "+") }
  }

  @Test func `the background has the script's colours`() throws {
    let scene = try Scripts.scene(
      "Window.SetBackgroundTopColor(1, 0.5, 0); Window.SetBackgroundBottomColor(0, 0, 2);"
        + "s = Sprite(Image(\"logo.png\"));")
    #expect((scene.topColor, scene.bottomColor) == (0xFF7F00, 0x0000FF))
  }

  @Test func `a still image is placed by its fraction of the window`() throws {
    let scene = try Scripts.scene(
      SceneTests.centre + "i = Image(\"logo.png\"); s = Sprite(i); centre(s, i);")
    guard case .image(let still)? = scene.items.first else {
      Issue.record("there is no image")
      return
    }
    #expect(scene.items.count == 1)
    #expect(still.image == .file("logo.png"))
    #expect((still.placement.x.fraction, still.placement.x.offset) == (500, 0))
    #expect((still.placement.y.fraction, still.placement.y.offset) == (500, 0))
    #expect(still.placement.x.extent == .pixels(200))
  }

  /// The fraction is 0 or 1 at an edge.
  @Test func `an offset from an edge stays one`() throws {
    let scene = try Scripts.scene(
      """
      i = Image("logo.png"); s = Sprite(i);
      s.SetPosition(30, Window.GetHeight() - i.GetHeight() - 40, 1);
      """)
    guard case .image(let still)? = scene.items.first else {
      Issue.record("there is no image")
      return
    }
    #expect((still.placement.x.fraction, still.placement.x.offset) == (0, 30_000))
    #expect((still.placement.y.fraction, still.placement.y.offset) == (1000, -40_000))
  }

  /// Both windows have the same pivot without an offset.
  @Test func `an image that is centred at a fraction is centred there`() throws {
    let scene = try Scripts.scene(
      """
      i = Image("logo.png"); s = Sprite(i);
      s.SetPosition(Window.GetWidth() * 0.25 - i.GetWidth() / 2, Window.GetHeight() * 0.7, 1);
      """)
    guard case .image(let still)? = scene.items.first else {
      Issue.record("there is no image")
      return
    }
    #expect((still.placement.x.fraction, still.placement.x.pivot) == (250, 500))
    #expect((still.placement.y.fraction, still.placement.y.pivot) == (700, 0))
    // Less than a pixel, as Plymouth cuts it off.
    #expect((still.placement.x.offset, still.placement.y.offset) == (-480, -480))
  }

  @Test func `an image in the size of the window is the backdrop`() throws {
    let stretched = try Scripts.scene(
      "s = Sprite(Image(\"wall.png\").Scale(Window.GetWidth(), Window.GetHeight())); s.SetZ(-100);")
    #expect(stretched.backdrop?.fit == .stretch)
    #expect(stretched.backdrop?.image.wholeFile == "wall.png")
    let covering = try Scripts.scene(
      """
      i = Image("wall.png");
      f = Math.Max(Window.GetWidth() / i.GetWidth(), Window.GetHeight() / i.GetHeight());
      i = i.Scale(i.GetWidth() * f, i.GetHeight() * f);
      s = Sprite(i);
      s.SetX(Window.GetWidth() / 2 - i.GetWidth() / 2);
      s.SetY(Window.GetHeight() / 2 - i.GetHeight() / 2);
      """)
    #expect(covering.backdrop?.fit == .cover)
    #expect(covering.items.isEmpty)
  }

  @Test func `a size that follows the window is a share of it`() throws {
    let scene = try Scripts.scene(
      "s = Sprite(Image(\"logo.png\").Scale(Window.GetWidth() * 0.4, Window.GetHeight() * 0.1));")
    guard case .image(let still)? = scene.items.first else {
      Issue.record("there is no image")
      return
    }
    #expect(still.placement.x.extent == .windowWidth(400))
    #expect(still.placement.y.extent == .windowHeight(100))
  }

  @Test(arguments: [(1, 50_000), (2, 25_000), (3, 16_667), (5, 10_000)])
  func `a sequence has the rate at which its images follow`(divisor: Int, rate: Int) throws {
    let frames = try frames(
      """
      for (i = 0; i < 7; i++) images[i] = Image("frame-" + i + ".png");
      s = Sprite(); n = 0;
      fun refresh() { s.SetImage(images[Math.Int(n / \(divisor)) % 7]); n++; }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(frames.rate == rate)
    #expect(frames.intro == 0)
    #expect(names(frames) == (0..<7).map { "frame-\($0).png" })
  }

  @Test func `steps of 3 and 4 refreshes are equal frames`() throws {
    let frames = try frames(
      """
      for (i = 0; i < 8; i++) images[i] = Image("frame-" + i + ".png");
      s = Sprite(); n = 0;
      fun refresh() { s.SetImage(images[Math.Int(n / 3.5) % 8]); n++; }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(frames.frames.count == 8)
    #expect(frames.rate == 14_286)
  }

  /// The beginning is not repeated.
  @Test func `what is shown once before a loop is the intro`() throws {
    let frames = try frames(
      """
      s = Sprite(); n = 0;
      fun refresh() {
        s.SetImage(Image("frame-" + n + ".png"));
        n++; if (n == 10) n = 4;
      }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(frames.intro == 4)
    #expect(names(frames) == (0..<10).map { "frame-\($0).png" })
  }

  @Test func `a sequence that ends stays at its last frame`() throws {
    let frames = try frames(
      """
      s = Sprite(); n = 0;
      fun refresh() { s.SetImage(Image("frame-" + n + ".png")); if (n < 20) n++; }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(frames.intro == 20)
    #expect(frames.frames.count == 21)
    #expect(names(frames).last == "frame-20.png")
  }

  /// One of several sprites is visible.
  @Test func `sprites that take turns are a sequence of their files`() throws {
    let frames = try frames(
      """
      for (i = 0; i < 6; i++) { s[i] = Sprite(Image("frame-" + i + ".png")); s[i].SetOpacity(0); }
      n = 0;
      fun refresh() {
        for (i = 0; i < 6; i++) s[i].SetOpacity(i == n % 6);
        n++;
      }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(names(frames) == (0..<6).map { "frame-\($0).png" })
    #expect(frames.rate == 50_000)
  }

  @Test func `a new sprite at each refresh goes on with the last one`() throws {
    let frames = try frames(
      """
      n = 0;
      fun refresh() { s = NULL; s = Sprite(Image("frame-" + n % 5 + ".png")); n++; global.s = s; }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(Set(names(frames)) == Set((0..<5).map { "frame-\($0).png" }))
  }

  /// A pack has few motions.
  @Test func `a swarm of images stays one sequence`() throws {
    let frames = try frames(
      """
      for (i = 0; i < 12; i++) s[i] = Sprite(Image("dot.png"));
      n = 0;
      fun refresh() {
        for (i = 0; i < 12; i++) s[i].SetPosition(100 + 10 * i + (n % 20), 100, i);
        n++;
      }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(frames.frames.count == 20)
  }

  @Test(arguments: ["box.Scale(400 * p, 10)", "box.Crop(0, 0, 400 * p, 10)"])
  func `an image that grows with the progress is a bar`(image: String) throws {
    let scene = try Scripts.scene(
      """
      box = Image("bar.png"); s = Sprite(box);
      s.SetX(Window.GetWidth() / 2 - 200); s.SetY(Window.GetHeight() * 0.75);
      fun progress(t, p) { s.SetImage(\(image)); }
      Plymouth.SetBootProgressFunction(progress);
      """)
    guard case .bar(let bar)? = scene.items.first else {
      Issue.record("there is no bar")
      return
    }
    #expect(bar.image.base == .file("bar.png"))
    #expect(bar.isScaled == image.contains("Scale"))
    #expect(bar.placement.y.fraction == 750)
    guard case .pixels(let width) = bar.placement.x.extent else {
      Issue.record("the bar has no width in pixels")
      return
    }
    #expect(abs(width - 400) <= 1)
  }

  /// Each frame has the same share of the progress.
  @Test func `images that the progress selects are bound to it`() throws {
    let frames = try frames(
      """
      for (i = 0; i <= 10; i++) images[i] = Image("frame-" + i + ".png");
      s = Sprite(images[0]);
      fun progress(t, p) { s.SetImage(images[Math.Int(p * 11)]); }
      Plymouth.SetBootProgressFunction(progress);
      """)
    #expect(frames.isBound)
    #expect(names(frames) == (0...10).map { "frame-\($0).png" })
  }

  @Test func `an animation of the progress function is one of time`() throws {
    let frames = try frames(
      """
      s = Sprite(); n = 0;
      fun progress(t, p) { s.SetImage(Image("frame-" + n % 6 + ".png")); n++; }
      Plymouth.SetBootProgressFunction(progress);
      """)
    #expect(!frames.isBound)
    #expect(frames.rate == 50_000)
  }

  /// Braces are doubled in templates.
  @Test func `a text becomes a text, and the progress a percentage`() throws {
    let scene = try Scripts.scene(
      """
      title = Image.Text("Starting {x}", 1, 0, 0, 1, "Sans Bold 24"); t = Sprite(title);
      t.SetX(Window.GetWidth() / 2 - title.GetWidth() / 2);
      s = Sprite(); s.SetY(300);
      fun progress(time, p) { s.SetImage(Image.Text("at " + Math.Int(p * 100) + " %", 1, 1, 1)); }
      Plymouth.SetBootProgressFunction(progress);
      """)
    let texts = scene.items.compactMap { item -> SceneDescription.Text? in
      if case .text(let text) = item { text } else { nil }
    }
    #expect(texts.map(\.template) == ["Starting {{x}}", "at {percent}"])
    #expect(texts.first?.style.emInPixels == 32)
    #expect(texts.first?.style.red == 1)
    #expect(texts.first?.placement.x.fraction == 500)
  }

  @Test func `messages and questions are placed as in the script`() throws {
    let scene = try Scripts.scene(
      """
      s = Sprite(Image("logo.png"));
      fun message(text) {
        i = Image.Text(text, 0, 1, 0); global.m = Sprite(i);
        global.m.SetPosition(Window.GetWidth() / 2 - i.GetWidth() / 2, Window.GetHeight() * 0.1, 9);
      }
      Plymouth.SetMessageFunction(message);
      fun password(question, bullets) {
        i = Image.Text(question, 1, 1, 1); global.q = Sprite(i);
        global.q.SetPosition(Window.GetWidth() / 2 - i.GetWidth() / 2, Window.GetHeight() * 0.6, 9);
      }
      Plymouth.SetDisplayPasswordFunction(password);
      """)
    #expect(scene.items.count == 1)
    #expect(abs((scene.messagePoint?.x ?? 0) - 500) <= 2)
    #expect(abs((scene.messagePoint?.y ?? 0) - 110) <= 12)
    #expect(scene.messageStyle?.green == 1)
    #expect(abs((scene.promptPoint?.y ?? 0) - 610) <= 12)
  }

  @Test func `a dialog's parts are found by where they are`() throws {
    func scene(bullets: String, entryX: Int = 100) throws -> SceneDescription.Dialog {
      try Scripts.scene(
        """
        s = Sprite(Image("logo.png"));
        fun password(question, bullets) {
          global.box = Sprite(Image("wall.png")); global.box.SetPosition(60, 90, 1);
          global.entry = Sprite(Image("bar.png")); global.entry.SetPosition(\(entryX), 200, 2);
          global.lock = Sprite(Image("box.png")); global.lock.SetPosition(\(entryX) - 420, 195, 2);
          for (i = 0; i < \(bullets); i++) {
            global.dots[i] = Sprite(Image("frame-0.png").Scale(4, 4));
            global.signs[i] = Sprite(Image("dot.png"));
            global.signs[i].SetPosition(\(entryX) + 10 + 20 * i, 200 - 5, 3);
          }
        }
        Plymouth.SetDisplayPasswordFunction(password);
        """
      ).dialog
    }
    // The entry is as high as a bar, so that the wall is the smallest image behind the signs.
    let dialog = try scene(bullets: "bullets")
    #expect(dialog.bullet == "dot.png" && dialog.field == "wall.png" && dialog.panel == nil)
    // What is not there for each character is no sign for one.
    #expect(try scene(bullets: "1") == SceneDescription.Dialog())
  }

  @Test func `random motion is repeated, and said to be`() throws {
    let scene = try Scripts.scene(
      """
      s = Sprite(Image("dot.png"));
      fun refresh() { s.SetPosition(Math.Random() * 200, Math.Random() * 200, 1); }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(scene.items.count == 1)
    #expect(scene.notes.contains { $0.text.hasPrefix("a random animation") })
  }

  @Test func `items are in drawing order`() throws {
    let scene = try Scripts.scene(
      """
      a = Sprite(Image("logo.png")); a.SetZ(10);
      b = Sprite(Image("box.png")); b.SetZ(1);
      n = 0; c = Sprite(); c.SetZ(5);
      fun refresh() { c.SetImage(Image("frame-" + n % 3 + ".png")); n++; }
      Plymouth.SetRefreshFunction(refresh);
      """)
    let kinds = scene.items.map { item in
      switch item {
      case .image(let still): still.image.wholeFile ?? ""
      case .frames: "frames"
      case .moving: "moving"
      case .text, .bar: "other"
      }
    }
    #expect(kinds == ["box.png", "frames", "logo.png"])
  }
}
