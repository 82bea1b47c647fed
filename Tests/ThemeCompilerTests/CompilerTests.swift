// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Testing
import Theme

@testable import ThemeCompiler

@Suite struct CompilerTests {
  @Test func `every theme has a background, a message and a prompt`() throws {
    let pack = try Themes.pack("")
    #expect(pack.names == ["", "message", "prompt"])
    let message = pack[TextElement.self, try #require(pack.record(1))]
    // Without a column it is at three quarters of the height.
    #expect(message.placement.anchor == Point(.half, Fixed(3, over: 4)))
    #expect(message.properties.lines == 2)
  }

  @Test func `the default message is hidden while something is asked`() throws {
    let pack = try Themes.pack("")
    let asking = Situation.index(aspect: 0, mode: 0, phase: 0, isAsking: true)
    #expect(pack.record(1, asking) == nil)
    #expect(pack.record(2, asking) != nil)
  }

  @Test func `elements without a place are a column that its only animation holds`() throws {
    let pack = try Themes.pack(
      "[image.logo]\nfile = \"logo.svg\"\n[animation.ring]\nkind = \"ring\"\n")
    #expect(pack.names == ["", "", "logo", "ring", "message", "prompt"])
    for node in 2...4 { #expect(pack[NodeRecord.self, node].parent == 1) }
    let held = (0..<6).filter { pack[NodeRecord.self, $0].isHeld }
    #expect(held == [3])
  }

  @Test func `elements are drawn in the order of the file, whatever their tables`() throws {
    let pack = try Themes.pack(
      """
      [animation.below]
      kind = "bar"
      anchor = "center"
      [image.frame]
      file = "logo.svg"
      anchor = "center"
      [animation.above]
      kind = "bar"
      anchor = "center"
      """)
    #expect(pack.names == ["", "below", "frame", "above", "message", "prompt"])
  }

  @Test func `a clock has the properties of a text and its own format`() throws {
    let pack = try Themes.pack(
      """
      [clock.time]
      anchor = "top-right"
      align = "end"
      size = "4%"
      color = "102030"
      [when.portrait.clock.time]
      format = "12"
      """)
    #expect(pack.names == ["", "time", "message", "prompt"])
    let clock = pack[ClockElement.self, try #require(pack.record(1))]
    #expect(pack[NodeRecord.self, 1].kind == .clock && clock.format == .auto)
    #expect(clock.placement.anchor == Point(1, 0) && clock.placement.width.unit == .automatic)
    #expect(clock.properties.lines == 1 && clock.properties.alignment == .end)
    #expect(clock.properties.color == StraightColor(hex: 0x1020_30FF))
    #expect(clock.properties.size.unit == .percent && clock.properties.size.value == 4 << 16)
    let portrait = Situation.index(aspect: 0, mode: 0, phase: 0, isAsking: false)
    #expect(pack[ClockElement.self, try #require(pack.record(1, portrait))].format == .hours12)
  }

  @Test func `only a pack with a clock is of the version that has clocks`() throws {
    let versions = try ["", "[clock.time]"].map { text in
      let pack = try Themes.pack(text)
      return [8, 9, 10, 11].map { pack.byte($0) }
    }
    #expect(versions == [[1, 0, 0, 0], [1, 0, 1, 0]])
  }

  @Test func `a motion follows its image and differs between situations`() throws {
    let pack = try Themes.pack(
      """
      [image.logo]
      file = "logo.svg"
      [image.logo.motion]
      period = 2.5
      repeat = "alternate"
      easing = "ease-in-out"
      keyframes = [
        { opacity = 0.5, scale = 0.9 },
        { offset = ["10%w", -4], easing = "hold" },
        { opacity = 1, scale = 1.1 },
      ]
      [when.failed.image.logo.motion]
      bound = "phase"
      origin = "top-left"
      keyframes = [{ rotation = 0 }, { rotation = 90 }]
      [when.done.image.logo.motion]
      keyframes = []
      """)
    #expect(pack.names == ["", "", "logo", "logo", "message", "prompt"])
    #expect([8, 9, 10, 11].map { pack.byte($0) } == [1, 0, 2, 0])
    let node = pack[NodeRecord.self, 3]
    #expect(node.kind == .motion && node.parent == pack[NodeRecord.self, 2].parent)
    let motion = pack[MotionElement.self, try #require(pack.record(3))]
    #expect(motion.period == 2_500_000 && motion.delay == 0 && motion.channel == 1)
    #expect(motion.binding == .time && motion.repetition == .alternate)
    #expect(motion.origin == Point(.half, .half) && motion.rotation.isEmpty)
    func values(_ range: Range<Int>) -> [String] {
      range.map { index in
        let keyframe = pack[KeyframeRecord.self, index]
        let value = keyframe.value
        return "\(keyframe.position.raw >> 16) \(value.value) \(value.unit) \(keyframe.easing)"
      }
    }
    #expect(values(motion.opacity) == ["0 32768 point easeInOut", "65536 65536 point easeInOut"])
    #expect(values(motion.scale) == ["0 58982 point easeInOut", "65536 72090 point easeInOut"])
    #expect(values(motion.offsetX) == ["32768 655360 percentOfWidth hold"])
    #expect(values(motion.offsetY) == ["32768 -262144 point hold"])
    func record(_ phase: Int) -> Int? {
      pack.record(3, Situation.index(aspect: 1, mode: 0, phase: phase, isAsking: false))
    }
    let failed = pack[MotionElement.self, try #require(record(3))]
    #expect(failed.binding == .phase && failed.origin == .zero && failed.opacity.isEmpty)
    #expect(failed.period == 2_500_000 && values(failed.rotation).count == 2)
    #expect(record(4) == nil, "at rest")
  }

  @Test func `a motion may begin with a part that is played once`() throws {
    func pack(_ keys: String) throws -> Pack {
      try Themes.pack(
        """
        [image.logo]
        file = "logo.svg"
        [image.logo.motion]
        keyframes = [{ at = 0, opacity = 0 }, { at = 0.25, opacity = 1 }, { at = 1, opacity = 0.5 }]
        \(keys)
        """)
    }
    let intro = try pack("repeat-from = 0.25")
    #expect(intro.minorVersion == Int(PackHeader.motionIntros))
    #expect(
      intro[MotionElement.self, try #require(intro.record(3))].repeatStart == Fixed(1, over: 4))
    // Where nothing repeats, an older program needs no newer version.
    for keys in ["repeat-from = 0", "repeat = \"once\"", "bound = \"progress\""] {
      let other = try pack(keys + (keys.contains("from") ? "" : "\nrepeat-from = 0.25"))
      #expect(other.minorVersion == 2)
      #expect(other[MotionElement.self, try #require(other.record(3))].repeatStart == 0)
    }
  }

  @Test func `a motion follows a channel that an animation shows, or channel 1`() {
    func lines(_ channel: Int, _ animation: String) -> [String] {
      Themes.lines(
        """
        [image.logo]
        file = "logo.svg"
        anchor = "top"
        motion = { bound = "progress", channel = \(channel), keyframes = [{ scale = 1 }] }
        \(animation)
        """)
    }
    let rings = "[animation.ring]\nkind = \"ring\"\nchannel = 2\nrings = 2"
    #expect([1, 2, 3].flatMap { lines($0, rings) } == [] && lines(1, "") == [])
    #expect([2, 3].map { lines($0, "").count } == [1, 1] && lines(4, rings).count == 1)
  }

  @Test func `no more images move than a frame has time for`() throws {
    let tables = (0..<17).map { index in
      """
      [image.a\(index)]
      file = "logo.svg"
      anchor = "top"
      motion.keyframes = [{ scale = 1 }]
      """
    }
    let error = "error: image.a16.motion: 17 images move; expected at most 16"
    #expect(Themes.lines(tables.joined(separator: "\n")).contains("t:66:8: \(error)"))
    let result = Themes.compile("flipbook = 1\n" + tables.dropLast().joined(separator: "\n"))
    #expect(result.pack != nil)
  }

  @Test func `an element in a stack comes with all of it`() throws {
    let pack = try Themes.pack(
      """
      [text.a]
      text = "{message}"
      [text.b]
      text = "b"
      anchor = "top"
      [text.c]
      text = "c"
      [stack.s]
      anchor = "bottom"
      elements = ["c", "a"]
      """)
    #expect(pack.names == ["", "s", "c", "a", "b", "prompt"])
  }

  @Test func `more words win, then the later ones`() throws {
    let pack = try Themes.pack(
      """
      variants = ["dark"]
      [colors]
      paper = "FFFFFF"
      [background]
      color = "paper"
      [when."portrait failed".background]
      color = "112233"
      [when.failed.background]
      color = "445566"
      [when.dark.colors]
      paper = "000000"
      """)
    func color(_ aspect: Int, _ phase: Int) throws -> UInt16 {
      let index = Situation.index(aspect: aspect, mode: 0, phase: phase, isAsking: false)
      return pack[BackgroundElement.self, try #require(pack.record(0, index))].color.red
    }
    #expect(try color(0, 0) == 0xFFFF)
    #expect(try color(0, 3) == 0x1111)
    #expect(try color(1, 3) == 0x4444)
    // Texts are light on the variant's black.
    #expect(pack[StageRecord.self, 0].textColor.red == 0x1414)
    #expect(pack[StageRecord.self, 1].textColor.red == 0xF2F2)
  }

  @Test func `failures are shown by a pack of a version that has them`() throws {
    let without = try Themes.pack("")
    #expect(!without[StageRecord.self, 0].showsFailure && without.minorVersion == 0)
    let pack = try Themes.pack(
      """
      variants = ["dark"]
      [stage]
      failures = true
      """)
    #expect(pack[StageRecord.self, 0].showsFailure && pack[StageRecord.self, 1].showsFailure)
    #expect(pack.minorVersion == Int(PackHeader.stageOptions))
    #expect(
      Themes.compile("flipbook = 1\n[stage]\nfailures = false").pack
        == Themes.compile("flipbook = 1").pack)
  }

  @Test func `texts are there in all languages, with the mode's title where it has one`() throws {
    let pack = try Themes.pack(
      """
      locales = ["en", "de_AT"]
      [text.message]
      text = ["{message}: {percent/2}", "@mode", "Ready"]
      [translations.de]
      Ready = "Bereit"
      """)
    let message = pack[TextElement.self, try #require(pack.record(1))]
    let first = try #require(message.texts[0])
    #expect(pack.text(first) == "{0}: {1}")
    let ready = try #require(message.texts[1])
    #expect(pack.text(ready) == "Ready")
    #expect(pack.text(ready, locale: 1) == "Bereit")
    #expect(message.texts[2] == nil)
    let shutdown = Situation.index(aspect: 1, mode: 1, phase: 0, isAsking: false)
    let other = pack[TextElement.self, try #require(pack.record(1, shutdown))]
    let second = try #require(other.texts[1])
    #expect(pack.text(second) == "Shutting down")
    #expect(pack.text(second, locale: 1) == "Wird heruntergefahren")
  }

  @Test func `a prompt has an icon, and texts for all but round bullets`() throws {
    let situation = Situation.index(aspect: 1, mode: 0, phase: 0, isAsking: true)
    for (bullet, expected) in [("\u{2022}", nil), ("*", "*")] as [(String, String?)] {
      let pack = try Themes.pack("[prompt]\nicon = \"logo.svg\"\nbullet = \"\(bullet)\"\n")
      let node = pack.count(.nodes) - 1
      #expect(pack[NodeRecord.self, node].kind == .prompt)
      let prompt = pack[PromptElement.self, try #require(pack.record(node, situation))]
      #expect(prompt.icon == 0)
      #expect(prompt.bullet.map { pack.text($0) } == expected)
      #expect(prompt.capsText.map { pack.text($0) } == "Caps Lock is on")
    }
  }

  @Test func `an SVG is as large as it says, a drawing or as many pixels as are asked for`() throws
  {
    let pack = try Themes.pack(
      "[image.a]\nfile = \"logo.svg\"\n[image.b]\nfile = \"logo.svg\"\nraster = 100\n"
        + "[image.c]\nfile = \"logo.svg\"\nradius = 1\n")
    let image = pack[ImageElement.self, try #require(pack.record(2))]
    #expect(image.placement.width == Length(value: 8 << 16, unit: .point))
    #expect(image.placement.height == .automatic)
    let images = (0..<3).map { pack[ImageRecord.self, $0] }
    #expect(images.map(\.kind) == [.vector, .pixels, .pixels])
    let sizes = images.map { ($0.width, $0.height) }
    #expect(sizes[0] == (4096, 2048))
    #expect(sizes[1] == (100, 50))
    #expect(sizes[2] == (32, 16))
  }

  @Test(
    arguments: [
      (0, [0, 32768, 65536, 32768]), (90, [32768, 0, 32768, 65536]),
      (180, [65536, 32768, 0, 32768]),
      (45, [0, 0, 65536, 65536]),
    ] as [(Int32, [Int32])])
  func `a gradient's ends are the corners' colours`(angle: Int32, axis: [Int32]) {
    let found = BackgroundAxis.of(angle << 16)
    for (a, b) in zip(found, axis) { #expect(abs(a - b) <= 2) }
  }

  @Test func `a scene has room for the borders of panels`() throws {
    func room(_ borders: Int) throws -> Int {
      var text = ""
      for index in 0..<2 {
        text += "[animation.a\(index)]\nkind = \"ring\"\n"
        text += "[stack.s\(index)]\nelements = [\"a\(index)\"]\nanchor = \"top\"\n"
        if index < borders { text += "border = \"FFFFFF\"\nborder-width = 2\n" }
      }
      let pack = try Themes.pack("[text.message]\nshow = false\nanchor = \"top\"\n" + text)
      return Int(pack.room.elements)
    }
    // Two edges with four corners of 16 curves and a line each, and once more while they fade.
    let without = try room(0)
    #expect(try room(1) == without + 272)
    #expect(try room(2) == without + 544)
  }

  @Test func `situations are counted as the words are`() {
    let wide = Situation.index(aspect: 2, mode: 4, phase: 3, isAsking: true)
    for word in ["landscape", "wide", "system-upgrade", "failed", "asking", "dark"] {
      #expect(SituationKeywords.holds(word, in: wide, variant: "dark"), "\(word)")
    }
    for word in ["portrait", "boot-up", "idle", "light"] {
      #expect(!SituationKeywords.holds(word, in: wide, variant: "dark"), "\(word)")
    }
  }

  @Test func `a braces' pair is a brace`() throws {
    #expect(try TextTemplate.parts(of: "a{{b}}") == [.plain("a{b}")])
    #expect(throws: TemplateError.self) { try TextTemplate.parts(of: "a{") }
    #expect(throws: TemplateError.self) { try TextTemplate.parts(of: "a}") }
    #expect(throws: TemplateError.self) { try TextTemplate.parts(of: "{message/5}") }
  }

  @Test func `pixels take the shortest operation`() {
    let gray: [UInt8] = [100, 100, 100, 255]
    let near: [UInt8] = [101, 99, 100, 255]
    let other: [UInt8] = [120, 118, 121, 255]
    let image = PixelImage(width: 2, height: 3, pixels: gray + gray + near + other + near + other)
    // RGBA; once more; by 2 bits; by 6 and 4 bits; two as above.
    #expect(
      PixelStream.encode(image)
        == [0xF1, 100, 100, 100, 255, 0xC0, 0x76, 0x80 | 51, 0x80 | 10, 0xE1])
  }
}
