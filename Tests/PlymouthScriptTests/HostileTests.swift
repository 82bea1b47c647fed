// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PlymouthScript

/// Scripts that want all of the machine end with one line.
@Suite struct HostileTests {
  /// Limits that a debug build reaches in a moment.
  private static var limits: ScriptLimits {
    var limits = ScriptLimits()
    limits.stepsPerCall = 100_000
    limits.steps = 1_000_000
    limits.objects = 8_000
    limits.stringLength = 10_000
    limits.stringBytes = 100_000
    limits.sprites = 200
    limits.images = 500
    return limits
  }

  @Test(arguments: [
    ("while (1) {}", "test.script:1: stopped: more than 100000 steps in one call"),
    ("\nfor (;;) x = 1;", "test.script:2: stopped: more than 100000 steps in one call"),
    ("fun f() { f(); } f();", "test.script:1: stopped: calls and blocks nest too deeply"),
    (
      "fun f() { return g(); } fun g() { return f(); } f();",
      "test.script:1: stopped: calls and blocks nest too deeply"
    ),
    (
      "fun r() { while (1) {} } Plymouth.SetRefreshFunction(r);",
      "test.script:1: stopped: more than 100000 steps in one call"
    ),
    (
      "fun r() { for (i = 0; i < 9000; i++) x = i; } Plymouth.SetRefreshFunction(r);",
      "test.script:1: stopped: more than 1000000 steps"
    ),
    ("x = \"ab\"; while (1) x += x;", "test.script:1: stopped: a string of more than 10000 bytes"),
    (
      "s = \"0123456789012345678901234567890123456789\"; for (i = 0;; i++) a[i] = s + s + s + s + s + s + s + s + i;",
      "test.script:1: stopped: strings of more than 100000 bytes"
    ),
    ("for (i = 0;; i++) a[i] = i;", "test.script:1: stopped: more than 8000 objects"),
    ("for (i = 0;; i++) a[i] = Sprite();", "test.script:1: stopped: more than 200 sprites"),
    (
      "for (i = 1;; i++) Image(\"logo.png\").Scale(i, 1);",
      "test.script:1: stopped: more than 500 different images"
    ),
    (
      "Image(\"logo.png\").Scale(100000, 100000);",
      "test.script:1: stopped: an image of 100000×100000 pixels, 16384 a side are possible"
    ),
    (
      "a = []; for (i = 0; i < 60; i++) a |= a; x = a.none;",
      "test.script:1: stopped: more than 100000 steps in one call"
    ),
  ])
  func `a hostile script ends with one line`(source: String, line: String) {
    #expect(Scripts.error(source, limits: HostileTests.limits) == line)
  }

  /// What makes a string of 5120 bytes.
  private static let long = "t = \"0123456789\"; for (i = 0; i < 9; i++) t = t + t; "

