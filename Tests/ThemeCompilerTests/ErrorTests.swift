// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThemeCompiler

@Suite struct ErrorTests {
  /// The text below `flipbook = 1`, and the line of the error.
  static let mistakes: [(text: String, line: String)] = [
    ("backgrund = 1", "t:2:1: error: backgrund: there is no such key; did you mean 'background'?"),
    (
      "[background]\ncolour = \"000000\"",
      "t:3:1: error: background.colour: there is no such key; did you mean 'color'?"
    ),
    (
      "[background]\ncolor = \"12\"",
      "t:3:9: error: background.color: there is no colour '12'; expected RRGGBB, RRGGBBAA or a name of [colors]"
    ),
    (
      "[colors]\nbrand = \"112233\"\n[background]\ncolor = \"brnd\"",
      "t:5:9: error: background.color: there is no colour 'brnd'; expected RRGGBB, RRGGBBAA or a name of [colors]; did you mean 'brand'?"
    ),
    (
      "[colors]\nbrand = \"red\"\n[background]\ncolor = \"brand\"",
      "t:3:9: error: colors.brand: not a colour; expected RRGGBB or RRGGBBAA"
    ),
    (
      "keymap = [\"de\", \"xyz\"]",
      "t:2:10: error: keymap: there is no keyboard layout 'xyz'; expected up to four layouts, as in xkeyboard-config(7)"
    ),
    (
      "keymap = [\"gr\"]",
      "t:2:10: warning: keymap: gr has no letters from a to z: us is put first"
    ),
    (
      "[background]\nfit = \"cower\"",
      "t:3:7: error: background.fit: 'cower' does not fit; expected cover, contain, stretch, none; did you mean 'cover'?"
    ),
    (
      "[background]\nimage = \"../x.png\"",
      "t:3:9: error: background.image: '../x.png' is not below the theme's folder; expected a name without '..' that does not begin with '/'"
    ),
    (
      "[background]\nimage = \"x.png\"",
      "t:3:9: error: background.image: 'x.png' cannot be used: there is no such file; expected a PNG, JPEG or SVG file"
    ),
    (
      "[prompt]\nopacity = 0",
      "t:3:11: error: prompt.opacity: 0 does not fit; expected a number of 0.5 to 1"
    ),
    (
      "[when.failed.prompt]\nopacity = 0.49",
      "t:3:11: error: when.failed.prompt.opacity: a number does not fit; expected a number of 0.5 to 1"
    ),
    (
      "[clock.time]\nformat = \"13\"",
      "t:3:10: error: clock.time.format: '13' does not fit; expected auto, 12, 24"
    ),
    (
      "[clock.time]\nformat = 12",
      "t:3:10: error: clock.time.format: 12 does not fit; expected auto, 12, 24"
    ),
    (
      "[clock.time]\ntext = \"a\"",
      "t:3:1: error: clock.time.text: there is no such key"
    ),
    (
      "[clock.time]\n[when.failed.clock.tim]\nshow = false",
      "t:3:20: error: when.failed.clock.tim: there is no clock of that name; did you mean 'time'?"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\nmotion = 1",
      "t:4:10: error: image.a.motion: a number does not fit; expected a table"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\n[image.a.motions]\nperiod = 1",
      "t:4:10: error: image.a.motions: there is no such key; did you mean 'motion'?"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\n[image.a.motion]\nperiod = 1",
      "t:5:10: error: image.a.motion: no keyframes; expected keyframes = [{ opacity = 0 }, { opacity = 1 }]"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\n[image.a.motion]\nkeyframes = 1",
      "t:5:13: error: image.a.motion.keyframes: a number does not fit; expected a list of keyframes: [{ opacity = 0 }, { opacity = 1 }]"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\n[image.a.motion]\nkeyframes = [\n  { scale = 1 },\n  { scale = 5 },\n]",
      "t:7:13: error: image.a.motion.keyframes.scale: 5 does not fit; expected a number of 0 to 4"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\n[image.a.motion]\nkeyframes = [{ scale = 1 },\n  { scale = 1, easeing = \"ease\" }]",
      "t:6:16: error: image.a.motion.keyframes.easeing: there is no such key; did you mean 'easing'?"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\n[image.a.motion]\nkeyframes = [{ scale = 1, at = 0 },\n  { scale = 1 }]",
      "t:6:3: error: image.a.motion.keyframes: a keyframe without a position; expected at = … in all keyframes, or in none"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\n[image.a.motion]\nkeyframes = [{ scale = 1, at = 0.5 },\n  { scale = 1, at = 0.4 }]",
      "t:6:3: error: image.a.motion.keyframes: the position is before that of the last keyframe; expected keyframes in their order"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\n[image.a.motion]\nkeyframes = [{ at = 0 }]",
      "t:5:14: error: image.a.motion.keyframes: a keyframe without a property; expected opacity, offset, scale or rotation"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\n[[image.a.motion.keyframes]]\nrotation = 1\n[[image.a.motion.keyframes]]\nrotation = \"2\"",
      "t:7:12: error: image.a.motion.keyframes.rotation: '2' does not fit; expected a number of -16000 to 16000"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\n[when.failed.image.a.motion]\nbound = \"phases\"",
      "t:5:9: error: when.failed.image.a.motion.bound: 'phases' does not fit; expected time, progress, phase; did you mean 'phase'?"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\nwidth = 1000\n[image.a.motion]\nkeyframes = [{ scale = 0 }, { scale = 1 }]",
      "t:6:13: warning: image.a.motion: 30 million pixels a second are many; up to 20 do not slow down a start"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\nwidth = 500\n[image.a.motion]\nkeyframes = [{ scale = 1 }, { scale = 4 }]",
      "t:6:13: warning: image.a.motion: 120 million pixels a second are many; up to 20 do not slow down a start"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\n[image.a.motion]\nbound = \"progress\"\nchannel = 4\nkeyframes = [{ scale = 1 }]\n[animation.b]\nkind = \"ring\"\nchannel = 2\nrings = 2",
      "t:6:11: warning: image.a.motion.channel: no animation shows channel 4: the image stays at position 0"
    ),
    (
      "[animation.b]\nkind = \"bar\"\nfill-image = \"logo.sgv\"",
      "t:4:14: error: animation.b.fill-image: 'logo.sgv' cannot be used: there is no such file; expected a PNG, JPEG or SVG file"
    ),
    (
      "[animation.b]\nkind = \"bar\"\nfill-image = \"logo.svg\"\nfill-slice = [4, 0, 4, 0]",
      "t:5:14: error: animation.b.fill-slice: nothing is left between the edges of 'logo.svg'; expected less than 8 pixels across, and 4 down"
    ),
    (
      "[prompt]\nbullet-image = \"logo.svg\"\nfield-slice = [1, 1, 1]",
      "t:4:15: error: prompt.field-slice: a list does not fit; expected four whole numbers: [left, top, right, bottom]"
    ),
    (
      "[stack.s]\nelements = [\"message\"]\nslice = [1, 1, -1, 1]",
      "t:4:9: error: stack.s.slice: a list does not fit; expected four whole numbers: [left, top, right, bottom]"
    ),
    (
      "[animation.b]\nkind = \"ring\"\nfill-image = \"logo.svg\"",
      "t:4:1: error: animation.b.fill-image: there is no such key"
    ),
    (
      "[text.a]\ntext = \"a\"\n[text.a.motion]\nperiod = 1",
      "t:4:9: error: text.a.motion: there is no such key"
    ),
    (
      "[time]\nformat = \"12\"",
      "t:2:2: error: time: there is no such key; did you mean 'clock.time'?"
    ),
    (
      "[image.a]\nwidth = 3",
      "t:2:8: error: image.a: no file; expected file = … or qr = …"
    ),
    (
      "[image.a]\nfile = \"logo.svg\"\nwidth = -3",
      "t:4:9: error: image.a.width: -3 does not fit; expected a length: 12, \"18%\", \"60%w\", \"30%h\", \"2cap\" or { size = …, min = …, max = … }"
    ),
    (
      "[text.a]\ntext = \"{persent}\"",
      "t:3:8: error: text.a.text: there is no placeholder {persent}; expected {message}, {percent}, {eta} or {keymap}; did you mean '{percent}'?"
    ),
    (
      "[animation.a]\nkind = \"ring\"\n[text.a]\ntext = \"x\"",
      "t:4:7: error: text.a: the name is that of animation.a, line 2; expected a name of its own"
    ),
    (
      "[animation.a]\nkind = \"ring\"\nsize = 30",
      "t:4:8: error: animation.a.size: the rings have no room in it; expected at least 34"
    ),
    (
      "[animation.a]\nkind = \"ring\"\nsize = \"10%\"",
      "t:4:8: warning: animation.a.size: on a display of 320×240 points the rings have no room in it, and are not shown"
    ),
    (
      "[animation.a]\nkind = \"ring\"\narc = 8\ndot = 9",
      "t:5:7: error: animation.a.dot: it is larger than the arc is wide; expected at most 8"
    ),
    (
      "[stack.s]\nelements = [\"b\"]",
      "t:3:12: error: stack.s.elements: there is no element 'b'; expected names of other elements"
    ),
    (
      "[when.portrat.background]\ncolor = \"000000\"",
      "t:2:7: error: when.portrat: there is no situation 'portrat'; expected words such as portrait, shutdown, failed, asking or a variant; did you mean 'portrait'?"
    ),
    (
      "[when.\"idle failed\".background]\ncolor = \"000000\"",
      "t:2:7: error: when.idle failed: these words never hold together; expected one of each kind"
    ),
    (
      "[when.idle.stage]\nfade = 1",
      "t:2:12: error: when.idle.stage: the stage is the same in all situations"
    ),
    (
      "[stack.s]\nelements = [\"s\"]",
      "t:3:12: error: stack.s.elements: the stack 's' contains itself; expected names of other elements"
    ),
    (
      "[when.fail.background]\ncolor = \"000000\"",
      "t:2:7: error: when.fail: there is no situation 'fail'; expected words such as portrait, shutdown, failed, asking or a variant; did you mean 'failed'?"
    ),
    (
      "[logo]\nfile = \"logo.svg\"",
      "t:2:2: error: logo: there is no such key; did you mean 'image.logo'?"
    ),
    (
      "[words]\ntext = \"x\"",
      "t:2:2: error: words: there is no such key; did you mean 'text.words'?"
    ),
    (
      "[main]\nkind = \"ring\"",
      "t:2:2: error: main: there is no such key; did you mean 'animation.main'?"
    ),
    (
      "[image.logo]\nfile = \"logo.svg\"\n[when.failed.logo]\nshow = false",
      "t:4:14: error: when.failed.logo: there is no such key; did you mean 'image.logo'?"
    ),
    ("a =", "t:2:4: error: no TOML: Error while parsing key-value pair: encountered end-of-file"),
    (
      "[background]\ncolor = n\n",
      "t:3:10: error: no TOML: Error while parsing floating-point: expected 'nan', saw 'n\\n'"
    ),
    (
      "[background]\ncolor = \"1\\n\\u001B[2J\"",
      "t:3:9: error: background.color: '1\\n\\u001B[2J' does not fit; expected a colour: RRGGBB, RRGGBBAA or a name of [colors]"
    ),
    (
      "[$a]",
      "t:2:2: error: no TOML: Error while parsing key: expected bare key starting character or string delimiter, saw '$'"
    ),
  ]

  @Test(arguments: mistakes)
  func `a mistake is reported with its place`(mistake: (text: String, line: String)) {
    #expect(Themes.lines(mistake.text) == [mistake.line])
  }

  @Test(arguments: [
    (String(repeating: "a.", count: 200_000) + "a = 1", 32),
    ("[" + String(repeating: "a . ", count: 200_000) + "a]", 64),
    ("a = " + String(repeating: "[", count: 200_000), 21),
    ("a = " + String(repeating: "{a=", count: 200_000), 53),
  ])
  func `what is nested too deep is one error with its line`(text: String, column: Int) {
    // A text that only looks like nesting is none.
    let before = "name = \"" + String(repeating: "a.[", count: 40) + "\" # [[[[[[[[[[[[[[[[[[[\n"
    #expect(
      Themes.lines(before + text) == [
        "t:3:\(column): error: no TOML: it is nested more than 16 deep"
      ])
    #expect(Themes.lines(before) == [])
  }

  @Test func `stacks in a circle contain themselves`() {
    let text = "[stack.a]\nelements = [\"b\"]\n[stack.b]\nelements = [\"a\"]\n"
    #expect(
      Themes.lines(text) == [
        "t:3:12: error: stack.a.elements: the stack 'a' contains itself, in 'b'; expected names of elements that it is not in",
        "t:5:12: error: stack.b.elements: the stack 'b' contains itself, in 'a'; expected names of elements that it is not in",
      ])
  }

