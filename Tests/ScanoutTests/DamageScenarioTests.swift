// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Testing
import Stage

/// Drawn with the damage alone, every frame equals a full drawing, byte for byte.
@Suite struct DamageScenarioTests {
  @Test func `a flow bar equals a full drawing`() throws {
    var scenario = flow(1, .rainbow)
    try check(scenario, seed: 1)
    scenario = flow(Fixed(5, over: 4), .red)
    scenario.configuration.flow = .still
    try check(scenario, seed: 3)
    scenario = flow(2, .red)
    scenario.configuration.flow = .backward
    scenario.configuration.axis = GradientAxis(start: Point(x: 0, y: 0), end: Point(x: 1, y: 1))
    try check(scenario, seed: 4)
  }

  @Test func `a download equals a full drawing`() throws {
    try check(downloads(1).success, seed: 1)
    try check(downloads(Fixed(5, over: 4)).failure, seed: 2)
  }

  @Test(arguments: [RingPaint.halves, .quadrants, .conic])
  func `a ring equals a full drawing`(paint: RingPaint) throws {
    let scale = paint == .halves ? 2 : paint == .conic ? Fixed(5, over: 4) : 1
    var scenario = ring(scale, paint)
    scenario.configuration.direction = paint == .quadrants ? .counterclockwise : .clockwise
    try check(scenario, seed: 7)
  }

  @Test func `nested rings equal a full drawing`() throws {
    try check(nested(1), seed: 5)
  }

  @Test(arguments: [Rotation.degrees90, .degrees180, .degrees270])
  func `a turned stage equals a full drawing`(rotation: Rotation) throws {
    switch rotation {
    case .degrees90:
      try check(downloads(1).success.turned(rotation), seed: 21)
      try check(messages(.flow).turned(rotation), seed: 25)
    case .degrees180: try check(downloads(1).failure.turned(rotation), seed: 22)
    default:
      try check(ring(1, .quadrants).turned(rotation), seed: 23)
      try check(flow(1, .rainbow).turned(rotation), seed: 24)
    }
  }

  @Test(arguments: [StageConfiguration.AnimationKind.flow, .download, .ring])
  func `a message equals a full drawing`(animation: StageConfiguration.AnimationKind) throws {
    try check(messages(animation), seed: 9)
  }

  private func check(_ scenario: Scenario, seed: UInt64) throws {
    let (differences, frames) = try scenario.play(seed: seed)
    #expect(differences.isEmpty, "\(scenario.configuration)")
    #expect(frames > 20)
  }

  private func flow(_ scale: Fixed, _ palette: Palette) -> Scenario {
    var configuration = StageConfiguration(animation: .flow, width: 70, height: 6, scale: scale)
    (configuration.boxWidth, configuration.boxHeight) = (62, 3)
    configuration.palette = palette
    return Scenario(
      configuration: configuration,
      timedCommands: [
        (100, .permille(400)), (500, .permille(755)), (900, .progressUnknown(channel: 1)),
        (1200, .permille(200)), (1700, .fail), (2300, .reset), (2500, .done),
      ], end: 3300)
  }

  private func downloads(
    _ scale: Fixed
  ) -> (success: Scenario, failure: Scenario) {
    var configuration = StageConfiguration(
      animation: .download, width: 60, height: 42, scale: scale)
    (configuration.boxWidth, configuration.boxHeight) = (44, 18)
    let success: [Scenario.TimedCommand] = [
      (50, .permille(300)), (1500, .permille(620)), (1900, .permille(480)),
      (2100, .progressUnknown(channel: 1)), (2900, .done),
    ]
    let failure: [Scenario.TimedCommand] = [
      (0, .permille(555)), (1700, .fail), (2600, .reset), (2700, .progressUnknown(channel: 1)),
    ]
    return (
      Scenario(configuration: configuration, timedCommands: success, end: 3900),
      Scenario(configuration: configuration, timedCommands: failure, end: 4000)
    )
  }

  private func ring(_ scale: Fixed, _ paint: RingPaint) -> Scenario {
    var configuration = StageConfiguration(animation: .ring, width: 48, height: 46, scale: scale)
    (configuration.boxWidth, configuration.boxHeight) = (45, 45)
    configuration.paint = paint
    return Scenario(
      configuration: configuration,
      timedCommands: [
        (100, .permille(250)), (900, .permille(930)), (2200, .progressUnknown(channel: 1)),
        (2900, .permille(600)), (3600, .fail), (3950, .reset), (4400, .done),
        (6500, .permille(970)),
      ], end: 6900)
  }

  private func nested(_ scale: Fixed) -> Scenario {
    var configuration = StageConfiguration(animation: .ring, width: 84, height: 84, scale: scale)
    (configuration.boxWidth, configuration.boxHeight) = (84, 84)
    configuration.rings = 2
    configuration.paint = .conic
    return Scenario(
      configuration: configuration,
      timedCommands: [
        (0, .permille(999)), (100, .progressUnknown(channel: 2)), (900, .fail),
      ], end: 1300)
  }

  private func messages(_ animation: StageConfiguration.AnimationKind) -> Scenario {
    var configuration = StageConfiguration(animation: animation, width: 200, height: 84)
    (configuration.boxWidth, configuration.boxHeight) = (40, 40)
    configuration.showsMessage = true
    return Scenario(
      configuration: configuration,
      timedCommands: [
        (0, .say("Configuring libc-bin (2.36-9) …")), (60, .permille(420)),
        (200, .say("Configuring libc-bin (2.37-9) …")), (300, .say("Unpacking")),
        (400, .say("dpkg: error – disk full, 100 % used ✓°·")), (500, .say("")),
        (600, .say("É7 Iô")), (700, .say("É1 lô")), (800, .fail), (900, .reset),
      ], end: 1300)
  }
}

extension Scenario {
  /// The same on a rotated display.
  fileprivate func turned(_ rotation: Rotation) -> Scenario {
    var scenario = self
    let (width, height) = (configuration.widthInPixels, configuration.heightInPixels)
    scenario.configuration.rotation = rotation
    if rotation == .degrees90 || rotation == .degrees270 {
      (scenario.configuration.widthInPixels, scenario.configuration.heightInPixels) = (
        height, width
      )
    }
    return scenario
  }
}