  @Test(arguments: [
    "for (i = 0; i < 2000; i++) u = t + \"x\";", "for (i = 0; i < 1000; i++) u = t == t;",
    "for (i = 0; i < 500; i++) u = t.CharAt(5000);",
    "for (i = 0; i < 500; i++) u = t.SubString(5000, 5010);",
    "for (i = 0; i < 500; i++) u = t.Length();", "for (i = 0; i < 1000; i++) a[t] = 1;",
    "for (i = 0; i < 500; i++) u = Image.Text(t, 1, 1, 1, 1, \"Sans 0.01\");",
    "for (i = 0; i < 500; i++) u = Image(\"none\" + i);",
    "for (i = 0; i < 1500; i++) v[i] = v[i + 1]; for (i = 0; i < 1000; i++) if (v[0]) {}",
  ])
  func `work that grows with what a script holds takes steps`(loop: String) {
    #expect(
      Scripts.error(HostileTests.long + loop, limits: HostileTests.limits)
        == "test.script:1: stopped: more than 100000 steps in one call")
  }

  @Test func `sprites that appear late have room for no more states than the limit`() throws {
    var limits = ScriptLimits()
    limits.states = 40_000
    let source = """
      n = 0; s = [];
      fun refresh() {
        n++; if (n == 1900) for (i = 0; i < 30; i++) {
          s[i] = Sprite(Image("dot.png")); s[i].SetX(30 * i);
        }
      }
      Plymouth.SetRefreshFunction(refresh);
      """
    let scene = try Scripts.scene(source, limits: limits)
    #expect(scene.notes.map(\.text).contains("the script shows very much: a part of it is missing"))
    limits.states = 80_000
    let whole = try Scripts.scene(source, limits: limits)
    #expect(!whole.notes.contains { $0.text.contains("very much") })
  }

  @Test func `short strings and variables take no more steps`() throws {
    var limits = HostileTests.limits
    limits.stepsPerCall = 12_000
    let source = """
      a = "a short text of a script"; b = a; c = b;
      for (i = 0; i < 600; i++) { x = c.CharAt(3) + a; }
      """
    #expect(try Scripts.value(source, limits: limits) == "ha short text of a script")
  }

  @Test(arguments: ["(", "[", "{", "!", "-", "f(", "a[", "if (1) ", "fun () {", "do ", "x = "])
  func `deep nesting is an error of its line`(opening: String) {
    let error = Scripts.error("\n" + String(repeating: opening, count: 20_000))
    #expect(error == "test.script:2: nested deeper than 400 levels")
  }

  @Test(arguments: ["a + ", "a.b.", "a = ", "a || "])
  func `long chains are an error of their line`(link: String) {
    let error = Scripts.error(String(repeating: link, count: 20_000) + "a;")
    #expect(error == "test.script:1: nested deeper than 400 levels")
  }

  @Test func `the deepest possible nesting is evaluated`() throws {
    // An expression and a statement take a level each.
    let depth = 190
    let source =
      "x = " + String(repeating: "(1 + ", count: depth) + "0" + String(repeating: ")", count: depth)
      + ";"
    #expect(try Scripts.value(source) == "190")
  }

  @Test func `a long chain of objects ends without recursion`() throws {
    let source = """
      head = [];
      for (i = 0; i < 12000; i++) { next = []; next.tail = head; head = next; }
      head = NULL; next = NULL; x = "done";
      """
    #expect(try Scripts.value(source) == "done")
  }

  @Test func `objects that hold themselves are no trouble`() throws {
    #expect(try Scripts.value("a.a = a; b = a.a.a.a; b.k = 1; x = a.k;") == "1")
    #expect(try Scripts.value("a = nothing; nothing = a; a = a; x = a;") == "#NULL")
  }

  @Test func `a source beyond the limit is not read`() {
    var limits = ScriptLimits()
    limits.sourceBytes = 10
    #expect(
      Scripts.error("x = 1234567;", limits: limits)
        == "test.script: it has 12 bytes, 10 are possible")
  }

  @Test func `turning the drawing order at each refresh ends`() throws {
    let scene = try Scripts.scene(
      """
      for (i = 0; i < 12; i++) s[i] = Sprite(Image("dot.png"));
      n = 0;
      fun refresh() { n = !n; for (i = 0; i < 12; i++) if (n) s[i].SetZ(i); else s[i].SetZ(-i); }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(!scene.items.isEmpty)
  }

  /// A script with everything in it, with bytes changed, left out and repeated.
  @Test func `scripts that are nearly right end as a scene or as one line`() {
    let source = Array(
      """
      Window.SetBackgroundTopColor(0.1, 0.2, 0.3);
      for (i = 0; i < 5; i++) images[i] = Image("frame-" + i + ".png");
      s = Sprite(images[0]); n = 0; hash = ["a", 1, fun (q) { return q * 2; }];
      fun refresh() {
        if (n % 2 == 0 && !hash.none || hash[2](3) > 5) { s.SetImage(images[n % 5]); } else s.SetZ(1);
        s.SetPosition(Window.GetWidth() / 2 - n % 7, 20 + n % 3, 3); n++;
        do { k = "text".SubString(1, 2); } while (0); return n;
      }
      Plymouth.SetRefreshFunction(refresh); /* a comment */
      fun progress(t, p) { b = Sprite(Image("bar.png").Scale(400 * p + 1, 10)); global.bar = b; }
      Plymouth.SetBootProgressFunction(progress); // the end
      """.utf8)
    var limits = HostileTests.limits
    limits.steps = 30_000
    var state: UInt64 = 42
    let next = { (bound: Int) -> Int in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    let characters = Array("(){}[];,.=+-*/%|&!<>\"#\\ \n09azAZ_".utf8)
    var (scenes, errors) = (0, 0)
    for _ in 0..<200 {
      var bytes = source
      for _ in 0...next(3) {
        let place = next(bytes.count)
        switch next(4) {
        case 0: bytes[place] = characters[next(characters.count)]
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(characters[next(characters.count)], at: place)
        default:
          let end = min(bytes.count, place + next(40))
          bytes.insert(contentsOf: bytes[place..<end], at: next(bytes.count))
        }
      }
      let error = Scripts.error(String(decoding: bytes, as: UTF8.self), limits: limits)
      if let error {
        errors += 1
        #expect(error.hasPrefix("test.script:") && !error.contains("\n"))
      } else {
        scenes += 1
      }
    }
    #expect(errors > 25)
    #expect(scenes + errors == 200)
  }
}
