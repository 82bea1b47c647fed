// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThemeImport

@Suite struct TwoStepImportTests {
  private static func theme(
    settings: String = "", modes: String = "", _ files: [String: [UInt8]]
  ) -> [String: [UInt8]] {
    var all = files
    all["acme.plymouth"] = Array(
      "[Plymouth Theme]\nModuleName=two-step\n[two-step]\n\(settings)\n\(modes)".utf8)
    return all
  }

  private static func frames(_ prefix: String, _ count: Int, _ width: Int, _ height: Int)
    -> [String: [UInt8]]
  {
    let files = (0..<count).map {
      ("\(prefix)\($0).png", SampleFiles.png(width, height, color: UInt32(0x102030 + $0)))
    }
    return Dictionary(uniqueKeysWithValues: files)
  }

  private static func result(_ files: [String: [UInt8]]) throws(ImportError) -> ImportResult {
    try ThemeImporter.result(of: SampleFiles.source(files))
  }

  private static func lines(_ result: ImportResult, _ kind: ImportReport.Kind) -> [String] {
    result.report.lines.filter { $0.kind == kind }.map(\.text)
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "0x7fffffffffffffff"])
  func `a bar has a size that a theme can have`(number: String) throws {
    let files = Self.theme(
      settings:
        "ProgressBarHeight=\(number)\nProgressBarWidth=\(number)\nMessageBelowAnimation=true\n"
        + "ProgressBarVerticalAlignment=.2",
      modes: "[boot-up]\nUseProgressBar=true", ["watermark.png": SampleFiles.png(10, 10)])
    let draft = try Self.result(files).draft
    let height = number.hasPrefix("-") ? 1 : 1000
    #expect(draft["animation", "bar"]["height"] == .integer(height))
    #expect(
      draft["text", "message"]["offset"] == .list([.integer(0), .integer(height * 8 / 10 + 10)]))
  }

  @Test func `a bar is at the whole pixel at which Plymouth has it`() throws {
    for (share, width, height) in [(800, 320, 8), (750, 401, 5), (900, 300, 3)] {
      let files = Self.theme(
        settings:
          "ProgressBarHeight=\(height)\nProgressBarWidth=\(width)\n"
          + "ProgressBarVerticalAlignment=.\(share)",
        modes: "[boot-up]\nUseProgressBar=true", ["watermark.png": SampleFiles.png(10, 10)])
      let bar = try Self.result(files).draft["animation", "bar"]
      var offset = (x: 0, y: 0)
      if case .list(let values)? = bar["offset"] {
        guard case .thousandths(let x) = values[0], case .thousandths(let y) = values[1] else {
          Issue.record("\(values)")
          continue
        }
        offset = (x, y)
      }
      for (columns, rows) in [(1280, 720), (1920, 1080), (2560, 1440), (3840, 2160)] {
        #expect(500 * (columns - width) + offset.x == 1000 * (500 * (columns - width) / 1000))
        #expect(share * (rows - height) + offset.y == 1000 * (share * (rows - height) / 1000))
      }
    }
  }

  @Test func `a throbber and an end of another size have the same centre`() throws {
    var files = Self.frames("throbber-", 4, 10, 10).merging(Self.frames("animation-", 4, 100, 60)) {
      $1
    }
    files["header-image.png"] = SampleFiles.png(30, 30)
    let draft = try Self.result(Self.theme(files)).draft
    let sequence = try #require(draft.sequences.first)
    #expect((sequence.width, sequence.height) == (100, 60))
    let image = try #require(sequence.frames.first?.image)
    #expect(
      image.contents(besides: 0, isOpaque: false) == .init(x: 45, y: 25, width: 10, height: 10))
    // The header is above the throbber; the end does not move it.
    #expect(draft["image", "header"]["offset"] == .list([.thousandths(0), .thousandths(-5000)]))
  }

  /// Plymouth cuts off the fraction of a pixel.
  @Test func `positions are whole where Plymouth's are, and else cut as they are`() throws {
    var files = Self.frames("throbber-", 4, 10, 11)
    files["header-image.png"] = SampleFiles.png(31, 30)
    files["watermark.png"] = SampleFiles.png(30, 20)
    let draft = try Self.result(Self.theme(files)).draft
    // Half of the throbber's height, and of the header's width.
    #expect(
      draft["image", "header"]["offset"] == .list([.thousandths(-480), .thousandths(-5980)]))
    #expect(
      draft["animation", "throbber"]["offset"] == .list([.thousandths(0), .thousandths(-480)]))
    // By default it is at the right edge, in the middle.
    #expect(draft["image", "watermark"]["offset"] == nil)
  }

  @Test(arguments: [
    (["animation-", "shutdown-animation-", "startup-animation-"], "startup-animation-"),
    (["animation-", "shutdown-animation-"], "animation-"),
    (["shutdown-animation-"], "shutdown-animation-"),
  ])
  func `the end is the one of the start`(prefixes: [String], taken: String) throws {
    var files = Self.frames("throbber-", 2, 10, 10)
    for prefix in prefixes { files.merge(Self.frames(prefix, 3, 10, 10)) { $1 } }
    let result = try Self.result(Self.theme(files))
    #expect(Self.lines(result, .taken).contains("\(taken)*: 3 frames at the end, at 30 a second"))
    let others = prefixes.filter { $0 != taken }.map {
      "\($0)*: there is one end for all modes, \(taken)*"
    }
    #expect(Set(Self.lines(result, .leftOut)) == Set(others))
  }

  @Test func `the loop at shutdown is a line where Plymouth plays the end at once`() throws {
    let files = Self.frames("throbber-", 2, 10, 10).merging(Self.frames("animation-", 3, 10, 10)) {
      $1
    }
    let line = { (modes: String) in
      "\(modes): the throbber is a loop until the end, which Plymouth plays at once"
    }
    let all = try Self.result(Self.theme(files))
    #expect(Self.lines(all, .changed).contains(line("shutdown, reboot")))
    let one = try Self.result(
      Self.theme(modes: "[shutdown]\nUseEndAnimation=false\n[reboot]\nUseAnimation=true", files))
    #expect(Self.lines(one, .changed).contains(line("reboot")))
    let none = try Self.result(Self.theme(Self.frames("throbber-", 2, 10, 10)))
    #expect(!Self.lines(none, .changed).contains { $0.hasSuffix("at once") })
  }

  @Test func `an image is as large as a theme can have it`() throws {
    let result = try Self.result(Self.theme(["watermark.png": SampleFiles.png(5000, 10)]))
    let file = try #require(result.draft.files.first)
    #expect(StraightImage.size(of: file.bytes).map { [$0.width, $0.height] } == [2500, 5])
    #expect(
      Self.lines(result, .changed).contains(
        "watermark.png: 5000×10 pixels, scaled down to 2500×5, since 4096 a side are possible: "
          + "less sharp on a display as large"))
  }

  @Test func `a language too many is a line`() throws {
    let letters = Array("abcdefgh")
    let codes = (0..<62).map { "\(letters[$0 / 8])\(letters[$0 % 8])" }
    let titles = codes.map { "Title[\($0)]=T \($0)" }.joined(separator: "\n")
    let result = try Self.result(
      Self.theme(modes: "[boot-up]\nTitle=T\n\(titles)", ["watermark.png": SampleFiles.png(9, 9)]))
    #expect(result.draft.translations.count == 60)
    #expect(
      Self.lines(result, .leftOut)
        == [
          "[hf]: titles in more than 60 languages", "[hg]: titles in more than 60 languages",
        ].map { $0.replacing("hf", with: codes[60]).replacing("hg", with: codes[61]) })
  }

  @Test func `an image that cannot be read is a line, and the rest is taken`() throws {
    let files = Self.theme(
      Self.frames("throbber-", 3, 10, 10).merging(["lock.png": [], "watermark.png": []]) { $1 })
    let readable = SampleFiles.source(files)
    let source = ImportSource(
      path: "acme", list: { readable.names(in: $0) },
      read: { (name, limit) throws(ImportError) in
        guard ["lock.png", "throbber-1.png", "watermark.png"].contains(name) else {
          return try readable.read(name, atMost: limit)
        }
        throw .unusable("acme/\(name): a symbolic link that leads out of the folder")
      })
    let result = try ThemeImporter.result(of: source)
    #expect(
      Set(Self.lines(result, .leftOut))
        == Set(
          ["lock", "throbber-1", "watermark"].map {
            "acme/\($0).png: a symbolic link that leads out of the folder"
          }))
    #expect(result.draft.sequences.first?.frames.count == 2)
  }

  @Test(arguments: [("acme", "watermark.png"), ("images", "images/watermark.png")])
  func `an image folder in that of the theme is found for both plugins`(
    folder: String, name: String
  ) throws {
    let image = ["\(folder)/watermark.png": SampleFiles.png(10, 10)]
    let settings = "ImageDir=/usr/share/plymouth/themes/acme"
    let two = try Self.result(Self.theme(settings: settings, image))
    #expect(Self.lines(two, .taken).contains("ImageDir: the images of \(folder)"))
    // A script may name a folder of its own, so that the images are found from the theme's.
    var files = image
    files["acme.plymouth"] = Array(
      "[Plymouth Theme]\nModuleName=script\n[script]\n\(settings)\nScriptFile=a.script".utf8)
    files["a.script"] = Array("s = Sprite(Image(\"\(name)\"));".utf8)
    #expect(try Self.result(files).draft.files.count == 1)
  }

  @Test func `the firmware's logo is the background's image in the modes that have it`() throws {
    let images = ["watermark.png": SampleFiles.png(10, 10)]
    let some = try Self.result(
      Self.theme(modes: "[boot-up]\nUseFirmwareBackground=true", images))
    #expect(some.draft["background"]["image"] == nil)
    #expect(some.draft["when", "boot-up", "background"]["image"] == .string("firmware"))
    #expect(Self.lines(some, .taken).contains { $0.hasPrefix("UseFirmwareBackground: ") })
    let names = [
      "boot-up", "shutdown", "reboot", "updates", "system-upgrade", "firmware-upgrade",
      "system-reset",
    ]
    let all = try Self.result(
      Self.theme(
        modes: names.map { "[\($0)]\nUseFirmwareBackground=true" }.joined(separator: "\n"), images))
    #expect(all.draft["background"]["image"] == .string("firmware"))
    let filled = try Self.result(
      Self.theme(
        modes: "[boot-up]\nUseFirmwareBackground=true",
        ["background-tile.png": SampleFiles.png(10, 10), "watermark.png": SampleFiles.png(10, 10)]))
    #expect(Self.lines(filled, .leftOut).contains { $0.hasPrefix("UseFirmwareBackground: ") })
  }
}
