// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThemeImport

struct FrameTests {
  private func frames(_ count: Int) throws -> [DraftFrame] {
    try (0..<count).map { try #require(DraftFrame(SampleFiles.png(2, 2, color: UInt32($0)))) }
  }

  @Test func `half of the frames keeps the parts and the last frame`() throws {
    let all = try frames(11)
    var set = FrameSet(name: "a", frames: all, rate: 30_000)
    (set.intro, set.outro) = (3, 4)
    set.halveFrames()
    #expect(set.frames == [0, 2, 3, 5, 8, 10].map { all[$0] })
    #expect((set.intro, set.outro, set.rate) == (2, 2, 15_000))
  }

  @Test func `all sequences together have as many frames as a pack`() throws {
    let all = try frames(1000)
    var draft = ThemeDraft(name: "x")
    for (name, rate) in [("a", 50_000), ("b", 20_000), ("c", 40_000)] {
      draft.add(FrameSet(name: name, frames: all, rate: rate))
    }
    draft.add(FrameSet(name: "d", frames: Array(all[..<20]), rate: 10_000))
    var report = ImportReport()
    try draft.fitPack(report: &report)
    #expect(draft.sequences.map(\.frames.count).sorted() == [20, 500, 500, 1000])
    for (set, seconds) in zip(draft.sequences, [20, 50, 25, 2]) {
      #expect(1000 * set.frames.count / set.rate == seconds)
    }
    #expect(report.lines.count == 2)
  }

  @Test func `files are numbered with leading zeros`() throws {
    let set = FrameSet(name: "a", frames: try frames(10), rate: 1000)
    #expect(set.files.map(\.name).first == "a/01.png")
    #expect(set.files.map(\.name).last == "a/10.png")
  }

  @Test func `a crop keeps the centre and the displayed scale`() throws {
    var image = StraightImage(width: 100, height: 60)
    image.place(StraightImage(file: SampleFiles.png(10, 10)) ?? image, x: 20, y: 25)
    var set = FrameSet(name: "a", frames: [try #require(DraftFrame(image))], rate: 1000)
    var table = DraftTable(["animation", "a"])
    table["anchor"] = .string("center")
    table["width"] = .table([
      DraftEntry("size", .string("90%")), DraftEntry("max", .integer(100)),
    ])
    #expect(try set.crop(&table, nil))
    // 20 columns on both sides, 25 rows.
    #expect((set.width, set.height) == (60, 10))
    #expect(table["width"]?.text == "{ size = \"54%\", max = 60 }")
  }

  @Test func `a mean of four pixels is weighted by opacity`() {
    let image = StraightImage(
      width: 2, height: 2, pixels: [255, 0, 0, 255, 0, 255, 0, 0, 0, 0, 255, 255, 9, 9, 9, 0])
    #expect(image.halved.pixels == [128, 0, 128, 128])
  }

  @Test func `compositing keeps what is below a transparent pixel`() {
    var image = StraightImage(width: 1, height: 1, pixels: [10, 20, 30, 255])
    image.composite(StraightImage(width: 1, height: 1, pixels: [200, 200, 200, 0]), x: 0, y: 0)
    #expect(image.pixels == [10, 20, 30, 255])
    image.composite(StraightImage(width: 1, height: 1, pixels: [210, 20, 30, 128]), x: 0, y: 0)
    #expect(image.pixels == [110, 20, 30, 255])
  }

  @Test func `an equal frame shares the memory of its predecessor`() throws {
    var collector = FrameCollector("x")
    for _ in 0..<2 { #expect(try collector.append(SampleFiles.png(4, 4))) }
    let addresses = collector.frames.map { frame in
      // Only the address is used.
      unsafe frame.file.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    #expect(addresses.count == 2 && addresses[0] == addresses[1])
  }

  @Test func `what follows the end of a PNG is cut off`() throws {
    let file = SampleFiles.png(4, 4)
    let frame = try #require(DraftFrame(file + [UInt8](repeating: 0, count: 100)))
    #expect(frame.file == file)
  }

  @Test func `numbered names are grouped by what is around the number`() {
    let source = SampleFiles.source(
      Dictionary(
        uniqueKeysWithValues: ["f10.png", "f9.png", "f1.png", "logo1.png", "x.txt", "a.mp4"].map {
          ($0, [UInt8]())
        }))
    #expect(FrameFolderImporter.sequence(in: source) == ["f1.png", "f9.png", "f10.png"])
  }
}
