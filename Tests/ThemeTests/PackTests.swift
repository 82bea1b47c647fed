// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Support
import Testing
import Theme

/// Theme packs: the values that are read, and the error line for each invalid pack.
@Suite struct PackTests {
  /// The error line for a file; nil for a valid pack.
  private func refusal(_ file: [UInt8]) -> String? {
    do throws(PackError) {
      _ = try Pack(file)
      return nil
    } catch {
      var bytes: [UInt8] = []
      error.write { text in for index in text.indices { bytes.append(text[index]) } }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// A sample with changed bytes and a correct hash.
  private func changed(_ change: (inout PackMaker) -> Void) -> [UInt8] {
    var pack = PackMaker.sample()
    change(&pack)
    return pack.file()
  }

  /// The published sums of texts of one to 62 letters; each length uses another code path.
  @Test func `the hash is XXH64`() throws {
    let sums: [(String, UInt64)] = [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B),
      ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ]
    for (text, sum) in sums {
      #expect(PackHash.plain(Array(text.utf8).span) == sum, "\(text)")
    }
    var file = PackMaker.sample().file()
    let sum = PackHash.hash(of: file.span)
    file.replaceSubrange(16..<24, with: [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(PackHash.hash(of: file.span) == sum)
  }

  /// A few bytes that ask for more work than a boot has time for: the same pixels and outlines again and again.
  @Test func `what is too much work is refused`() {
    let pixels = "too much work: more than 64 million pixels in images"
    let points = "too much work: more than 3072 points or 64 shapes in drawings"
    func images(_ count: Int) -> [UInt8] {
      changed { pack in
        for _ in 0..<count { _ = pack.image(4096, 4096, stream: [0xF1, 0, 0, 0, 255]) }
      }
    }
    // The sample has one of its own, which is small.
    #expect(refusal(images(3)) == nil)
    #expect(refusal(images(4)) == pixels)
    func elements(_ count: Int, shapes: Int) -> [UInt8] {
      changed { pack in
        let shape = PackMaker.Shape(0, 0, 16384, 8192, color: 0xFF)
        for _ in 0..<count {
          let image = pack.drawing(2, 1, Array(repeating: shape, count: shapes))
          pack.node(.image, PackMaker.image(image))
        }
      }
    }
    #expect(refusal(elements(1, shapes: 64)) == nil)
    #expect(refusal(elements(4, shapes: 16)) == nil)
    #expect(refusal(elements(5, shapes: 16)) == points)
    // Shapes with one outline, the same bytes.
    let shared = changed { pack in
      _ = pack.drawing(
        2, 1, Array(repeating: PackMaker.Shape(0, 0, 16384, 8192, color: 0xFF), count: 64))
      let index = Int(PackSection.vectors.rawValue)
      var vectors = pack.sections[index, default: []]
      let first = Array(vectors.prefix(PackSection.vectors.stride))
      for _ in 0..<2000 { vectors += first }
      pack.sections[index] = vectors
    }
    #expect(refusal(shared) == points)
    // Not so often, but of many bytes.
    func long(_ count: Int) -> [UInt8] {
      changed { pack in
        _ = pack.drawing(2, 1, [PackMaker.Shape(0, 0, 16384, 8192, color: 0xFF)])
        let index = Int(PackSection.vectors.rawValue)
        var vectors = pack.sections[index, default: []]
        // The length of its outline.
        vectors.replaceSubrange(4..<8, with: [0, 0, 1, 0])
        let first = Array(vectors.prefix(PackSection.vectors.stride))
        for _ in 1..<count { vectors += first }
        pack.sections[index] = vectors
        _ = pack.add(bytes: [UInt8](repeating: 0, count: 4 << 20), to: .outlines)
      }
    }
    #expect(refusal(long(300)) == points)
    // Few enough to be looked at, which are none.
    #expect(refusal(long(200)) == "damaged: VECT 0 is out of bounds")
  }

  @Test func `a sample is read`() throws {
    let pack = try #require(try? Pack(PackMaker.sample().file()))
    #expect(pack.count(.nodes) == 6)
    #expect(pack.count(.images) == 1)
    #expect(pack.textCount == 2)
    let name = pack.string(pack[MetadataRecord.self, 0].name)
    #expect(name.count == 6 && name[0] == UInt8(ascii: "S"))
    #expect(pack[ImageElement.self, 2].image == 0)
    #expect(pack[BackgroundElement.self, 0].gradient == nil)
  }

  @Test func `what is no pack is refused`() {
    var file = PackMaker.sample().file()
    #expect(refusal([]) == "not a theme pack")
    #expect(refusal(Array("FLIPPACK".utf8)) == "not a theme pack")
    #expect(refusal([UInt8](repeating: 0x20, count: 4096)) == "not a theme pack")
    file[8] = 2
    #expect(refusal(file) == "made for version 2, this program reads 1")
    file[8] = 1
    #expect(
      refusal(Array(file.dropLast(100)))
        == "cut off: \(file.count - 100) of \(file.count) bytes")
    #expect(refusal(file + [0]) == "damaged: the check does not fit")
    file[70] ^= 1
    #expect(refusal(file) == "damaged: the check does not fit")
    (file[12], file[13], file[14], file[15]) = (0, 0, 0, 5)
    #expect(refusal(file) == "too large: 80 MB, 64 are possible")
    // More than an Int of 32 bits holds.
    (file[12], file[13], file[14], file[15]) = (255, 255, 255, 255)
    #expect(refusal(file) == "too large: 4096 MB, 64 are possible")
  }

  @Test func `a section that is not known is named`() {
    var file = PackMaker.sample().file()
    file.replaceSubrange(64..<68, with: Array("ABCD".utf8))
    // META may be missing, and so may a section with its flag.
    #expect(refusal(PackMaker.sealed(file)) == nil)
    file[64 + 14] = 0
    #expect(
      refusal(PackMaker.sealed(file)) == "needs 'ABCD', which this program does not know")
  }

  @Test func `the newest version is that of the newest kinds of elements`() {
    let newest = NodeKind.allCases.map { $0.minorVersion }.max() ?? 0
    #expect(
      max(newest, PackHeader.stageOptions, PackHeader.motionIntros) == PackHeader.minor)
  }

