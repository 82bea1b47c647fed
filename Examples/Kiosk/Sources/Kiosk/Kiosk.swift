// SPDX-License-Identifier: Apache-2.0

import Flipbook
import FlipbookDisplay
import Glibc
import Synchronization

/// A dashboard: a clock, a ring with a level, and a chart that moves on.
///
/// It is a function of time, and of the level that `progress` sets.
struct Dashboard: Animation, Sendable {
  private static let ink = Color(hex: 0xE8ECF1)
  private static let faint = Color(hex: 0x2A3646)
  private static let accent = Color(hex: 0x4FC3F7)
  private static let warm = Color(hex: 0xFFB74D)

  /// The time of day at the clock's zero.
  private let midnight: TimeSpan
  /// The only time that it shows, for an image to compare; nil while it moves.
  private let still: Instant?
  private var level = Spring(at: .zero, position: 0, target: 0, duration: .milliseconds(900))
  private var reported = Fixed.zero

  /// A dashboard that moves; the clock shows a time of day at an instant.
  init(timeOfDay: TimeSpan, at now: Instant) {
    (midnight, still) = (timeOfDay - (now - .zero), nil)
  }

  /// A dashboard that shows ten past ten for good.
  init(stillAt time: Instant) { (midnight, still) = (.seconds(36_610) - (time - .zero), time) }

  mutating func apply(_ command: Command, at time: Instant) {
    guard case .progress(channel: 1, let percent) = command else { return }
    reported = percent.target
    level.retarget(to: reported, at: time)
  }

  func draw(at now: Instant, in box: AnimationBox, style: Void, into scene: inout Scene) {
    let time = still ?? now
    let side = min(box.width / 3, box.height)
    let middle = box.height / 2
    drawClock(at: time, Point(box.width / 6, middle), side * Fixed(2, over: 5), box, &scene)
    drawRing(at: time, Point(box.width / 2, middle), side * Fixed(3, over: 10), box, &scene)
    let corner = Point(box.width * Fixed(7, over: 10), middle - side / 3)
    drawChart(
      at: time, corner, width: box.width / 4, height: side * Fixed(2, over: 3), box, &scene)
  }

  private func drawClock(
    at time: Instant, _ center: Point, _ radius: Fixed, _ box: AnimationBox, _ scene: inout Scene
  ) {
    scene.add(
      .ring(center: center, radius: radius, width: radius / 24), paint: .solid(Dashboard.faint),
      transform: box.transform)
    for hour in 0..<12 {
      let angle = Angle.turns(Fixed(hour, over: 12))
      hand(
        angle, center, radius * Fixed(8, over: 10), radius * Fixed(9, over: 10),
        radius / 40, Dashboard.ink, box, &scene)
    }
    let day = (time - .zero) + midnight
    let hours = turn(day, .seconds(43_200))
    hand(hours, center, 0, radius / 2, radius / 16, Dashboard.ink, box, &scene)
    hand(
      turn(day, .seconds(3600)), center, 0, radius * Fixed(3, over: 4), radius / 24, Dashboard.ink,
      box, &scene)
    hand(
      turn(day, .seconds(60)), center, -radius / 8, radius * Fixed(8, over: 10), radius / 60,
      Dashboard.warm, box, &scene)
  }

  /// The part of a period as an angle.
  private func turn(_ time: TimeSpan, _ period: TimeSpan) -> Angle {
    .turns(time.quotientAndRemainder(dividingBy: period).remainder.fraction(of: period))
  }

  private func hand(
    _ angle: Angle, _ center: Point, _ from: Fixed, _ to: Fixed, _ width: Fixed, _ color: Color,
    _ box: AnimationBox, _ scene: inout Scene
  ) {
    let (x, y) = (Fixed(angle.sine), -Fixed(angle.cosine))
    scene.beginPath()
    scene.move(to: Point(center.x + x * from, center.y + y * from))
    scene.line(to: Point(center.x + x * to, center.y + y * to))
    scene.add(
      .stroke(scene.endPath(), width: width), paint: .solid(color), transform: box.transform)
  }

  private func drawRing(
    at time: Instant, _ center: Point, _ radius: Fixed, _ box: AnimationBox, _ scene: inout Scene
  ) {
    scene.add(
      .ring(center: center, radius: radius, width: radius / 5), paint: .solid(Dashboard.faint),
      transform: box.transform)
    scene.add(
      .ringArc(
        center: center, radius: radius, width: radius / 5, start: -Angle.quarterTurn,
        sweep: Angle.fullTurn * (still == nil ? level.position(at: time) : reported)),
      paint: .solid(Dashboard.accent), transform: box.transform)
  }

