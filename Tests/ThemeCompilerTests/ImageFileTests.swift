// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ThemeCompiler

/// The supported image files, and the warnings for parts that are not drawn.
@Suite struct ImageFileTests {
  private static func lines(_ file: [UInt8], named name: String = "logo.svg") -> [String] {
    let result = Themes.compile(
      "flipbook = 1\n[image.a]\nfile = \"\(name)\"\nwidth = 40\n", files: [name: file])
    return result.diagnostics.sorted.map { $0.line(file: "t") }
  }

  private static let square = "<rect width=\"9\" height=\"9\"/>"

  @Test(arguments: [
    (
      "<image href=\"photo.png\" width=\"9\" height=\"9\"/>",
      "logo.svg:2:1: warning: image.a.file: <image> of another file is not drawn: put it into this one"
    ),
    (
      "<x:use xmlns:x=\"http://www.w3.org/2000/svg\" href='parts.svg#a'/>",
      "logo.svg:2:1: warning: image.a.file: <use> of another file is not drawn: put it into this one"
    ),
    (
      "<foreignObject width=\"9\" height=\"9\"/>",
      "logo.svg:2:1: warning: image.a.file: <foreignObject> is not drawn"
    ),
    (
      "<g><animateTransform attributeName=\"transform\"/></g>",
      "logo.svg:2:4: warning: image.a.file: <animateTransform> does nothing: only the beginning of an animation is shown"
    ),
    ("<script>1</script>", "logo.svg:2:1: warning: image.a.file: <script> is not run"),
  ])
  func `each part of an SVG that is not drawn is a warning with its line`(
    content: String, line: String
  ) {
    #expect(Self.lines(Array(DrawingTests.svg("\(Self.square)\n\(content)").utf8)) == [line])
  }

  @Test(arguments: [
    "<!-- <foreignObject/> -->", "<style><![CDATA[ <set/> ]]></style>",
    "<g id=\"g\"/><use href=\"#g\"/>",
  ])
  func `what is drawn is no warning`(content: String) {
    #expect(Self.lines(Array(DrawingTests.svg(Self.square + content).utf8)) == [])
  }

  @Test(arguments: ["", "<g/>", "<rect width=\"9\" height=\"9\" x=\"200\"/>"])
  func `an empty SVG is a warning`(content: String) {
    #expect(
      Self.lines(Array(DrawingTests.svg(content).utf8))
        == ["t:3:8: warning: image.a.file: 'logo.svg' is empty: nothing is drawn"])
  }

  /// Files that exceed the limits of time or memory end with a line, soon.
  @Test(arguments: [
    // A blur of each of 4096 × 4096 pixels over all others.
    "<filter id=\"f\" x=\"-9\" y=\"-9\" width=\"20\" height=\"20\"><feGaussianBlur stdDeviation=\"3000\"/></filter><rect width=\"90\" height=\"50\" filter=\"url(#f)\"/>",
    "<filter id=\"f\"><feTurbulence baseFrequency=\".9\" numOctaves=\"90000000\"/></filter><rect width=\"90\" height=\"50\" filter=\"url(#f)\"/>",
    // Each group has ten of the previous group.
    "<g id=\"g0\"><rect width=\"9\" height=\"9\"/></g>"
      + (1...9).map { level in
        "<g id=\"g\(level)\">"
          + String(repeating: "<use href=\"#g\(level - 1)\"/>", count: 10) + "</g>"
      }.joined(),
  ])
  func `work without end is refused within five seconds`(content: String) throws {
    let begin = ContinuousClock.now
    let lines = Self.lines(Array(DrawingTests.svg(content).utf8))
    // The limit is in processor time, which passes more slowly on a busy machine.
    #expect(ContinuousClock.now - begin < .seconds(120))
    let errors = lines.filter { $0.contains("error:") || $0.contains("becomes pixels") }
    #expect(!errors.isEmpty, "\(lines)")
  }

  /// An `.svgz` is the same as its content.
  @Test func `a compressed SVG is as the plain one`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plain = Array(DrawingTests.svg(Self.square).utf8)
    let file = folder.appending(path: "logo.svg")
    try Data(plain).write(to: file)
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/usr/bin/gzip")
    gzip.arguments = ["-9", file.path]
    try gzip.run()
    gzip.waitUntilExit()
    let packed = Array(try Data(contentsOf: folder.appending(path: "logo.svg.gz")))
    let theme = "flipbook = 1\n[image.a]\nfile = \"logo\"\nwidth = 40\n"
    let result = Themes.compile(theme, files: ["logo": packed])
    #expect(result.diagnostics.all.isEmpty)
    let pack = try #require(result.pack)
    #expect(pack == Themes.compile(theme, files: ["logo": plain]).pack)
    let broken = Self.lines(Array(packed.dropLast(9)))
    #expect(
      broken.count == 1
        && broken[0].contains("it is no whole gzip file, or holds more than 16 MiB"), "\(broken)")
  }

  /// Each of EXIF's orientations, in both byte orders, turns a corner to its correct position.
  @Test(arguments: [
    (1, 0, 0), (2, 2, 0), (3, 2, 1), (4, 0, 1), (5, 0, 0), (6, 1, 0), (7, 1, 2), (8, 0, 2),
  ])
  func `EXIF turns an image`(orientation: Int, x: Int, y: Int) {
    // Three by two pixels, with a red first pixel.
    var pixels = [UInt8](repeating: 255, count: 24)
    pixels[1] = 0
    let image = PixelImage(width: 3, height: 2, pixels: pixels)
    for isLittle in [false, true] {
      let order = { (bytes: [UInt8]) in isLittle ? bytes.reversed() : bytes }
      let head: [UInt8] = (isLittle ? [0x49, 0x49] : [0x4D, 0x4D]) + order([0, 42])
      let entry = order([1, 18]) + order([0, 3]) + order([0, 0, 0, 1])
      let tiff =
        head + order([0, 0, 0, 8]) + order([0, 1]) + entry
        + order([0, UInt8(orientation)]) + [0, 0]
      let segment: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0] + tiff
      let file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment
      let turn = ImageTurn(ofJPEG: file)
      #expect(turn.orientation == orientation)
      let turned = turn.applied(to: image)
      #expect(turned.width == (orientation < 5 ? 3 : 2))
      let places = (0..<6).filter { turned.pixels[4 * $0 + 1] == 0 }
      #expect(places == [y * turned.width + x])
      // Truncated files are not turned.
      for length in file.indices where length < 34 {
        #expect(ImageTurn(ofJPEG: Array(file.prefix(length))) == .none)
      }
    }
  }
}
