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

  @Test func `a bar of one colour has one`() {
    var image = StraightImage(width: 40, height: 2)
    for index in image.pixels.indices { image.pixels[index] = [1, 2, 3, 255][index % 4] }
    #expect(image.barColors == [0x0102_03FF])
  }

  @Test func `a bar's colours are those from left to right`() {
    var image = StraightImage(width: 32, height: 1)
    for x in 0..<32 {
      image.pixels.replaceSubrange(4 * x..<4 * x + 4, with: [UInt8(8 * x), 0, 0, 255])
    }
    #expect(image.barColors.count == 16)
    #expect(image.barColors.first == 0x0400_00FF)
    #expect(image.barColors.last == 0xF400_00FF)
  }
}
