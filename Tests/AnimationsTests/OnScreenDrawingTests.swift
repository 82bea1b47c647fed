// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import FixedPoint
import Motion
import Raster
import Stage
import Testing
import Text

/// The pixels of the on-screen keyboard.
@Suite struct OnScreenDrawingTests {
  private static let sizes: [(width: Int, height: Int, rotation: Rotation)] = [
    (240, 240, .degrees0), (480, 320, .degrees0), (320, 480, .degrees90), (720, 1280, .degrees0),
    (480, 320, .degrees180), (320, 480, .degrees270), (1920, 1080, .degrees0),
  ]

  private let layer = OnScreenLayoutTests.layer(10)

  private func display(
    _ size: (width: Int, height: Int, rotation: Rotation)
  ) -> OnScreenDisplay {
    OnScreenDisplay(width: size.width, height: size.height, rotation: size.rotation)
  }

  private func configuration(
    _ size: (width: Int, height: Int, rotation: Rotation)
  ) -> StageConfiguration {
    var configuration = StageConfiguration(
      animation: .ring, widthInPixels: size.width, heightInPixels: size.height)
    configuration.rotation = size.rotation
    configuration.background = .black
    configuration.showsMessage = true
    return configuration
  }

  /// A stage with a question and the keyboard, one second after the question.
  private func pixels(
    _ size: (width: Int, height: Int, rotation: Rotation), pressed: Int? = nil, bullets: Int = 3,
    question: String = "Password:", _ layer: OnScreenLayer? = nil
  ) throws -> [UInt32] {
    let stage = try DrawnStage(configuration(size))
    var face = OnScreenFace(layer ?? self.layer)
    if let pressed { face.pressed[0] = Int16(pressed) }
    stage.stage.show(face, on: display(size))
    stage.stage.apply(.ask(question, EntryField(bulletCount: bullets)), at: .zero)
    return stage.words(1000)
  }

  /// The pixel of the unrotated stage.
  private func pixel(
    _ pixels: [UInt32], _ size: (width: Int, height: Int, rotation: Rotation), _ x: Int, _ y: Int
  ) -> UInt32 {
    let stage = size.rotation.turned(width: size.width, height: size.height)
    let (column, row) =
      switch size.rotation {
      case .degrees0: (x, y)
      case .degrees90: (stage.height - 1 - y, x)
      case .degrees180: (stage.width - 1 - x, stage.height - 1 - y)
      case .degrees270: (y, stage.width - 1 - x)
      }
    return pixels[row * size.width + column]
  }

  /// The colours by their definition: the white text over black, mixed as the painter does.
  private static let panel = Color.black.mixed(with: .white, Fixed(6, over: 100))
  private static func word(_ color: Color) -> UInt32 {
    UInt32(color.red / 257) << 16 | UInt32(color.green / 257) << 8 | UInt32(color.blue / 257)
  }

  /// Whether two colours differ by at most three levels in each channel: the text is not quite white, and the raster rounds.
  private func isNear(_ a: UInt32, _ b: UInt32) -> Bool {
    [0, 8, 16].allSatisfy { shift in
      abs(Int(a >> UInt32(shift) & 255) - Int(b >> UInt32(shift) & 255)) <= 3
    }
  }

  @Test(arguments: sizes.indices)
  func `each key is where the layout says, in its colour`(index: Int) throws {
    let size = Self.sizes[index]
    let pixels = try pixels(size)
    let layout = OnScreenLayout(layer, on: display(size))
    let plain = Self.word(Self.panel.mixed(with: .white, Fixed(14, over: 100)))
    let other = Self.word(Self.panel.mixed(with: .white, Fixed(5, over: 100)))
    for index in layer.keys.indices {
      let box = layout.key(index, of: layer)
      let expected = layer.keys[index].isCharacter ? plain : other
      // In the middle of the lower edge and of the left edge: no label is there, and no round corner.
      for (x, y) in [((box.x + box.right) / 2, box.bottom - 1), (box.x, (box.y + box.bottom) / 2)] {
        let found = pixel(pixels, size, x, y)
        #expect(isNear(found, expected), "key \(index) at \(x), \(y): \(String(found, radix: 16))")
      }
      // Beside it is the panel.
      let beside = pixel(pixels, size, (box.x + box.right) / 2, box.bottom)
      #expect(isNear(beside, Self.word(Self.panel)), "below key \(index)")
    }
    let stage = size.rotation.turned(width: size.width, height: size.height)
    for x in [0, stage.width / 2, stage.width - 1] {
      #expect(isNear(pixel(pixels, size, x, layout.top), Self.word(Self.panel)))
      #expect(pixel(pixels, size, x, layout.top - 1) == 0)
    }
  }