  private func drawChart(
    at time: Instant, _ corner: Point, width: Fixed, height: Fixed, _ box: AnimationBox,
    _ scene: inout Scene
  ) {
    for line in 0...4 {
      scene.add(
        .rectangle(
          Rectangle(
            x: corner.x, y: corner.y + height * Fixed(line, over: 4), width: width, height: 1)),
        paint: .solid(Dashboard.faint), transform: box.transform)
    }
    // A value comes each half second; between two of them the chart moves by their distance.
    let (count, interval) = (32, TimeSpan.milliseconds(500))
    let (first, rest) = (time - .zero).quotientAndRemainder(dividingBy: interval)
    let part = rest.fraction(of: interval)
    scene.beginPath()
    for index in 0...count {
      // Both ends stay where they are, on the line between two values.
      let isEnd = index == 0 || index == count
      let y = value(Int(first) + min(index, count - 1), until: isEnd ? part : 0)
      let x = isEnd ? Fixed(index / count) : (Fixed(index) - part) / Fixed(count - 1)
      let point = Point(corner.x + width * x, corner.y + height * (1 - y))
      if index == 0 { scene.move(to: point) } else { scene.line(to: point) }
    }
    scene.add(
      .stroke(scene.endPath(), width: height / 40), paint: .solid(Dashboard.warm),
      transform: box.transform)
  }

  /// The value with a number, from 0 to 1, or one between it and the next.
  private func value(_ number: Int, until part: Fixed) -> Fixed {
    func whole(_ number: Int) -> Fixed {
      let slow = Fixed(Angle.turns(Fixed(number % 40, over: 40)).sine)
      let quick = Fixed(Angle.turns(Fixed(number % 7, over: 7)).sine)
      return Fixed(1, over: 2) + slow / 3 + quick / 8
    }
    return whole(number).interpolated(to: whole(number + 1), by: part)
  }

  func nextChange(after time: Instant, in box: AnimationBox, style: Void) -> NextChange {
    still == nil ? .now : .never
  }

  func state(at time: Instant) -> StageState { .running }
  func stateChange(after time: Instant) -> Instant? { nil }
  func progress(at time: Instant, channel: Int) -> Fixed { reported }
  func isEndless(at time: Instant) -> Bool { true }
  var background: Color { Color(hex: 0x0E1621) }
  func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    (stageWidth, stageWidth / 3)
  }
}

/// How many vblanks had a new frame, by the times that the events report.
struct Pace {
  private(set) var frameCount = 0
  private(set) var missedCount = 0
  private var period = TimeSpan.zero
  private var last: Instant?

  /// Begins again on an output with another mode, or after a pause.
  mutating func restart(refreshMillihertz: Int? = nil) {
    if let rate = refreshMillihertz {
      period = TimeSpan(nanoseconds: 1_000_000_000_000 / Int64(rate))
    }
    last = nil
  }

  /// Records a frame's vblank; returns how many vblanks since the last frame had none.
  mutating func record(_ vblank: Instant) -> Int {
    frameCount += 1
    defer { last = vblank }
    guard let last else { return 0 }
    let count = Int(((vblank - last).nanoseconds + period.nanoseconds / 2) / period.nanoseconds) - 1
    missedCount += count
    return count
  }
}

/// Whether SIGTERM has come.
private let isEnding = Atomic(false)

@main enum Kiosk {
  /// Shows the dashboard until SIGTERM; then its last frame stays until the next program's.
  static func main() throws {
    signal(SIGTERM) { _ in isEnding.store(true, ordering: .relaxed) }
    let dashboard =
      CommandLine.arguments.contains("--still")
      ? Dashboard(stillAt: Instant(nanoseconds: 90_000_000_000))
      : Dashboard(timeOfDay: timeOfDay(), at: Display.now)
    var pace = Pace()

    let display = try Display(.automatic)
    try display.run(DisplayStage(dashboard, style: (), fillsDisplay: true)) { event, loop in
      switch event {
      case .frameShown(_, let vblank):
        let missed = pace.record(vblank)
        if missed != 0 { print("\(missed) vblanks missed before \(vblank.nanoseconds / 1000) us") }
        if isEnding.load(ordering: .relaxed) { loop.handOver(retain: true) }
        return
      case .outputAdded(_, _, _, let rate), .outputChanged(_, _, _, let rate):
        pace.restart(refreshMillihertz: rate)
        loop.apply(.progress(channel: 1, percent: 70))
      case .terminalTaken, .machineResumed: pace.restart()
      default: break
      }
      print(event)
      // Also to a file, at once.
      fflush(nil)
    }
    print("\(pace.frameCount) frames, \(pace.missedCount) vblanks missed")
  }

  private static func timeOfDay() -> TimeSpan {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    return .seconds(Fixed(Int(local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec)))
  }
}