  @Test func `an element of a kind that came later is not shown`() throws {
    var maker = PackMaker.sample()
    maker.node(.clock, ClockElement(PackMaker.element()))
    // The byte of the last node's kind.
    let nodes = try #require(maker.sections[Int(PackSection.nodes.rawValue)])
    let last = nodes.count / PackSection.nodes.stride - 1
    maker.sections[Int(PackSection.nodes.rawValue)]?[last * PackSection.nodes.stride] = 200
    // In a pack of this version nothing has that number.
    #expect(refusal(maker.file()) == "damaged: NODE \(last) is out of bounds")
    maker.minorVersion = PackHeader.minor + 1
    let pack = try #require(try? Pack(maker.file()))
    #expect(pack.unknownElementCount == 1)
    #expect(!pack[NodeRecord.self, last].isKnown && pack[NodeRecord.self, 0].isKnown)
    // It is no stack that other elements could be in.
    maker.node(.image, PackMaker.image(nil), in: last)
    #expect(refusal(maker.file()) == "damaged: NODE \(last + 1) is out of bounds")
  }

  @Test func `a motion that does not fit is refused`() throws {
    func refusal(_ change: (inout MotionElement, inout [KeyframeRecord]) -> Void) -> String? {
      self.refusal(PackMaker.motionSample(change).file())
    }
    let last = try #require(try? Pack(PackMaker.motionSample().file())).count(.nodes) - 1
    let error = "damaged: NODE \(last) is out of bounds"
    #expect(refusal { _, _ in } == nil)
    #expect(refusal { motion, _ in motion.period = 0 } == error)
    #expect(refusal { motion, _ in motion.delay = 3_600_000_001 } == error)
    #expect(refusal { motion, _ in motion.channel = 9 } == error)
    #expect(refusal { motion, _ in motion.repeatStart = 1 } == error)
    #expect(refusal { motion, _ in motion.repeatStart = Fixed(-1, over: 65536) } == error)
    #expect(refusal { motion, _ in motion.repeatStart = Fixed(999, over: 1000) } == nil)
    #expect(refusal { motion, _ in motion.scale = 0..<60_000 } == error, "no such keyframes")
    #expect(refusal { _, keys in keys[0].position = 1 } == error, "not sorted")
    #expect(refusal { _, keys in keys[1].value.value = 4 << 16 | 1 } == error, "too large")
    #expect(refusal { _, keys in keys[1].value.value = -1 } == error, "negative")
    #expect(refusal { _, keys in keys[1].value.unit = .percent } == error, "no number")
    #expect(
      refusal { _, keys in keys[1].position = 2 } == "damaged: KEYF 1 is out of bounds",
      "beyond the end")
    let many = { (motion: inout MotionElement, keys: inout [KeyframeRecord]) in
      keys = [KeyframeRecord](repeating: keys[1], count: 65)
      motion.scale = 0..<65
    }
    #expect(refusal(many) == error)
    // It moves the image before it, in the same stack, and nothing else.
    var maker = PackMaker.motionSample()
    let pack = try #require(try? Pack(maker.file()))
    let record = pack[MotionElement.self, pack[NodeRecord.self, last].records.lowerBound]
    maker.node(.motion, record)
    #expect(self.refusal(maker.file()) == "damaged: NODE \(last + 1) is out of bounds")
    maker = .motionSample()
    maker.node(.motion, record, in: 0)
    #expect(self.refusal(maker.file()) == "damaged: NODE \(last + 1) is out of bounds")
    maker = .motionSample()
    for _ in 0..<16 {
      maker.node(.image, PackMaker.image(0))
      maker.node(.motion, record)
    }
    #expect(self.refusal(maker.file()) == "too much work: more than 16 images move")
  }

  @Test func `a program of an older version shows an image at rest`() throws {
    var maker = PackMaker.motionSample()
    // As kind 7 is for a program that has six: the section of keyframes may be skipped, the node is left out.
    maker.minorVersion = PackHeader.minor + 1
    let nodes = try #require(maker.sections[Int(PackSection.nodes.rawValue)])
    let last = nodes.count / PackSection.nodes.stride - 1
    maker.sections[Int(PackSection.nodes.rawValue)]?[last * PackSection.nodes.stride] = 200
    var file = maker.file()
    let tag = (0..<4).map { UInt8(truncatingIfNeeded: PackSection.keyframes.tag >> (8 * $0)) }
    let entry = try #require(
      stride(from: PackHeader.size, to: file.count, by: PackHeader.entrySize)
        .first { Array(file[$0..<$0 + 4]) == tag })
    file.replaceSubrange(entry..<entry + 4, with: Array("ABCD".utf8))
    let pack = try #require(try? Pack(PackMaker.sealed(file)))
    #expect(pack.unknownElementCount == 1 && pack[NodeRecord.self, last - 1].kind == .image)
  }

  @Test func `a gradient that does not fit is refused`() {
    func refusal(_ change: (inout ShadingRecord) -> Void) -> String? {
      self.refusal(PackMaker.shadingSample(change).file())
    }
    let error = "damaged: SHAD 0 is out of bounds"
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.stops = 0..<0 } == error, "no stops")
    #expect(refusal { $0.stops = 1..<3 } == error, "no such stops")
    var maker = PackMaker.shadingSample()
    maker.sections[Int(PackSection.vectors.rawValue)]?[14] = 3
    #expect(self.refusal(maker.file()) == "damaged: VECT 0 is out of bounds", "no such gradient")
  }

  @Test func `a program of an older version fills shapes with one colour, and counts it`() throws {
    var maker = PackMaker.shadingSample()
    // As kind 8 and the section are for a program that has neither; it skips bytes that were zeros.
    maker.minorVersion = PackHeader.minor + 1
    let nodes = try #require(maker.sections[Int(PackSection.nodes.rawValue)])
    let last = nodes.count / PackSection.nodes.stride - 1
    maker.sections[Int(PackSection.nodes.rawValue)]?[last * PackSection.nodes.stride] = 200
    let pack = try #require(try? Pack(maker.file()))
    #expect(pack.unknownElementCount == 1)
    let shape = pack[VectorRecord.self, 0]
    #expect(shape.paint == .color && shape.color == StraightColor(hex: 0x8080_80FF))
    #expect(PackSection.shadings.isOptional)
  }

  @Test func `images of parts that do not fit are refused`() throws {
    func refusal(_ change: (inout PartsElement) -> Void) -> String? {
      self.refusal(PackMaker.partsSample(change).file())
    }
    let error = "damaged: NODE 2 is out of bounds"
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.back.image = 1 } == error, "no such image")
    #expect(refusal { $0.bullet = 1 } == error, "no such image")
    // The image has 9 × 7 pixels: one is left between the edges.
    #expect(refusal { ($0.back.left, $0.back.right) = (3, 6) } == error)
    #expect(refusal { ($0.back.top, $0.back.bottom) = (65535, 65535) } == error)
    #expect(refusal { ($0.front.left, $0.front.right) = (8, 0) } == nil)
    #expect(refusal { $0.front.top = 7 } == error)
    var maker = PackMaker.partsSample()
    // Of an image that is a drawing.
    maker.sections[Int(PackSection.images.rawValue)]?[0] = 1
    #expect(self.refusal(maker.file()) != nil)
    // They belong to the element before them, in the same stack, and to no other kind.
    let last = try #require(try? Pack(PackMaker.partsSample().file())).count(.nodes) - 1
    maker = .partsSample()
    maker.node(.parts, PartsElement())
    #expect(self.refusal(maker.file()) == "damaged: NODE \(last + 1) is out of bounds")
    maker = .partsSample()
    maker.node(.image, PackMaker.image(0))
    maker.node(.parts, PartsElement())
    #expect(self.refusal(maker.file()) == "damaged: NODE \(last + 2) is out of bounds")
    maker = .partsSample()
    maker.node(.stack, PackMaker.stack())
    maker.node(.parts, PartsElement(), in: 2)
    #expect(self.refusal(maker.file()) == "damaged: NODE \(last + 2) is out of bounds")
  }

  @Test func `records that do not fit are named`() {
    func broken(_ section: PackSection, _ position: Int, _ value: UInt8) -> String? {
      refusal(
        changed { pack in pack.sections[Int(section.rawValue), default: []][position] = value })
    }
    #expect(broken(.nodes, 24, 9) == "damaged: NODE 1 is out of bounds")
    #expect(broken(.nodes, 2 * 24 + 1, 2) == "damaged: NODE 2 is out of bounds", "its own parent")
    #expect(broken(.nodes, 3 * 24 + 14, 0) == "damaged: NODE 3 is out of bounds", "no channel")
    #expect(broken(.selectors, 5, 1) == "damaged: NODE 0 is out of bounds", "no such record")
    #expect(broken(.records, 2 * 208 + 80, 1) == "damaged: NODE 2 is out of bounds", "no image")
    #expect(broken(.records, 2 * 208 + 83, 1) == "damaged: NODE 2 is out of bounds", "not zero")
    #expect(broken(.stages, 8, 6) == "damaged: STAG 0 is out of bounds", "no unit")
    #expect(broken(.stages, 68, 2) == "damaged: STAG 0 is out of bounds", "no truth value")
    #expect(broken(.stages, 69, 1) == "damaged: STAG 0 is out of bounds", "no such font")
    #expect(broken(.images, 12, 200) == "damaged: IMAG 0 is out of bounds", "no such pixels")
    #expect(broken(.pieces, 4, 9) == "damaged: PIEC 0 is out of bounds", "no placeholder")
    #expect(broken(.strings, 2, 0xFF) == "damaged: STRS 0 is out of bounds", "no UTF-8")
    #expect(broken(.locales, 16, 1) == "damaged: LOCL 0 is out of bounds", "lacks a text")
    #expect(broken(.metadata, 32, 1) == "damaged: META 0 is out of bounds", "lacks a variant")
  }

  @Test func `stacks are at most three deep`() {
    func nested(_ depth: Int) -> [UInt8] {
      changed { pack in
        var parent: Int?
        for number in 0..<depth {
          pack.node(.stack, PackMaker.stack(), in: parent)
          parent = 6 + number
        }
      }
    }
    #expect(refusal(nested(3)) == nil)
    #expect(refusal(nested(4)) == "damaged: NODE 9 is out of bounds")
  }

  @Test func `outlines are walked`() {
    func glyph(_ stream: [UInt8], box: [Int]) -> String? {
      refusal(
        changed { pack in
          var glyph = GlyphRecord()
          glyph.outline = pack.add(bytes: stream, to: .outlines)
          glyph.box = OutlineBox(left: box[0], bottom: box[1], right: box[2], top: box[3])
          pack.add(glyph)
        })
    }
    // On the curve at (5, 0), off it at (5, 10), on it at (−5, 10), where the contour ends.
    let bow: [UInt8] = [0, 0b0000_0011, 5, 0b0000_1000, 10, 0b0010_0101, 10]
    #expect(glyph(bow, box: [-5, 0, 5, 10]) == nil)
    #expect(glyph([], box: [0, 0, 0, 0]) == nil)
    let error = "damaged: GLYF 0 is out of bounds"
    #expect(glyph(bow, box: [-5, 0, 6, 10]) == error, "another box")
    #expect(glyph(Array(bow.dropLast()), box: [-5, 0, 5, 10]) == error, "cut off")
    #expect(glyph(Array(bow.dropLast(2)), box: [5, 0, 5, 10]) == error, "no end")
    #expect(glyph([0, 0b0010_0010, 5], box: [5, 0, 5, 0]) == error, "begins off the curve")
    #expect(glyph([4] + bow.dropFirst(), box: [-5, 0, 5, 10]) == error, "a flag")
    #expect(glyph([1, 1, 0, 0, 0, 0, 0, 0], box: [0, 0, 0, 0]) == error, "part of itself")
  }

  /// Every single changed bit is found, wherever it is.
  @Test func `every flipped bit is refused`() {
    let file = PackMaker.sample().file()
    var changed = file
    for bit in 0..<8 * file.count {
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      if refusal(changed) == nil { Issue.record("bit \(bit) does not count") }
      changed[bit / 8] = file[bit / 8]
    }
  }

  /// With a correct hash, a pack is refused or all of it can be read; nothing traps.
  @Test func `packs that are changed at random are read or refused`() {
    let file = PackMaker.sample().file()
    var random = PackMutations(seed: 17)
    var (read, refused) = (0, 0)
    for _ in 0..<20_000 {
      let mutation = random.mutation(of: file)
      if refusal(mutation) == nil { read += 1 } else { refused += 1 }
    }
    // Colours, numbers and texts may be any; most other bytes may not.
    #expect(read > 1000 && refused > 5000)
  }

  /// Like the changes of a failing disk; the hash finds them.
  @Test func `packs that are changed at random are refused by their hash`() {
    let file = PackMaker.sample().file()
    var random = PackMutations(seed: 23)
    for turn in 0..<10_000 {
      let mutation = random.changed(file)
      // Two changes may cancel out.
      if mutation != file && refusal(mutation) == nil { Issue.record("\(turn) is a pack") }
    }
  }
}
