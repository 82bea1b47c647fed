// SPDX-License-Identifier: Apache-2.0

import Images
import ToolSupport
import Animations
import ArgumentParser
import FixedPoint
import DisplayList
import Motion
import Testing

@testable import ToolOptions

@Suite struct ArgumentsTests {
  private func configurationError(_ arguments: [String]) -> ToolError? {
    do throws(ToolError) {
      guard let options = try? FrameOptions.parse(arguments) else { return nil }
      _ = try options.configuration()
      return nil
    } catch {
      return error
    }
  }

  @Test func `pixels are points times scale, rounded up`() throws {
    let options = try FrameOptions.parse(["download", "--size", "101x80", "--scale", "1.25"])
    let configuration = try options.configuration()
    #expect(configuration.widthInPixels == 127)
    #expect(configuration.heightInPixels == 100)
    #expect(configuration.width == 101)
  }

  @Test func `a canvas surrounds the box`() throws {
    let options = try FrameOptions.parse(["ring", "--size", "100", "--canvas", "120x110"])
    let configuration = try options.configuration()
    #expect(configuration.boxHeight == 100)
    #expect(configuration.heightInPixels == 110)
  }

  @Test func `a time of day is hours and minutes`() throws {
    let clock = try Arguments.clock("9:05")
    #expect(clock == WallClock(hours: 9, minutes: 5, at: .zero))
    #expect(try Arguments.clock("23:59").minuteOfDay(at: .zero) == 1439)
    for text in ["", "9", "24:00", "09:60", "+9:05", "9:-5", "09:41:00", "009:41", ":", "9.05"] {
      #expect(throws: ValidationError.self) { try Arguments.clock(text) }
    }
    let usual = try FrameOptions.parse(["download"])
    #expect(usual.clock.minuteOfDay(at: .zero) == 610)
  }

  @Test(arguments: ["", "x", "10x", "x10", "0x5", "1x2x3", "-1x2", "ax2"])
  func `a size that is none is refused`(text: String) {
    #expect(throws: (any Error).self) { try BoxSize(argument: text) }
  }

  @Test func `impossible frames are refused`() {
    #expect(configurationError(["flow"])?.description == "flow needs --size or --canvas")
    #expect(configurationError(["download", "--size", "20"])?.status == .usage)
    #expect(configurationError(["ring", "--size", "40x50"])?.status == .usage)
    #expect(configurationError(["download", "--size", "20x20"]) == nil)
  }

  @Test func `colours are six hexadecimal digits`() throws {
    #expect(try Arguments.color("8eCEED") == Color(hex: 0x8ECEED))
    #expect(try Arguments.color("#000001") == Color(hex: 1))
    #expect(throws: ValidationError.self) { try Arguments.color("12345") }
    #expect(throws: ValidationError.self) { try Arguments.color("+12345") }
  }

  @Test func `scales are above 0 and up to 64`() throws {
    #expect(try Arguments.scale("64").digits == 64)
    for text in ["0", "0.0", "64.1", "1x"] {
      #expect(throws: ValidationError.self) { try Arguments.scale(text) }
    }
  }

  @Test func `several frames need the time in their names`() throws {
    #expect(throws: ToolError.self) { try OutputName("a.png", frames: 2) }
    #expect(throws: ToolError.self) { try OutputName("a.gif", frames: 1) }
    let time = try #require(Milliseconds("40"))
    #expect(try OutputName("a%d.png", frames: 2).name(at: time) == "a40.png")
    #expect(try OutputName("-", frames: 2).name(at: time) == "-")
  }
}
