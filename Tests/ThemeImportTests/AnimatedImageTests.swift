// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThemeImport

struct AnimatedImageTests {
  /// Two frames of 2 × 2 pixels, the second of one pixel, for 1/10 s and 2/10 s, without end.
  static let gif: [UInt8] =
    Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    + [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 3, 0x84, 0x11, 5, 0]
    + [0x21, 0xF9, 4, 0, 20, 0, 0, 0, 0x2C, 1, 0, 1, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

  @Test func `a GIF is read with its durations`() throws {
    let result = try ThemeImporter.result(
      of: SampleFiles.source(["a.gif": Self.gif], named: ["a.gif"]))
    let set = try #require(result.draft.sequences.first)
    #expect((set.width, set.height, set.rate) == (2, 2, 10_000))
    // The second one is shown twice as long.
    #expect(set.frames.count == 3 && set.frames[1] == set.frames[2] && set.intro == 0)
  }

  /// The durations of both frames in the GIF, in hundredths of a second.
  private static func slowGIF(_ first: Int, _ second: Int) -> [UInt8] {
    var file = gif
    let starts = file.indices.filter { file[$0...].starts(with: [0x21, 0xF9, 4]) }
    for (start, duration) in zip(starts, [first, second]) {
      (file[start + 4], file[start + 5]) = (UInt8(duration & 255), UInt8(duration >> 8))
    }
    return file
  }

  @Test(arguments: [
    (300, 300, 6, 1000), (250, 250, 6, 1200), (150, 450, 8, 1333), (300, 301, 7, 1000),
  ])
  func `frames of more than a second keep their speed`(
    first: Int, second: Int, frames: Int, rate: Int
  ) throws {
    let result = try ThemeImporter.result(
      of: SampleFiles.source(["a.gif": Self.slowGIF(first, second)], named: ["a.gif"]))
    let set = try #require(result.draft.sequences.first)
    #expect((set.frames.count, set.rate) == (frames, rate))
  }

  @Test func `an animation that is longer than a pack can be is faster, with a line`() throws {
    var frames = TimedFrames("a")
    for index in 0..<40 {
      try frames.append(
        #require(StraightImage(file: SampleFiles.png(2, 2, color: UInt32(index)))),
        microseconds: 59_999_000 + index)
    }
    var report = ImportReport()
    let set = try frames.frameSet(passes: 0, report: &report)
    #expect(set.rate == 1000 && set.frames.count <= 2048)
    #expect(report.lines.contains { $0.kind == .changed && $0.text.hasSuffix("it is faster") })
  }

  @Test func `a frame beyond the limits on a small screen is refused before it is decoded`() {
    var file = Self.gif
    let start = file.firstIndex(of: 0x2C) ?? 0
    for index in 5..<9 { file[start + index] = 255 }
    #expect(
      throws: ImportError.unusable(
        "a.gif: frame 1 is too large: 33 million pixels are possible, and 671 million in all frames"
      )
    ) {
      try ThemeImporter.result(of: SampleFiles.source(["a.gif": file], named: ["a.gif"]))
    }
  }
}

struct APNGTests {
  /// An animated PNG of two frames.
  static let sample = animated()

  /// The sample with chunks before the first control and after the first pixels.
  private static func animated(
    before: [(String, [UInt8])] = [], after: [(String, [UInt8])] = []
  ) -> [UInt8] {
    let first = SampleFiles.png(8, 8)
    // IHDR ends at 33; the chunks between are replaced by an encoder's own.
    let reader = ByteReader(first)
    var chunks: [(String, [UInt8])] = []
    var offset = 8
    while let length = reader.big32(offset), let type = reader.slice(offset + 4, 4),
      let content = reader.slice(offset + 8, length)
    {
      chunks.append((String(decoding: type, as: UTF8.self), Array(content)))
      offset += 12 + length
    }
    let data = chunks.filter { $0.0 == "IDAT" }.flatMap(\.1)
    func control(_ number: UInt8) -> [UInt8] {
      [0, 0, 0, number, 0, 0, 0, 8, 0, 0, 0, 8] + [UInt8](repeating: 0, count: 8)
        + [0, 1, 0, 20, 0, 0]
    }
    var file = Array(first[..<8])
    let beginning = [("IHDR", chunks[0].1), ("acTL", [0, 0, 0, 2, 0, 0, 0, 0])] + before
    let pixels = [("fcTL", control(0)), ("IDAT", data)] + after
    let end = [("fcTL", control(1)), ("fdAT", [0, 0, 0, 2] + data), ("IEND", [])]
    for (name, content) in beginning + pixels + end {
      file += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: content.count >> $0) }
      // Checksums are libpng's affair, which sees chunks that the importer makes.
      file += Array(name.utf8) + content + [0, 0, 0, 0]
    }
    return file
  }

  @Test func `an animated PNG is read frame by frame`() throws {
    #expect(APNGReader.isAnimated(Self.sample))
    #expect(!APNGReader.isAnimated(SampleFiles.png(8, 8)))
    var report = ImportReport()
    var reader = try APNGReader(Self.sample, path: "x")
    var count = 0
    while let frame = try reader.next(&report) {
      #expect(frame.image == StraightImage(file: SampleFiles.png(8, 8)))
      #expect(frame.microseconds == 50_000)
      count += 1
    }
    #expect(count == 2 && reader.passes == 0)
  }

  @Test func `chunks of all frames are read once, before the pixels`() throws {
    // A wrong palette would break the frame.
    let palette = [UInt8](repeating: 7, count: 6)
    let file = Self.animated(
      before: [("PLTE", palette), ("PLTE", [1])], after: [("tRNS", [1, 2, 3, 4, 5])])
    var report = ImportReport()
    var reader = try APNGReader(file, path: "x")
    var count = 0
    while try reader.next(&report) != nil { count += 1 }
    #expect(count == 2 && report.lines.isEmpty)
    #expect(reader.sharedBytes == 12 + palette.count)
  }

  @Test func `chunks of all frames of more than 1 MiB are refused`() throws {
    let profile = [UInt8](repeating: 0, count: 1 << 20)
    var reader = try APNGReader(
      Self.animated(before: [("iCCP", profile), ("tRNS", [0])]), path: "x")
    var report = ImportReport()
    #expect(
      throws: ImportError.unusable("x: its chunks before the pixels have more than 1 MiB")
    ) { try reader.next(&report) }
  }

  @Test func `a stream of PNGs is split wherever its parts end`() {
    let files = [SampleFiles.png(3, 3), SampleFiles.png(40, 2)]
    let stream = files.flatMap(\.self)
    for size in [1, 7, 1000] {
      var splitter = PNGSplitter()
      var found: [[UInt8]] = []
      for start in stride(from: 0, to: stream.count, by: size) {
        found += splitter.files(after: stream[start..<min(start + size, stream.count)])
      }
      #expect(found == files && splitter.isFine)
    }
    var broken = PNGSplitter()
    #expect(broken.files(after: [UInt8](repeating: 7, count: 40)[...]).isEmpty && !broken.isFine)
  }
}
