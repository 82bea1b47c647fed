// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Foundation
import DisplayList
import Raster
import Support
import Testing
import Theme

@testable import ThemeCompiler

/// SVG files as outlines.
@Suite struct DrawingTests {
  static func svg(_ content: String, _ box: String = "0 0 100 60") -> String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(box)\">\(content)</svg>"
  }

  /// librsvg's image of a file and the daemon's must be the same, except for rounding.
  @Test(arguments: [
    ("curves", "<path d=\"M50 5C90 5 95 55 50 55S10 5 50 5z\" fill=\"#0B6E4F\"/>"),
    (
      "arcs",
      "<circle cx=\"30\" cy=\"30\" r=\"25\" fill=\"red\"/><ellipse cx=\"70\" cy=\"30\" rx=\"28\" ry=\"12\"/>"
    ),
    (
      "rule",
      "<path d=\"M10 5h50v50H10zM20 15h30v30H20zM30 25h10v10H30z\" fill-rule=\"evenodd\" fill=\"blue\"/>"
    ),
    (
      "mitre",
      "<path d=\"M10 50L40 10L60 50L90 20\" fill=\"none\" stroke=\"black\" stroke-width=\"5\"/>"
    ),
    (
      "round",
      "<path d=\"M10 50L40 10L60 50L90 20\" fill=\"none\" stroke=\"#333\" stroke-width=\"9\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
    ),
    (
      "bevel",
      "<path d=\"M10 50L40 10L60 50L90 20z\" fill=\"#EEE\" stroke=\"#333\" stroke-width=\"6\" stroke-linejoin=\"bevel\"/>"
    ),
    (
      "dashes",
      "<circle cx=\"50\" cy=\"30\" r=\"22\" fill=\"none\" stroke=\"teal\" stroke-width=\"4\" stroke-dasharray=\"9 4 2\"/>"
    ),
    (
      "matrix",
      "<g transform=\"translate(50 30) rotate(20) scale(2 .7)\"><rect x=\"-20\" y=\"-15\" width=\"40\" height=\"30\" rx=\"5\" fill=\"orange\" stroke=\"navy\" stroke-width=\"3\"/></g>"
    ),
    (
      "gradient",
      "<defs><linearGradient id=\"g\" x2=\".8\" y2=\"1\"><stop stop-color=\"red\"/><stop offset=\".3\" stop-color=\"#FF0\"/><stop offset=\"1\" stop-color=\"blue\"/></linearGradient></defs><rect x=\"5\" y=\"5\" width=\"90\" height=\"50\" rx=\"9\" fill=\"url(#g)\"/>"
    ),
    (
      "fading",
      "<defs><linearGradient id=\"g\" x2=\".8\" y2=\"1\"><stop stop-color=\"red\"/><stop offset=\".3\" stop-color=\"#FF0\" stop-opacity=\".4\"/><stop offset=\"1\" stop-color=\"blue\" stop-opacity=\"0\"/></linearGradient></defs><circle cx=\"50\" cy=\"30\" r=\"25\" fill=\"teal\"/><rect x=\"5\" y=\"5\" width=\"90\" height=\"50\" rx=\"9\" fill=\"url(#g)\"/>"
    ),
    (
      "radial",
      "<defs><radialGradient id=\"g\"><stop stop-color=\"#FFF\"/><stop offset=\".6\" stop-color=\"#4A90D9\"/><stop offset=\"1\" stop-color=\"#12305A\"/></radialGradient></defs><rect x=\"5\" y=\"5\" width=\"90\" height=\"50\" fill=\"url(#g)\"/>"
    ),
    (
      "focus",
      "<defs><radialGradient id=\"g\" gradientUnits=\"userSpaceOnUse\" cx=\"45\" cy=\"30\" r=\"30\" fx=\"60\" fy=\"18\"><stop stop-color=\"#FF0\"/><stop offset=\".5\" stop-color=\"#C04\"/><stop offset=\"1\" stop-color=\"#024\"/></radialGradient></defs><rect x=\"5\" y=\"5\" width=\"90\" height=\"50\" rx=\"9\" fill=\"url(#g)\"/>"
    ),
    (
      "shadow",
      "<defs><radialGradient id=\"g\" gradientUnits=\"userSpaceOnUse\" cx=\"50\" cy=\"40\" r=\"40\" gradientTransform=\"matrix(1 .2 -.1 .3 4 18)\"><stop/><stop offset=\"1\" stop-opacity=\"0\"/></radialGradient></defs><circle cx=\"50\" cy=\"25\" r=\"20\" fill=\"#8AE234\"/><ellipse cx=\"50\" cy=\"42\" rx=\"45\" ry=\"16\" fill=\"url(#g)\" fill-opacity=\".7\"/>"
    ),
    (
      "stroke",
      "<defs><radialGradient id=\"g\" gradientUnits=\"userSpaceOnUse\" cx=\"50\" cy=\"30\" r=\"30\" gradientTransform=\"translate(50 30) rotate(25) scale(1.4 .7) translate(-50 -30)\"><stop stop-color=\"#FCE94F\"/><stop offset=\"1\" stop-color=\"#C4A000\" stop-opacity=\".6\"/></radialGradient></defs><path d=\"M10 50L40 10L60 50L90 20\" fill=\"none\" stroke=\"url(#g)\" stroke-width=\"9\"/>"
    ),
    (
      "inner circle",
      "<defs><radialGradient id=\"g\" fr=\".2\" fx=\".4\"><stop stop-color=\"#FFF\"/><stop offset=\".6\" stop-color=\"#4A90D9\"/><stop offset=\"1\" stop-color=\"#12305A\"/></radialGradient></defs><circle cx=\"50\" cy=\"30\" r=\"28\" fill=\"url(#g)\"/>"
    ),
    (
      "translucent",
      "<rect x=\"5\" y=\"5\" width=\"60\" height=\"40\" fill=\"green\" fill-opacity=\".5\"/><g opacity=\".6\"><rect x=\"30\" y=\"20\" width=\"60\" height=\"35\"/></g>"
    ),
    (
      "cut",
      "<circle cx=\"80\" cy=\"40\" r=\"40\" fill=\"purple\"/><path d=\"M-20 -20L50 20L-20 50z\"/>"
    ),
    (
      "clipped",
      "<clipPath id=\"c\"><rect x=\"20\" y=\"10\" width=\"50\" height=\"30\"/></clipPath><circle cx=\"60\" cy=\"30\" r=\"30\" clip-path=\"url(#c)\"/>"
    ),
    ("star", "<path d=\"M50 3L62 55L20 20H80L38 55z\" fill=\"gold\"/>"),
  ])
  func `a drawing is what librsvg draws`(name: String, content: String) throws {
    let file = try ImageFile(Array(Self.svg(content).utf8))
    let pack = try Self.pack(content)
    // The box has the file's aspect ratio, which librsvg keeps.
    for side in [25, 90, 335] {
      let expected = try file.image(side: side)
      let found = Self.pixels(of: pack, width: expected.width, height: expected.height)
      let decibels = Fonts.decibels(found, Self.overWhite(expected), of: found.count)
      #expect(decibels >= 39, "\(name) of \(side) pixels: \(decibels) dB")
    }
  }

  /// A part that outlines cannot express causes a warning.
  @Test(arguments: [
    (
      "<radialGradient id=\"g\" spreadMethod=\"reflect\" r=\".2\"><stop stop-color=\"red\"/><stop offset=\"1\"/></radialGradient><circle r=\"9\" fill=\"url(#g)\"/>",
      "it has a gradient that is repeated"
    ),
    (
      "<linearGradient id=\"g\" x2=\".1\" spreadMethod=\"reflect\"><stop stop-color=\"red\"/><stop offset=\"1\"/></linearGradient><rect width=\"9\" height=\"9\" fill=\"url(#g)\"/>",
      "it has a gradient that is repeated"
    ),
    (
      "<g opacity=\".5\"><rect width=\"9\" height=\"9\"/><rect width=\"9\" height=\"9\" x=\"4\" fill=\"red\"/></g>",
      "it has a group that is translucent, with shapes that overlap"
    ),
    (
      "<clipPath id=\"c\"><circle r=\"20\"/></clipPath><rect width=\"90\" height=\"9\" clip-path=\"url(#c)\"/>",
      "it has a clip path"
    ),
    (
      "<mask id=\"m\"><circle r=\"20\" fill=\"white\"/></mask><rect width=\"90\" height=\"9\" mask=\"url(#m)\"/>",
      "it has a mask"
    ),
    (
      "<filter id=\"f\"><feGaussianBlur stdDeviation=\"2\"/></filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>",
      "it has a filter"
    ),
    (
      "<path d=\"M50 3L62 55L20 20H80L38 55z\" fill-rule=\"evenodd\"/>",
      "it has contours that cross, with the even-odd rule"
    ),
    (
      String(repeating: "<rect width=\"9\" height=\"9\"/>", count: 65),
      "it has 65 shapes, more than 64"
    ),
  ])
  func `what has to be pixels becomes pixels, with a line`(content: String, reason: String) throws {
    let result = Themes.compile(
      "flipbook = 1\n[image.a]\nfile = \"logo.svg\"\nwidth = 40\n",
      files: ["logo.svg": Array(Self.svg(content).utf8)])
    #expect(
      result.diagnostics.sorted.map { $0.line(file: "t") }
        == ["t:3:8: warning: image.a.file: 'logo.svg' becomes pixels: \(reason)"])
    let pack = try Pack(try #require(result.pack))
    #expect(pack.count(.vectors) == 0 && pack.count(.pixels) > 0)
  }

  @Test(arguments: [
    ("<text y=\"20\">Acme</text>", true),
    ("<x:text xmlns:x=\"http://www.w3.org/2000/svg\"/>", true),
    ("<!-- <text>Acme</text> --><rect width=\"9\" height=\"9\"/>", false),
    ("<textPath/><rect id=\"text\" width=\"9\" height=\"9\"/><!--", false),
  ])
  func `text is drawn in other fonts elsewhere, with a line`(content: String, isText: Bool) {
    let file = Array(Self.svg(content).utf8)
    let result = Themes.compile(
      "flipbook = 1\n[background]\nimage = \"logo.svg\"\n[image.a]\nfile = \"logo.svg\"\nwidth = 40\n",
      files: ["logo.svg": file])
    let warnings = result.diagnostics.sorted.map { $0.line(file: "t") }.filter {
      $0.contains("has text")
    }
    #expect(
      warnings
        == (isText
          ? [
            "t:3:9: warning: background.image: 'logo.svg' has text, which is drawn in the fonts of this machine: convert it to paths"
          ] : []))
  }

  /// The daemon composites an element as a whole before it shows a part of it.
  @Test(arguments: [
    ("opacity = 0.5", 32768), ("tint = \"#FF000080\"", 32896),
    ("tint = \"#FF000080\"\nopacity = 0.5", 16448),
  ])
  func `a translucent drawing stays outlines, whatever overlaps`(keys: String, opacity: Int) throws
  {
    let pack = try Self.pack(
      "<rect width=\"9\" height=\"9\"/><rect width=\"9\" height=\"9\" x=\"4\" fill=\"blue\"/>",
      keys)
    let opacities = (0..<pack.count(.records)).map {
      Int(pack[ElementPlacement.self, $0].opacity)
    }
    #expect(opacities.contains(opacity), "\(opacities)")
    // Each shape is opaque.
    for vector in 0..<pack.count(.vectors) {
      let shape = pack[VectorRecord.self, vector]
      #expect(shape.color.alpha == 65535 && shape.opacity == 65535)
    }
  }

  /// Cairo rounds to 8 bits after each shape; here it is once, at the end.
  @Test func `translucent shapes over each other are what float64 says`() throws {
    var numbers = PackMutations(seed: 3)
    var (found, cairos): ([Double], [Double]) = ([], [])
    for count in [4, 16, 40] {
      var content = ""
      var exact = [255.0, 255, 255]
      for index in 0..<count {
        let channels = (0..<3).map { _ in numbers.number(below: 256) }
        let opacity = Double(4 + numbers.number(below: 60)) / 255
        // Of a group of one shape, and of a colour.
        let property = index % 2 == 0 ? "opacity" : "fill-opacity"
        content +=
          "<rect x=\"10\" y=\"10\" width=\"80\" height=\"40\" fill=\"rgb(\(channels[0]),\(channels[1]),\(channels[2]))\" \(property)=\"\(opacity)\"/>"
        for channel in 0..<3 {
          exact[channel] += (Double(channels[channel]) - exact[channel]) * opacity
        }
      }
      let file = try ImageFile(Array(Self.svg(content).utf8))
      let pixels = Self.pixels(of: try Self.pack(content), width: 100, height: 60)
      let others = Self.overWhite(try file.image(side: 100))
      let center = 3 * (30 * 100 + 50)
      for channel in 0..<3 {
        found.append(abs(Double(pixels[center + channel]) - exact[channel]))
        cairos.append(abs(Double(others[center + channel]) - exact[channel]))
      }
    }
    let (worst, cairosWorst) = (found.max() ?? 9, cairos.max() ?? 9)
    // To nearest, and what 40 roundings to 16 bits and the decimals of the file leave.
    #expect(worst <= 0.6, "\(worst)")
    #expect(cairosWorst > 1 && cairosWorst < 12, "\(cairosWorst)")
  }

  /// The pack of a theme with a drawing.
  private static func pack(_ content: String, _ keys: String = "") throws -> Pack {
    let result = Themes.compile(
      "flipbook = 1\n[image.a]\nfile = \"logo.svg\"\nwidth = 40\n\(keys)\n",
      files: ["logo.svg": Array(svg(content).utf8)])
    #expect(result.diagnostics.sorted.map { $0.line(file: "t") } == [])
    let pack = try Pack(try #require(result.pack))
    #expect(pack.count(.vectors) > 0 && pack.count(.pixels) == 0)
    return pack
  }

  /// A drawing's pixels over white, three bytes each.
  private static func pixels(of pack: Pack, width: Int, height: Int) -> [UInt8] {
    let image = pack[ImageRecord.self, 0]
    var scene = Scene(background: .white, shapeCapacity: 64, elementCapacity: 1 << 14)
    pack.addDrawing(
      image,
      transform: Transform.identity.scaled(
        x: Fixed(width, over: Int(image.width)), y: Fixed(height, over: Int(image.height))),
      to: &scene)
    let isWhole = !scene.overflowed
    #expect(isWhole)
    var renderer = Renderer(maximumWidth: width, maximumHeight: height, edgeCapacity: 1 << 16)
    var words = [UInt32](repeating: 0, count: width * height)
    var pixels = PixelBuffer(
      words.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xrgb8888)
    renderer.draw(
      scene, damage: DamageRegion(allOfWidth: width, height: height), into: &pixels)
    return words.flatMap {
      [
        UInt8(truncatingIfNeeded: $0 >> 16), UInt8(truncatingIfNeeded: $0 >> 8),
        UInt8(truncatingIfNeeded: $0),
      ]
    }
  }

  private static func overWhite(_ image: PixelImage) -> [UInt8] {
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: image.pixels.count, by: 4) {
      for channel in 0..<3 {
        bytes.append(image.pixels[start + channel] + (255 - image.pixels[start + 3]))
      }
    }
    return bytes
  }
}

