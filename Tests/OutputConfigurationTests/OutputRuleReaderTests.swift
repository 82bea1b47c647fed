// SPDX-License-Identifier: Apache-2.0

import DisplayList
@testable import OutputConfiguration
import FixedPoint
import Scanout
import Testing

@Suite struct OutputRuleReaderTests {
  private func name(_ text: String) throws -> ConnectorName {
    let bytes = Array(text.utf8)
    let name = ConnectorName(bytes.span)
    return try #require(name)
  }

  /// What counts for a connector after texts from the kernel's and the program's command lines.
  private func rule(
    _ connector: String, kernel: [String] = [], program: [String] = []
  ) throws -> OutputRule {
    var rules = OutputRules()
    for (texts, source) in [(program, OutputRules.Source.program), (kernel, .kernel)] {
      for text in texts {
        let bytes = Array(text.utf8)
        try OutputRuleReader.add(bytes.span, to: &rules, from: source)
      }
    }
    return rules.rule(for: try name(connector))
  }

  @Test func `every setting is read`() throws {
    let text = "HDMI-A-1:mode=1920x1080@59.94,scale=1.5,rotate=90,off"
    let rule = try rule("HDMI-A-1", program: [text])
    #expect(rule.mode?.size == PixelSize(width: 1920, height: 1080))
    #expect(rule.mode?.refreshMillihertz == 59_940)
    #expect(rule.scale == Fixed(3, over: 2))
    #expect(rule.rotation == .degrees90)
    #expect(rule.isOff)
  }

  @Test func `a mode needs no rate`() throws {
    let rule = try rule("DP-2", kernel: ["DP-2:mode=800x600"])
    #expect(rule.mode == ModeRequest(size: PixelSize(width: 800, height: 600)))
    #expect(rule.said == .mode)
  }

  @Test func `other connectors are not meant`() throws {
    let rule = try rule("HDMI-A-2", program: ["HDMI-A-1:off", "HDMI-A:off", "HDMI-A-21:off"])
    #expect(rule == OutputRule())
  }

  @Test func `capital and small letters are equal`() throws {
    #expect(try rule("eDP-1", program: ["EDP-1:off"]).isOff)
  }

  @Test func `a name is obeyed before all`() throws {
    let rule = try rule("DP-1", program: ["DP-1:scale=2", "*:scale=3,rotate=180"])
    #expect(rule.scale == 2)
    #expect(rule.rotation == .degrees180)
  }

  @Test func `the program is obeyed before the kernel`() throws {
    let rule = try rule(
      "DP-1", kernel: ["DP-1:scale=2,rotate=90"], program: ["*:scale=3", "DP-1:on"])
    #expect(rule.scale == 3)
    #expect(rule.rotation == .degrees90)
    #expect(!rule.isOff)
  }

  @Test func `what is automatic undoes what the kernel says`() throws {
    let rule = try rule(
      "DP-1", kernel: ["DP-1:scale=2,rotate=90,mode=1x1,off"],
      program: ["DP-1:scale=auto,rotate=auto,mode=auto,on"])
    #expect(rule.scale == nil && rule.rotation == nil && rule.mode == nil && !rule.isOff)
    #expect(rule.said == [.scale, .rotation, .mode, .isOff])
  }

  @Test func `of equals the last is obeyed`() throws {
    #expect(try rule("DP-1", program: ["DP-1:scale=2", "DP-1:scale=3"]).scale == 3)
  }