  /// The size can be read, but not the pixels.
  @Test(arguments: [
    ("[background]\nimage = \"a.png\"", "t:3:9: error: background.image"),
    ("[image.a]\nheight = 3\nfile = \"a.png\"", "t:4:8: error: image.a.file"),
    ("[prompt]\nicon = \"a.png\"", "t:3:8: error: prompt.icon"),
  ])
  func `an image that cannot be decoded is reported at its key`(text: String, place: String) {
    let header: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 4, 0, 0,
      0, 4, 8, 2, 0, 0, 0, 0x26, 0x93, 0x09, 0x29, 0, 0, 0, 4, 0x49, 0x44, 0x41, 0x54, 0, 0, 0, 0,
    ]
    let result = Themes.compile("flipbook = 1\n" + text, files: ["a.png": header])
    let lines = result.diagnostics.sorted.map { $0.line(file: "t") }
    #expect(lines == ["\(place): 'a.png' cannot be used: it is no whole PNG"])
  }

  @Test func `all mistakes are reported, in the order of the file`() {
    let lines = Themes.lines("[stage]\nfade = -1\n[background]\ncolor = 3\n[image.a]\nfile = 3\n")
    #expect(lines.map { $0.prefix(6) } == ["t:3:8:", "t:5:9:", "t:7:8:"])
  }

  @Test func `the version is required`() {
    let result = ThemeCompiler.compile([], folder: "x") { _ in .unreadable("") }
    #expect(
      result.diagnostics.sorted.map { $0.line(file: "t") } == [
        "t:1:1: error: flipbook: missing; expected flipbook = 1"
      ])
    #expect(result.pack == nil)
  }

  @Test func `what is far from every name suggests none`() {
    #expect(Spelling.nearest(to: "colour", in: ["color", "fit"]) == "color")
    #expect(Spelling.nearest(to: "oclor", in: ["color", "fit"]) == "color")
    #expect(Spelling.nearest(to: "elephant", in: ["color", "fit"]) == nil)
  }
}
