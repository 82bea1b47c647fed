// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Testing

@testable import Animations

struct BuiltInLookTests {
  /// The contrast of two colours as WCAG 2.1 defines it, 1 to 21.
  func contrast(_ one: Color, _ other: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      func linear(_ channel: UInt16) -> Double {
        let value = Double(channel) / 65535
        return value <= 0.04045 ? value / 12.92 : approximatePower((value + 0.055) / 1.055)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
        + 0.0722 * linear(color.blue)
    }
    let (a, b) = (luminance(one) + 0.05, luminance(other) + 0.05)
    return max(a, b) / min(a, b)
  }

  /// x to the power of 2.4: the fifth root of x¹², by Newton's method.
  func approximatePower(_ x: Double) -> Double {
    var power = 1.0
    for _ in 0..<12 { power *= x }
    var root = 1.0
    for _ in 0..<100 {
      root -= (root * root * root * root * root - power) / (5 * root * root * root * root)
    }
    return root
  }

  @Test(arguments: [BuiltInLook.flow, .download, .ring])
  func `the message is easy to read on the default background`(look: BuiltInLook) {
    #expect(contrast(look.background, look.messageColor) > 5)
    #expect(look.messageColor(on: look.background) == look.messageColor)
  }

  @Test func `the message can be read on any background`() {
    for red in stride(from: 0, through: 255, by: 17) as StrideThrough<UInt32> {
      for green in stride(from: 0, through: 255, by: 17) as StrideThrough<UInt32> {
        for blue in stride(from: 0, through: 255, by: 51) as StrideThrough<UInt32> {
          let background = Color(hex: red << 16 | green << 8 | blue)
          let message = BuiltInLook.flow.messageColor(on: background)
          #expect(contrast(background, message) > 4)
        }
      }
    }
  }

  @Test func `the default backgrounds are those of the animations`() {
    #expect(BuiltInLook.flow.background == Color(hex: 0x000000))
    #expect(BuiltInLook.download.background == Color(hex: 0x8ECEED))
    #expect(BuiltInLook.ring.background == Color(hex: 0xFFFFFF))
  }

  @Test(arguments: [(128, 64), (320, 240), (480, 800), (1024, 768), (1920, 1080), (7680, 4320)])
  func `the message stays on the stage, on whole pixels`(size: (Int, Int)) {
    for quarters in [4, 5, 6, 8, 12] {
      let scale = Fixed(quarters, over: 4)
      let (width, height) = (Fixed(size.0) / scale, Fixed(size.1) / scale)
      for bottom in [height * .half, height] {
        let line = BuiltInLook.messageLine(
          stageWidth: width, stageHeight: height, boxBottom: bottom, scale: scale)
        let baseline = (line.y + line.height) * scale
        #expect(isWhole(line.height * scale))
        #expect(isWhole(baseline))
        #expect(baseline <= Fixed(size.1))
        #expect(line.y * scale >= Fixed(-1, over: 100_000))
        #expect(line.width > 0)
        #expect(line.width < width)
        #expect((line.x * 2 + line.width - width).magnitude < Fixed(1, over: 100_000))
      }
    }
  }

  func isWhole(_ value: Fixed) -> Bool {
    (value - Fixed(value.rounded)).magnitude < Fixed(1, over: 100_000)
  }

  @Test func `the message stands below the box where there is room`() {
    let line = BuiltInLook.messageLine(
      stageWidth: 1920, stageHeight: 1080, boxBottom: 648, scale: 1)
    #expect(line.height == 15)
    #expect(line.y == Fixed(686))
  }
}
