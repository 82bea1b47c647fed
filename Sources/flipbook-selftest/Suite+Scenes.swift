// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import DisplayList
import Stage

extension Suite where Sink: ~Copyable {
  /// Draws everything; false when something could not be drawn or printed.
  mutating func runAll() -> Bool {
    let results = [
      flow(), flowForMonths(), download(), downloadLimits(), rings(), nested(), stages(),
      groups(),
    ]
    var succeeded = true
    for result in results where !result { succeeded = false }
    return succeeded
  }

  private mutating func flow() -> Bool {
    var configuration = StageConfiguration(animation: .flow, width: 160, height: 6)
    (configuration.boxWidth, configuration.boxHeight) = (150, 2)
    let timedCommands = [
      TimedCommand(100, permille: 400), TimedCommand(500, permille: 755),
      TimedCommand(900, .progressUnknown(channel: 1)),
      TimedCommand(1200, permille: 200), TimedCommand(1700, .fail), TimedCommand(2300, .reset),
      TimedCommand(2500, .done),
    ]
    let times: [Int64] = [
      0, 99, 133, 200, 300, 640, 950, 1234, 1500, 1777, 1850, 2250, 2400, 2555, 4000,
    ]
    let first = run("flow-default", configuration, timedCommands, at: times)
    configuration.palette = .red
    configuration.flow = .backward
    let second = run("flow-red-backward", configuration, timedCommands, at: times)
    configuration.palette = .rainbow
    configuration.axis = GradientAxis(start: Point(x: 0, y: 0), end: Point(x: 1, y: 1))
    configuration.boxHeight = 40
    configuration.height = 44
    return run("flow-diagonal", configuration, timedCommands, at: [140, 1000, 2000]) && first
      && second
  }

  private mutating func flowForMonths() -> Bool {
    var configuration = StageConfiguration(animation: .flow, width: 150, height: 2)
    configuration.flow = .forward
    let days: Int64 = 86_400_000
    return run(
      "flow-long", configuration, [TimedCommand(0, permille: 1000)],
      at: [30 * days + 17, 365 * days + 33])
  }

  private mutating func download() -> Bool {
    var configuration = StageConfiguration(animation: .download, width: 170, height: 150)
    (configuration.boxWidth, configuration.boxHeight) = (120, 48)
    let success = [
      TimedCommand(50, permille: 300), TimedCommand(1500, permille: 620),
      TimedCommand(1900, permille: 480),
      TimedCommand(2100, .progressUnknown(channel: 1)), TimedCommand(2900, .done),
    ]
    let times: [Int64] = [
      0, 60, 150, 275, 350, 500, 700, 900, 1000, 1100, 1200, 1333, 1600, 1750, 2000, 2500, 2950,
      3300, 3400, 3500, 6000,
    ]
    let first = run("download-success", configuration, success, at: times)
    let failure = [
      TimedCommand(0, permille: 555), TimedCommand(2000, .fail), TimedCommand(3000, .reset),
      TimedCommand(3100, .progressUnknown(channel: 1)),
    ]
    return run(
      "download-failure", configuration, failure,
      at: [
        1990, 2040, 2100, 2200, 2270, 2300, 2400, 2600, 3010, 3040, 3150, 3280, 3400, 4000, 5500,
      ])
      && first
  }

  private mutating func downloadLimits() -> Bool {
    var configuration = StageConfiguration(animation: .download, width: 300, height: 140)
    configuration.showsLabel = false
    let timedCommands = [
      TimedCommand(0, .start), TimedCommand(100, .fail), TimedCommand(4000, .reset),
      TimedCommand(4100, permille: 5),
    ]
    return run(
      "download-nothing", configuration, timedCommands, at: [1000, 1200, 1600, 4020, 4200, 6000])
  }

