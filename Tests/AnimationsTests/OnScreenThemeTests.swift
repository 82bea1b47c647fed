// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import FixedPoint
import Glibc
import Motion
import Raster
import Stage
import Support
import Testing
import Theme

/// The pixels of the on-screen keyboard in the shipped themes.
@Suite struct OnScreenThemeTests {
  /// A frame of a theme with a question and the keyboard, on a display.
  private struct Frame {
    /// The smallest display, a telephone's, a large one, and two that are turned.
    static let displays = [
      OnScreenDisplay(width: 240, height: 240, rotation: .degrees0),
      OnScreenDisplay(width: 720, height: 1280, rotation: .degrees0),
      OnScreenDisplay(width: 3840, height: 2160, rotation: .degrees0),
      OnScreenDisplay(width: 1280, height: 720, rotation: .degrees90),
      OnScreenDisplay(width: 480, height: 800, rotation: .degrees270),
    ]

    let layer = OnScreenLayoutTests.layer(10)
    let layout: OnScreenLayout
    private let display: OnScreenDisplay
    private let words: [UInt32]

    init(
      _ name: String, variant: Int = 0, _ display: OnScreenDisplay, pressed: Int? = nil,
      bullets: Int = 3
    ) throws {
      var configuration = StageConfiguration(
        animation: .flow, widthInPixels: display.width, heightInPixels: display.height,
        scale: display.width > 2000 ? 2 : 1)
      configuration.rotation = display.rotation
      configuration.theme = ThemeSelection(try Pack(KeptPacks.file(name)), variant: variant)
      configuration.showWholeStage()
      let stage = try DrawnStage(configuration)
      var face = OnScreenFace(layer)
      if let pressed { face.pressed[0] = Int16(pressed) }
      stage.stage.show(face, on: display)
      stage.stage.apply(.ask("Passphrase", EntryField(bulletCount: bullets)), at: .zero)
      words = stage.words(5000)
      (self.display, layout) = (display, OnScreenLayout(layer, on: display))
    }

    /// A pixel of the unrotated stage.
    subscript(x: Int, y: Int) -> UInt32 {
      let (column, row) =
        switch display.rotation {
        case .degrees0: (x, y)
        case .degrees90: (layout.height - 1 - y, x)
        case .degrees180: (layout.width - 1 - x, layout.height - 1 - y)
        case .degrees270: (y, layout.width - 1 - x)
        }
      return words[row * display.width + column]
    }

    /// The pixels of the unrotated stage that another frame has in other colours.
    func differences(to other: Frame) -> [(x: Int, y: Int)] {
      var differences: [(x: Int, y: Int)] = []
      for y in 0..<display.height where differs(from: other, inRow: y) {
        for x in 0..<display.width
        where words[y * display.width + x] != other.words[y * display.width + x] {
          let pixel = display.stagePixel(x: x, y: y)
          differences.append((pixel.x, pixel.y))
        }
      }
      return differences
    }

    /// Whether a row of the buffer differs from another frame's.
    ///
    /// Most rows of a large display are equal, and a debug build takes seconds for their pixels.
    private func differs(from other: Frame, inRow y: Int) -> Bool {
      let bytes = 4 * display.width
      // The row is in both buffers, which live through the call.
      return unsafe words.withUnsafeBytes { own in
        unsafe other.words.withUnsafeBytes { theirs in
          guard let own = own.baseAddress, let theirs = theirs.baseAddress else { return false }
          return unsafe memcmp(own + y * bytes, theirs + y * bytes, bytes) != 0
        }
      }
    }
  }

  private static let cases = KeptPacks.names.flatMap { name in
    Frame.displays.indices.map { (name, $0) }
  }

  /// The largest difference of a channel of two colours.
  private func contrast(_ a: UInt32, _ b: UInt32) -> Int {
    [UInt32(0), 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }

  @Test(arguments: cases)
  func `nothing of a theme is on the keyboard, and all of its keys can be read`(
    name: String, index: Int
  ) throws {
    for variant in 0...(try Pack(KeptPacks.file(name))).count(.variants) {
      let frame = try Frame(name, variant: variant, Frame.displays[index])
      let (layout, layer) = (frame.layout, frame.layer)
      // The panel has one colour, from side to side, above the keys and below them.
      let panel = frame[0, layout.top]
      for x in 0..<layout.width {
        #expect(frame[x, layout.top] == panel && frame[x, layout.height - 1] == panel, "\(x)")
      }
      // Keys have two colours, which differ from the panel's and from each other, and labels have a third.
      var colors: [Bool: Set<UInt32>] = [:]
      for index in layer.keys.indices {
        let box = layout.key(index, of: layer)
        let own = frame[box.x, (box.y + box.bottom) / 2]
        let below = frame[(box.x + box.right) / 2, box.bottom - 1]
        colors[layer.keys[index].isCharacter, default: []].formUnion([own, below])
        let isLabelled = (box.y..<box.bottom).contains { y in
          (box.x..<box.right).contains { contrast(frame[$0, y], own) > 60 }
        }
        #expect(isLabelled == (layer.keys[index].action != .type(0x20)), "key \(index)")
      }
      #expect(colors[true]?.count == 1 && colors[false]?.count == 1, "\(colors)")
      #expect(colors[true] != colors[false] && colors[true] != [panel])
    }
  }

  @Test(arguments: cases)
  func `the field is above the keyboard`(name: String, index: Int) throws {
    let display = Frame.displays[index]
    let frame = try Frame(name, display)
    // More bullets change the field alone.
    let rows = frame.differences(to: try Frame(name, display, bullets: 9)).map(\.y)
    let (first, last) = (try #require(rows.min()), try #require(rows.max()))
    #expect(first > 0 && last < frame.layout.top - 2, "\(first) to \(last)")
    #expect(last - first >= 3)
  }

  @Test(arguments: cases)
  func `a pressed key differs in its own pixels alone`(name: String, index: Int) throws {
    let display = Frame.displays[index]
    let frame = try Frame(name, display)
    let box = frame.layout.key(4, of: frame.layer)
    let differences = frame.differences(to: try Frame(name, display, pressed: 4))
    #expect(differences.allSatisfy { box.x..<box.right ~= $0.x && box.y..<box.bottom ~= $0.y })
    #expect(differences.count > box.width * box.height / 2)
  }
}
