// SPDX-License-Identifier: Apache-2.0

@testable import OutputConfiguration
import FixedPoint
import DisplayList
import Scanout
import Linux
import Testing

@Suite struct KernelOutputWordsTests {
  private func rules(_ text: String) throws -> OutputRules {
    let bytes = Array(text.utf8)
    let line = KernelCommandLine(bytes.span)
    var rules = OutputRules()
    var position = 0
    while let word = line.nextWord(from: &position) {
      try KernelOutputWords.add(word, of: line, to: &rules)
    }
    return rules
  }

  private func rotation(
    _ text: String, of name: String = "DSI-1", mounted: PanelOrientation? = nil,
    program: String? = nil
  ) throws -> (rotation: Rotation, reason: RotationReason) {
    var rules = try rules(text)
    if let program {
      let bytes = Array(program.utf8)
      try OutputRuleReader.add(bytes.span, to: &rules, from: .program)
    }
    let bytes = Array(name.utf8)
    let connector = ConnectorName(bytes.span)
    return rules.rotation(for: try #require(connector), mounted: mounted)
  }

  @Test func `our own word may come often`() throws {
    let rules = try rules(
      "quiet flipbook.output=HDMI-A-1:mode=1920x1080@60,scale=1.5 flipbook.output=*:off splash")
    #expect(rules.rule(for: ConnectorName("HDMI-A", number: 1)).scale == Fixed(3, over: 2))
    #expect(rules.rule(for: ConnectorName("HDMI-A", number: 1)).isOff)
    #expect(rules.rule(for: ConnectorName("DP", number: 1)).scale == nil)
  }

  @Test func `a word of ours that is wrong is an error`() {
    #expect(throws: OutputRuleError.self) { try rules("flipbook.output=DP-1:scale=x") }
  }

  @Test func `our word without a value says nothing`() throws {
    #expect(try rules("flipbook.output").rule(for: ConnectorName("DP", number: 1)) == OutputRule())
  }

  @Test(arguments: [
    ("fbcon=rotate:1", Rotation.degrees90, RotationReason.console),
    ("fbcon=rotate:3", .degrees270, .console), ("fbcon=rotate:2", .degrees180, .console),
    ("fbcon=map:0,rotate:1,font:VGA8x8", .degrees90, .console),
    ("fbcon=rotate:0", .degrees0, .console), ("fbcon=rotate:4", .degrees0, .nothing),
    ("fbcon=nodefer", .degrees0, .nothing), ("fbcon", .degrees0, .nothing),
    ("video=DSI-1:panel_orientation=right_side_up", .degrees90, .video),
    ("video=DSI-1:720x1280@60,panel_orientation=left_side_up", .degrees270, .video),
    ("video=DSI-1:e,panel_orientation=upside_down", .degrees180, .video),
    ("video=DSI-2:panel_orientation=upside_down", .degrees0, .nothing),
    ("video=720x1280,panel_orientation=upside_down", .degrees180, .video),
    ("video=DSI-1:720x1280,rotate=90", .degrees270, .video),
    ("video=DSI-1:720x1280,rotate=270", .degrees90, .video),
    ("video=DSI-1:720x1280,rotate=90,panel_orientation=left_side_up", .degrees180, .video),
    ("video=vesafb:ywrap,mtrr:3", .degrees0, .nothing), ("video=:,:", .degrees0, .nothing),
  ])
  func `the kernel's own parameters rotate the frame`(
    text: String, rotation: Rotation, reason: RotationReason
  ) throws {
    let found = try self.rotation(text)
    #expect(found.rotation == rotation)
    #expect(found.reason == reason)
  }

  @Test func `who is obeyed before whom`() throws {
    let all = "fbcon=rotate:1 video=DSI-1:e,panel_orientation=normal flipbook.output=*:rotate=180"
    let first = try rotation(all, mounted: .leftSideUp, program: "*:rotate=270")
    #expect(first.rotation == .degrees270 && first.reason == .rule)
    let second = try rotation(all, mounted: .leftSideUp)
    #expect(second.rotation == .degrees180 && second.reason == .rule)
    let third = try rotation(all, mounted: .leftSideUp, program: "*:rotate=auto")
    #expect(third.rotation == .degrees0 && third.reason == .video)
    let fourth = try rotation("fbcon=rotate:1", mounted: .leftSideUp)
    #expect(fourth.rotation == .degrees270 && fourth.reason == .panel)
    let fifth = try rotation("fbcon=rotate:1", mounted: .normal)
    #expect(fifth.rotation == .degrees90 && fifth.reason == .console)
  }

  @Test func `a turn is added to how the panel is mounted`() throws {
    let found = try rotation("video=DSI-1:e,rotate=90", mounted: .rightSideUp)
    #expect(found.rotation == .degrees0 && found.reason == .video)
  }
}

@Suite struct PanelOrientationTests {
  /// The top of the frame is at the side that is up, in the panel's own pixels.
  @Test(arguments: [
    (PanelOrientation.normal, 1, 0), (.upsideDown, 1, 2), (.leftSideUp, 0, 1), (.rightSideUp, 2, 1),
  ])
  func `the top of the frame is at the side that is up`(
    orientation: PanelOrientation, column: Int, row: Int
  ) {
    // A frame of 3 by 3 pixels with a mark in the middle pixel of the top row.
    let turned = turn(orientation.rotation, x: 1, y: 0)
    #expect(turned.x == column && turned.y == row)
  }

  private func turn(_ rotation: Rotation, x: Int, y: Int) -> (x: Int, y: Int) {
    switch rotation {
    case .degrees0: (x, y)
    case .degrees90: (2 - y, x)
    case .degrees180: (2 - x, 2 - y)
    case .degrees270: (y, 2 - x)
    }
  }

  @Test func `turns follow each other`() {
    for first in Rotation.allCases {
      for second in Rotation.allCases {
        let both = first.followed(by: second)
        #expect(both.degrees == (first.degrees + second.degrees) % 360)
      }
    }
  }
}