  @Test(arguments: [
    ("", "", "neither a connector such as HDMI-A-1 nor '*'"),
    (":off", "", "neither a connector such as HDMI-A-1 nor '*'"),
    ("HDMI A:off", "HDMI A", "neither a connector such as HDMI-A-1 nor '*'"),
    ("**:off", "**", "neither a connector such as HDMI-A-1 nor '*'"),
    ("DP-1", "DP-1", "settings are missing, such as in HDMI-A-1:scale=1.5"),
    ("DP-1:", "", "expected mode=, scale=, rotate=, off or on"),
    ("DP-1:off,", "", "expected mode=, scale=, rotate=, off or on"),
    ("DP-1:of", "of", "expected mode=, scale=, rotate=, off or on"),
    ("DP-1:off=1", "off=1", "expected mode=, scale=, rotate=, off or on"),
    ("DP-1:off,scale=0", "scale=0", "neither 'auto' nor a number from 0.25 to 16"),
    ("DP-1:scale=0.2499", "scale=0.2499", "neither 'auto' nor a number from 0.25 to 16"),
    ("DP-1:scale=16.1,off", "scale=16.1", "neither 'auto' nor a number from 0.25 to 16"),
    ("DP-1:scale=-1", "scale=-1", "neither 'auto' nor a number from 0.25 to 16"),
    ("DP-1:scale", "scale", "neither 'auto' nor a number from 0.25 to 16"),
    ("DP-1:rotate=45", "rotate=45", "expected auto, 0, 90, 180 or 270"),
    ("DP-1:rotate=090", "rotate=090", "expected auto, 0, 90, 180 or 270"),
    ("DP-1:mode=", "mode=", "neither 'auto' nor a mode such as 1920x1080 or 1920x1080@60"),
    ("DP-1:mode=0x1", "mode=0x1", "neither 'auto' nor a mode such as 1920x1080 or 1920x1080@60"),
    ("DP-1:mode=1x", "mode=1x", "neither 'auto' nor a mode such as 1920x1080 or 1920x1080@60"),
    (
      "DP-1:mode=16385x1", "mode=16385x1",
      "neither 'auto' nor a mode such as 1920x1080 or 1920x1080@60"
    ),
    (
      "DP-1:mode=10000000x1", "mode=10000000x1",
      "neither 'auto' nor a mode such as 1920x1080 or 1920x1080@60"
    ),
    (
      "DP-1:mode=1x1@0.9", "mode=1x1@0.9",
      "neither 'auto' nor a mode such as 1920x1080 or 1920x1080@60"
    ),
    (
      "DP-1:mode=1@1x1", "mode=1@1x1",
      "neither 'auto' nor a mode such as 1920x1080 or 1920x1080@60"
    ),
  ])
  func `an error names its position`(text: String, place: String, problem: String) throws {
    let bytes = Array(text.utf8)
    var rules = OutputRules()
    do throws(OutputRuleError) {
      try OutputRuleReader.add(bytes.span, to: &rules, from: .program)
      Issue.record("\(text) is taken")
    } catch {
      #expect(String(decoding: bytes[error.place], as: UTF8.self) == place)
      #expect("\(error.problem)" == problem)
    }
    #expect(rules.rule(for: try name("DP-1")) == OutputRule())
  }

  @Test func `there is room for thirty two`() throws {
    let texts = (0..<32).map { "DP-\($0):scale=2" }
    #expect(try rule("DP-31", program: texts).scale == 2)
    #expect(throws: OutputRuleError.self) { try rule("DP-1", program: texts + ["*:off"]) }
  }
}

@Suite struct ConnectorNameTests {
  @Test func `the kernel's names are put together`() {
    let name = ConnectorName("HDMI-A", number: 4_294_967_295)
    let text = Array("hdmi-a-4294967295".utf8)
    let read = ConnectorName(text.span)
    #expect(read == name)
  }

  @Test func `names have limits`() {
    let longest = Array(repeating: UInt8(ascii: "a"), count: 32)
    for (count, isTaken) in [(0, false), (1, true), (32, true), (33, false)] {
      let bytes = Array(longest.prefix(min(count, 32)) + longest.prefix(max(0, count - 32)))
      let name = ConnectorName(bytes.span)
      #expect((name != nil) == isTaken, "\(count)")
    }
    let endless = ConnectorName(
      "AVeryLongSortOfConnectorThatNobodyHasEverSeen", number: 4_294_967_295)
    let count = endless.bytes.count
    #expect(count == 32)
  }
}
