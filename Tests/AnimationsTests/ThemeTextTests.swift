// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import DisplayList
import Raster
import Support
import Testing
import Theme

@testable import Animations
import Stage
import Text

/// Texts in a font of a pack: lines, kerning, order, and replacements for unsupported characters.
@Suite struct ThemeTextTests {
  private static let (width, height) = (120, 60)

  private func words(_ pack: Pack, _ message: String) throws -> [UInt32] {
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: Self.width, heightInPixels: Self.height)
    configuration.showsMessage = true
    configuration.theme = ThemeSelection(pack)
    var stage = try Stage(configuration, at: .zero)
    stage.apply(.message(Message(truncating: Array(message.utf8).span)), at: .zero)
    var scene = Scene(shapeCapacity: 256, elementCapacity: 1 << 15)
    stage.draw(at: .zero + .milliseconds(2000), into: &scene)
    var renderer = Renderer(maximumWidth: Self.width, shapeCapacity: 256)
    var words = [UInt32](repeating: 0, count: Self.width * Self.height)
    var buffer = PixelBuffer(
      words.mutableSpan, width: Self.width, height: Self.height, strideInBytes: 4 * Self.width,
      format: .xrgb8888)
    renderer.draw(
      scene, damage: DamageRegion(allOfWidth: Self.width, height: Self.height), into: &buffer)
    return words
  }

  /// The boxes of a line, as half-open ranges of columns.
  private func boxes(_ message: String, line: Int = 0, lines: UInt8 = 2) throws -> [Range<Int>] {
    let pack = try Pack(PackMaker.fontSample(lines: lines).file())
    // Lines are 22 pixels apart; a row through the middle of the capitals crosses each box.
    let row = try words(pack, message)[(Self.width * (5 + 22 * line))...].prefix(Self.width)
    var boxes: [Range<Int>] = []
    for (column, pixel) in row.enumerated() where pixel & 0xFF > 128 {
      if let last = boxes.last, last.upperBound == column {
        boxes[boxes.count - 1] = last.lowerBound..<column + 1
      } else {
        boxes.append(column..<column + 1)
      }
    }
    return boxes
  }

  @Test func `letters follow each other with their kerning`() throws {
    #expect(try boxes("A A") == [0..<8, 20..<28])
    // A kerned pair is 2 nearer; a composite is at the position of its part.
    #expect(try boxes("BA") == [2..<18])
    #expect(try boxes("AB1") == [0..<8, 10..<20])
  }

  @Test func `a character that the font has not is its box`() throws {
    #expect(try boxes("CA") == [0..<9, 10..<18])
    // Marks without a glyph are left out, and invalid bytes are boxes.
    #expect(try boxes("A\u{301}A") == [0..<8, 10..<18])
  }

  @Test func `lines are filled word by word`() throws {
    #expect(try boxes("AAAAA AAAA A").count == 9)
    #expect(try boxes("AAAAA AAAA A", line: 1) == [0..<8])
    // A word that is too long is cut between letters.
    #expect(try boxes("AAAAAAAAAAAA").count == 10)
    #expect(try boxes("AAAAAAAAAAAA", line: 1).count == 2)
  }

  @Test func `what is too much ends in an ellipsis`() throws {
    let cut = try boxes("AAAAA AAAA A", lines: 1)
    #expect(cut.count == 9 && cut.last == 90..<91)
    #expect(try boxes("AAAA AAAAAAAAAAAA AAA", line: 1).last == 90..<91)
  }

  @Test func `letters go from right to left`() throws {
    // The paragraph begins at the right; its numbers and Latin words go to the right.
    #expect(try boxes("\u{5D0} A") == [70..<78, 90..<96])
    #expect(try boxes("\u{5D0}12") == [70..<72, 80..<84, 90..<96])
    #expect(try boxes("\u{5D0} 12 A") == [40..<48, 60..<62, 70..<74, 90..<96])
    // In a text that begins with a Latin letter only the Hebrew letters are reversed.
    #expect(try boxes("A \u{5D0}1") == [0..<8, 20..<22, 30..<36])
  }

  @Test func `brackets open towards their text`() throws {
    // The opening bracket is 2 wide, the closing 4: text to the left mirrors them (UAX 9, L4).
    #expect(try boxes("\u{5D0}(1)") == [60..<62, 70..<72, 80..<84, 90..<96])
    #expect(try boxes("A(\u{5D0})") == [0..<8, 10..<12, 20..<26, 30..<34])
  }

  /// A sign that belongs to a number stays on its right (rule W5), and one that joins two between them.
  @Test func `signs of numbers stay with them`() throws {
    let plain = try boxes("\u{5D0}12")
    let signed = try boxes("\u{5D0}12%")
    // The sign is a box of its own behind the digits, which are where a further digit puts them.
    #expect(
      try boxes("\u{5D0}121").prefix(2) == signed.prefix(2) && plain.count + 1 == signed.count)
  }

  @Test func `a known text is shown in its own words`() throws {
    #expect(try boxes("known") == [0..<8, 10..<18, 28..<36])
    // Shaped words: two of them from right to left, the last a number.
    #expect(
      try boxes("words") == [50..<54, 56..<58, 70..<74, 76..<78, 90..<94, 96..<98])
  }

  @Test func `no message looks like a word of the pack`() throws {
    let pack = try Pack(PackMaker.fontSample().file())
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: Self.width, heightInPixels: Self.height)
    configuration.theme = ThemeSelection(pack)
    var stage = try Stage(configuration, at: .zero)
    var scene = Scene()
    for byte: UInt8 in [0xF8, 0xFF] {
      stage.apply(.message(Message(truncating: [byte, 255, 255, 255, 0x41].span)), at: .zero)
      stage.draw(at: .zero, into: &scene)
    }
  }
}