/// What versions of librsvg and cairo write in other ways.
@Suite struct DrawingVersionTests {
  private static let stops =
    "<stop offset=\"0\" stop-color=\"rgb(0%,0%,0%)\"/><stop offset=\"1\" stop-color=\"rgb(100%,100%,100%)\"/>"

  /// A square of 100 pixels that is turned by 45 degrees about (200, 200), with a gradient from its top to its bottom.
  private static func turned(_ matrix: String) throws -> Drawing {
    let path =
      "M 200 129.289063 L 270.710938 200 L 200 270.710938 L 129.289063 200 Z M 200 129.289063 "
    let text = """
      <svg width="400" height="400"><defs><linearGradient id="a" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0"
      y2="1" gradientTransform="matrix(\(matrix))">\(stops)</linearGradient></defs>
      <path fill="url(#a)" d="\(path)"/></svg>
      """
    return try DrawingReader.read(Array(text.utf8), width: 400, height: 400)
  }

  @Test func `a gradient has the box of the outline`() throws {
    // As 2.60 writes it, and as 2.54, which takes the box of the box on the page.
    let own = try Self.turned("70.710678, 70.710678, -70.710678, 70.710678, 200, 129.289322")
    let larger = try Self.turned("141.421356,141.421356,-141.421356,141.421356,200,58.578644")
    guard case .gradient(let gradient) = own.shapes[0].paint,
      case .gradient(let other) = larger.shapes[0].paint
    else {
      Issue.record("no gradients")
      return
    }
    #expect(gradient.axis == other.axis)
    let wanted = [200, 129.29, 129.29, 200]
    #expect(zip(gradient.axis, wanted).allSatisfy { abs(Double($0) / 65536 * 400 - $1) < 0.01 })
  }

  @Test func `a gradient of the page stays`() throws {
    let drawing = try Self.turned("100, 0, 0, 100, 150, 120")
    guard case .gradient(let gradient) = drawing.shapes[0].paint else {
      Issue.record("no gradient")
      return
    }
    let wanted = [150.0, 120, 150, 220].map { Int32(($0 * 65536 / 400).rounded()) }
    #expect(gradient.axis == wanted)
  }
}
