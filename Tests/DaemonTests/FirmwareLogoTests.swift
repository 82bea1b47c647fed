// SPDX-License-Identifier: Apache-2.0

import DisplayList
import Foundation
import Linux
import Scanout
import Support
import Testing

@testable import Daemon

/// A bitmap file of pixels 0xRRGGBB from the left upper corner on.
private func bitmap(
  _ rows: [[UInt32]], bits: Int = 24, isTopDown: Bool = false, start: Int = 54, header: Int = 40
) -> [UInt8] {
  func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  let (width, height) = (rows[0].count, rows.count)
  var file = Array("BM".utf8) + little(0, 4) + little(0, 4) + little(start, 4)
  file += little(header, 4) + little(width, 4) + little(isTopDown ? -height : height, 4)
  file += little(1, 2) + little(bits, 2) + [UInt8](repeating: 0, count: header - 16)
  file += [UInt8](repeating: 0xEE, count: max(0, start - file.count))
  for row in isTopDown ? rows : rows.reversed() {
    var line: [UInt8] = []
    for pixel in row { line += little(Int(pixel), bits / 8) }
    while line.count % 4 > 0 { line.append(0xDD) }
    file += line
  }
  return file
}

private let sample: [[UInt32]] = [[0x112233, 0x445566, 0x778899], [0xAABBCC, 0xDDEEFF, 0x010203]]

@Suite struct BitmapTests {
  private func image(_ file: [UInt8]) -> StillImage? { Bitmap.image(file.span) }

  private func pixels(_ file: [UInt8]) -> [[UInt32]]? {
    image(file).map { image in
      (0..<image.height).map { y in
        (0..<image.width).map { x in
          let pixel = image[x, y]
          #expect(pixel >> 24 == 255)
          return (pixel & 255) << 16 | pixel & 0xFF00 | pixel >> 16 & 255
        }
      }
    }
  }

  @Test(arguments: [24, 32], [false, true])
  func `pixels are read in both orders of rows`(bits: Int, isTopDown: Bool) {
    #expect(pixels(bitmap(sample, bits: bits, isTopDown: isTopDown)) == sample)
  }

  @Test func `longer headers and gaps are passed over`() {
    #expect(pixels(bitmap(sample, start: 138, header: 124)) == sample)
    #expect(pixels(bitmap(sample, start: 200)) == sample)
  }

  @Test func `a file that is cut has no image`() {
    let file = bitmap(sample)
    for length in 0..<file.count - 3 { #expect(image(Array(file.prefix(length))) == nil) }
  }

  @Test func `other formats and sizes are refused`() {
    var changed = bitmap(sample)
    changed[28] = 8
    #expect(image(changed) == nil)
    changed = bitmap(sample)
    changed[30] = 1
    #expect(image(changed) == nil)
    // A width or a height of 0, of more than a frame, or that overflows.
    for (offset, number) in [(18, 0), (22, 0), (18, 20000), (22, -20000), (22, Int(Int32.min))] {
      changed = bitmap(sample)
      for byte in 0..<4 { changed[offset + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
      #expect(image(changed) == nil)
    }
    changed = bitmap(sample)
    for byte in 10..<14 { changed[byte] = 0xFF }
    #expect(image(changed) == nil)
  }

  @Test func `changed headers give an image of no more pixels, or none`() {
    var generator = SeededGenerator(39)
    let file = bitmap(sample)
    for _ in 0..<20_000 {
      var changed = file
      for _ in 0...generator.next(below: 4) {
        let offset = generator.next(below: 54)
        changed[offset] = UInt8(generator.next(below: 256))
      }
      if let image = image(changed) {
        #expect(image.width * image.height <= (file.count - 54) / 3)
      }
    }
  }
}

@Suite struct FirmwareLogoTests {
  private let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(
    UUID().uuidString)

  /// A logo of 3 × 2 pixels at 100, 50.
  private func logo(
    status: Int = 1, x: Int = 100, y: Int = 50, framebuffer: (Int, Int)? = nil,
    image: [UInt8]? = nil
  ) throws -> FirmwareLogo {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(image ?? bitmap(sample)).write(to: folder.appendingPathComponent("image"))
    for (name, number) in [("status", status), ("xoffset", x), ("yoffset", y)] {
      try Data("\(number)\n".utf8).write(to: folder.appendingPathComponent(name))
    }
    if let (width, height) = framebuffer {
      var parameters = [UInt8](repeating: 0, count: 4096)
      for (index, side) in [width, height].enumerated() {
        parameters[0x12 + 2 * index] = UInt8(truncatingIfNeeded: side)
        parameters[0x13 + 2 * index] = UInt8(truncatingIfNeeded: side >> 8)
      }
      try Data(parameters).write(to: folder.appendingPathComponent("boot_params"))
    }
    return FirmwareLogo(try Path(Array(folder.path.utf8).span))
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  private let size = PixelSize(width: 1920, height: 1080)

  @Test(arguments: Rotation.allCases)
  func `in the firmware's mode it is where the firmware has drawn it`(rotation: Rotation) throws {
    defer { remove() }
    let placed = try #require(
      try logo(framebuffer: (1920, 1080)).placed(on: size, rotation: rotation))
    #expect(placed.rotation == .degrees0)
    #expect(placed.pixels == PixelRectangle(x: 100, y: 50, width: 3, height: 2))
  }

  @Test(arguments: [
    (Rotation.degrees0, PixelRectangle(x: 638, y: 304, width: 3, height: 2)),
    (.degrees90, PixelRectangle(x: 791, y: 398, width: 2, height: 3)),
    (.degrees180, PixelRectangle(x: 638, y: 494, width: 3, height: 2)),
    (.degrees270, PixelRectangle(x: 487, y: 398, width: 2, height: 3)),
  ])
  func `in another mode it is unrotated in the middle`(
    rotation: Rotation, expected: PixelRectangle
  ) throws {
    defer { remove() }
    let other = PixelSize(width: 1280, height: 800)
    let placed = try #require(
      try logo(framebuffer: (1920, 1080)).placed(on: other, rotation: rotation))
    #expect(placed.rotation == rotation)
    #expect(placed.pixels == expected)
  }

  @Test(arguments: Rotation.allCases, Rotation.allCases)
  func `an image that the firmware has rotated is rotated back`(
    rotation: Rotation, orientation: Rotation
  ) throws {
    defer { remove() }
    let other = PixelSize(width: 1280, height: 800)
    let placed = try #require(
      try logo(status: 1 | orientation.rawValue << 1, framebuffer: (1920, 1080))
        .placed(on: other, rotation: rotation))
    // The firmware's rotation and ours together are the output's.
    #expect(orientation.followed(by: placed.rotation) == rotation)
  }

  @Test func `without the framebuffer's size a logo in the middle shows the same mode`() throws {
    defer { remove() }
    let placed = try #require(try logo(x: 958).placed(on: size, rotation: .degrees0))
    #expect((placed.x, placed.y) == (958, 50))
    let other = try #require(try logo().placed(on: size, rotation: .degrees0))
    #expect((other.x, other.y) == (958, 411))
    #expect(try logo().placed(on: PixelSize(width: 2, height: 2), rotation: .degrees0) == nil)
  }

  @Test func `a missing or broken image is none`() throws {
    defer { remove() }
    #expect(FirmwareLogo(nil).placed(on: size, rotation: .degrees0) == nil)
    #expect(FirmwareLogo(Path("/no/such")).placed(on: size, rotation: .degrees0) == nil)
    #expect(try logo(image: [1, 2, 3]).placed(on: size, rotation: .degrees0) == nil)
  }
}