  @Test(arguments: sizes.indices)
  func `the prompt is above the keyboard, and nothing overlaps it`(index: Int) throws {
    let size = Self.sizes[index]
    for question in ["Password:", String(repeating: "Please enter the passphrase ", count: 5)] {
      let pixels = try pixels(size, question: question)
      let layout = OnScreenLayout(layer, on: display(size))
      let stage = size.rotation.turned(width: size.width, height: size.height)
      // The field is a row of its own colour, above a row of background.
      var lit = 0
      for y in 0..<layout.top where pixel(pixels, size, stage.width / 2, y) != 0 { lit += 1 }
      #expect(lit >= 20, "the field is there")
      for y in max(layout.top - 3, 0)..<layout.top {
        for x in 0..<stage.width { #expect(pixel(pixels, size, x, y) == 0, "\(x), \(y)") }
      }
    }
  }

  @Test(arguments: sizes.indices)
  func `a pressed key differs in its own pixels alone`(index: Int) throws {
    let size = Self.sizes[index]
    let (released, pressed) = (try pixels(size), try pixels(size, pressed: 4))
    let box = OnScreenLayout(layer, on: display(size)).key(4, of: layer)
    let stage = size.rotation.turned(width: size.width, height: size.height)
    var differing = 0
    for y in 0..<stage.height {
      for x in 0..<stage.width
      where pixel(released, size, x, y) != pixel(pressed, size, x, y) {
        differing += 1
        #expect(box.x..<box.right ~= x && box.y..<box.bottom ~= y, "\(x), \(y)")
      }
    }
    #expect(differing > box.width * box.height / 2)
  }

  @Test func `a turned keyboard is the unrotated one, pixel for pixel in its panel's colour`()
    throws
  {
    let unrotated = (width: 480, height: 320, rotation: Rotation.degrees0)
    let expected = try pixels(unrotated)
    for size in Self.sizes
    where size.rotation.turned(width: size.width, height: size.height) == (480, 320) {
      let turned = try pixels(size)
      var differing = 0
      for y in 0..<320 {
        for x in 0..<480 where !isNear(pixel(turned, size, x, y), pixel(expected, unrotated, x, y))
        {
          differing += 1
        }
      }
      // Labels are drawn from the other side: their edges differ by a rounding.
      #expect(differing < 480 * 320 / 200, "\(size.rotation): \(differing)")
    }
  }

  /// A layer of three letters and a space bar.
  private func letters(_ keys: [OnScreenKey]) -> OnScreenLayer {
    let space = OnScreenKey(.type(0x20), label: 0x20, width: 20)
    return OnScreenLayer(.letters, rows: [keys, [space]])
  }

  @Test func `a key has no box for a character that the font does not have`() throws {
    let size = Self.sizes[1]
    let (cyrillic, latin) = (UInt16(0x439), UInt16(0x71))
    let expected = try pixels(
      size, letters([OnScreenKey(latin), OnScreenKey(0x77), OnScreenKey(.type(0x20), label: 0x20)]))
    let found = try pixels(
      size,
      letters([OnScreenKey(cyrillic, fallback: latin), OnScreenKey(0x77), OnScreenKey(cyrillic)]))
    #expect(found == expected)
  }

  @Test func `the damage of a pressed key is that key`() throws {
    let size = Self.sizes[1]
    let model = configuration(size)
    var stage = try Stage(model, at: .zero)
    stage.apply(.ask("Password:", EntryField(bulletCount: 3)), at: .zero)
    var before = Scene(shapeCapacity: 256, elementCapacity: 1 << 15)
    var after = Scene(shapeCapacity: 256, elementCapacity: 1 << 15)
    stage.show(OnScreenFace(layer), on: display(size))
    stage.draw(at: ms(1000), into: &before)
    var face = OnScreenFace(layer)
    face.pressed[1] = 7
    stage.show(face, on: display(size))
    stage.draw(at: ms(1000), into: &after)
    let (hasOverflowed, counts) = (after.overflowed, [before.shapeCount, after.shapeCount])
    #expect(!hasOverflowed && counts[0] == counts[1])
    var damage = DamageRegion(width: size.width, height: size.height)
    after.findDamage(since: before, into: &damage)
    // The pressed key, and the key that has the shape while none is pressed.
    let layout = OnScreenLayout(layer, on: display(size))
    let keys = [layout.key(7, of: layer), layout.key(layer.keys.count - 1, of: layer)]
    let rectangles = damage.rectangles
    #expect(rectangles.count > 0)
    for index in 0..<rectangles.count {
      let found = rectangles[index]
      let isInside = keys.contains { key in
        let isBeside = found.x < key.x - 1 || found.right > key.right + 1
        return !isBeside && found.y >= key.y - 1 && found.bottom <= key.bottom + 1
      }
      #expect(isInside, "\(found)")
    }
  }
}
