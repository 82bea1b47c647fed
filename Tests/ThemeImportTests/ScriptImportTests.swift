// SPDX-License-Identifier: Apache-2.0

import PlymouthScript
import Testing

@testable import ThemeImport

@Suite struct ScriptImportTests {
  private static let white: [UInt8] = [255, 255, 255, 255]

  /// An image of 4 × 4 pixels with a white first row.
  private static var striped: StraightImage {
    var image = StraightImage(width: 4, height: 4)
    for index in 0..<16 { image.pixels[index] = 255 }
    return image
  }

  @Test(arguments: [
    ("a.png", "", "a.png"), ("./a.png", "images", "images/a.png"), ("b//a.png", "", "b/a.png"),
    ("../a.png", "images", "a.png"), ("../a.png", "", nil), ("x/../../a.png", "", nil),
    ("/a.png", "i", "i/a.png"), ("", "", nil),
  ])
  func `names of images stay below the folder`(name: String, folder: String, path: String?) {
    #expect(ScriptImageFiles.path(of: name, in: folder) == path)
  }

  @Test func `an image keeps its pixels at its own size`() {
    let image = ScriptImportTests.striped
    #expect(image.scaled(width: 4, height: 4) == image)
  }

  @Test func `a smaller image has the means of the larger one`() {
    let half = ScriptImportTests.striped.scaled(width: 2, height: 2)
    #expect(Array(half.pixels[0..<4]) == [255, 255, 255, 128])
    #expect(Array(half.pixels[8..<12]) == [0, 0, 0, 0])
  }

  @Test func `a larger image of one colour has one colour`() {
    var image = StraightImage(width: 2, height: 3)
    for index in image.pixels.indices { image.pixels[index] = [10, 20, 30, 255][index % 4] }
    let large = image.scaled(width: 9, height: 7)
    #expect((0..<63).allSatisfy { Array(large.pixels[4 * $0..<4 * $0 + 4]) == [10, 20, 30, 255] })
  }

  @Test func `opacity multiplies the alpha`() {
    var image = ScriptImportTests.striped
    image.fade(to: 51)
    #expect(Array(image.pixels[0..<4]) == [255, 255, 255, 51])
  }

  @Test func `a turn of nothing changes nothing`() {
    #expect(ScriptImportTests.striped.rotated(by: 0) == ScriptImportTests.striped)
  }

  @Test func `a quarter turn goes clockwise`() {
    var image = StraightImage(width: 5, height: 5)
    // The middle of the upper edge.
    image.pixels.replaceSubrange(8..<12, with: ScriptImportTests.white)
    let turned = image.rotated(by: .pi / 2)
    #expect(turned.pixels[4 * (2 * 5 + 4) + 3] > 250)
    #expect(turned.pixels[8 + 3] < 5)
  }

  /// Images of 100 × 100 pixels, in memory.
  private static func renderer(pixels: Int, layers: Int) -> ScriptImageRenderer {
    let file = SampleFiles.png(100, 100)
    let source = ImportSource(path: "acme", list: { _ in ["a.png"] }, read: { _, _ in file })
    return ScriptImageRenderer(
      ScriptImageFiles(source, folder: ""), mostPixels: pixels, mostLayerPixels: layers)
  }

  @Test func `a script draws no more pixels than the limit`() {
    let renderer = ScriptImportTests.renderer(pixels: 45_000, layers: 1_000_000)
    let drawn = (1...9).map { turn in
      renderer.image(.rotated(.file("a.png"), angle: Double(turn))) != nil
    }
    // The file takes a part of it, too.
    #expect(drawn == [true, true, true, true, false, false, false, false, false])
  }

  @Test func `why a file cannot be used is kept`() {
    let image = SampleFiles.png(100, 100)
    let source = ImportSource(
      path: "acme", list: { _ in ["link.png", "a.png", "b.png", "text.png"] },
      read: { (name, _) throws(ImportError) in
        if name == "link.png" { throw .unusable("acme/link.png: it is a link") }
        return name == "text.png" ? [65] : image + (name == "b.png" ? [0] : [])
      })
    let files = ScriptImageFiles(source, folder: "", mostBytes: image.count + 10)
    for name in ["link.png", "a.png", "b.png", "text.png", "none.png"] {
      #expect((files.size(of: name) != nil) == (name == "a.png"))
    }
    #expect(
      files.failures == [
        "link.png": "acme/link.png: it is a link",
        "b.png": "b.png: all images together are larger than 0 MiB",
        "text.png": "text.png: not a whole PNG or JPEG, or larger than possible",
      ])
  }

  @Test func `composites have no more layers than the limit`() {
    let renderer = ScriptImportTests.renderer(pixels: 1_000_000, layers: 35_000)
    let layer = SceneDescription.Layer(image: .file("a.png"), x: 0, y: 0, opacity: 255)
    let whole = renderer.composite(.init(layers: [layer, layer]), width: 100, height: 100)
    #expect(whole?.pixels.prefix(4) == [0x80, 0xC0, 0xFF, 255])
    #expect(renderer.composite(.init(layers: [layer, layer]), width: 100, height: 100) == nil)
  }

}

/// Where an image can be stretched.
@Suite struct ImageEdgeTests {
  private static func image(_ columns: [UInt8], _ rows: [UInt8]) -> StraightImage {
    var image = StraightImage(width: columns.count, height: rows.count)
    for index in 0..<columns.count * rows.count {
      let (x, y) = (index % columns.count, index / columns.count)
      image.pixels.replaceSubrange(4 * index..<4 * index + 4, with: [columns[x], rows[y], 0, 255])
    }
    return image
  }

  @Test func `edges end where the longest run of equal columns and rows begins`() {
    #expect(Self.image([1, 2, 3, 3, 3, 3, 4], [9, 9, 8, 7, 7, 7]).edges == [2, 3, 1, 0])
    #expect(Self.image([5, 5, 5, 5], [1, 2, 2, 3, 3, 3]).edges == [0, 3, 0, 0])
    #expect(Self.image([5, 5, 5, 5], [1]).isUniformAcross)
  }

  @Test func `an image that changes everywhere has no edges`() {
    let image = Self.image([1, 2, 3, 4, 5], [1, 2, 1, 2])
    #expect(image.edges == [0, 0, 0, 0] && !image.isUniformAcross)
    // Two equal columns of many are no middle.
    let many = (0..<40).map { UInt8($0 == 20 ? 19 : $0) }
    #expect(Self.image(many, [1]).edges == [0, 0, 0, 0])
  }

  @Test func `transparent pixels look the same in any colour`() {
    var image = Self.image([1, 2, 3, 4], [1])
    for pixel in 1..<4 { image.pixels[4 * pixel + 3] = 0 }
    #expect(image.edges == [1, 0, 0, 0])
  }
}