  private mutating func rings() -> Bool {
    let timedCommands = [
      TimedCommand(0, permille: 250), TimedCommand(1000, permille: 930),
      TimedCommand(2500, .progressUnknown(channel: 1)),
      TimedCommand(3900, permille: 600), TimedCommand(6000, .fail), TimedCommand(6600, .reset),
      TimedCommand(7500, .done),
    ]
    let times: [Int64] = [
      0, 333, 900, 1800, 2450, 2600, 3500, 4000, 5000, 6100, 6500, 6700, 8000, 9600,
    ]
    var succeeded = true
    for direction in [RingDirection.clockwise, .counterclockwise] {
      let isClockwise = direction == .clockwise
      let kinds: [(name: StaticString, paint: RingPaint)] = [
        (isClockwise ? "ring-halves-cw" : "ring-halves-ccw", .halves),
        (isClockwise ? "ring-quadrants-cw" : "ring-quadrants-ccw", .quadrants),
        (isClockwise ? "ring-conic-cw" : "ring-conic-ccw", .conic),
      ]
      for kind in kinds {
        var configuration = StageConfiguration(animation: .ring, width: 97, height: 92)
        (configuration.boxWidth, configuration.boxHeight) = (90, 90)
        configuration.paint = kind.paint
        configuration.direction = direction
        succeeded = run(kind.name, configuration, timedCommands, at: times) && succeeded
      }
    }
    return succeeded
  }

  private mutating func nested() -> Bool {
    var configuration = StageConfiguration(animation: .ring, width: 150, height: 150)
    configuration.boxWidth = 150
    configuration.boxHeight = 150
    configuration.rings = 3
    configuration.paint = .conic
    let timedCommands = [
      TimedCommand(0, permille: 999), TimedCommand(0, permille: 500, channel: 2),
      TimedCommand(100, .progressUnknown(channel: 3)), TimedCommand(2500, .fail),
    ]
    return run("ring-nested", configuration, timedCommands, at: [150, 1200, 2600])
  }

  private mutating func stages() -> Bool {
    var succeeded = true
    let kinds: [(name: StaticString, animation: StageConfiguration.AnimationKind)] = [
      ("stage-flow", .flow), ("stage-download", .download), ("stage-ring", .ring),
    ]
    let timedCommands = [
      TimedCommand(0, message: "Configuring libc-bin (2.36-9+deb12u10) …"),
      TimedCommand(10, permille: 420),
      TimedCommand(2000, message: "dpkg: error – disk full, 100 % used ✓°·"),
      TimedCommand(2100, .fail),
    ]
    for kind in kinds {
      var configuration = StageConfiguration(animation: kind.animation, width: 320, height: 320)
      configuration.showsMessage = true
      succeeded = run(kind.name, configuration, timedCommands, at: [1900, 2050, 4500]) && succeeded
    }
    return succeeded
  }

  /// Shapes over a gradient, some of them in groups that are composited as a whole.
  private mutating func groups() -> Bool {
    run("groups", width: 120, height: 90) { scene, transform in
      scene.background = Color(hex: 0x203040)
      let stops = scene.addStops(Color(hex: 0xFF8000), Color(hex: 0x0080FF))
      if let gradient = LinearGradient(from: Point(5, 5), to: Point(110, 70), stops: stops) {
        scene.add(
          .roundedRectangle(Rectangle(x: 5, y: 5, width: 110, height: 60), radius: 9),
          paint: .linear(gradient), transform: transform)
      }
      scene.beginGroup(Fraction(raw: 0x1357_9BDF))
      scene.add(
        .roundedRectangle(Rectangle(x: 20, y: 20, width: 80, height: 60), radius: 20),
        paint: .solid(.white), transform: transform)
      scene.add(
        .ring(center: Point(60, 50), radius: 25, width: 7), paint: .solid(Color(hex: 0x0B6E4F)),
        opacity: .half, transform: transform)
      scene.beginGroup(.half)
      scene.add(
        .circle(center: Point(90, 40), radius: 20), paint: .solid(Color(hex: 0xD0312D)),
        transform: transform)
      scene.add(
        .circle(center: Point(80, 60), radius: 15), paint: .solid(.black), transform: transform)
      scene.beginGroup(.one)
    }
  }
}
