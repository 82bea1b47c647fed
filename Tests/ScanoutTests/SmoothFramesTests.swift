// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Scanout
import Testing
import Stage

/// Frames that differ invisibly are skipped, and the result looks the same.
@Suite struct SmoothFramesTests {
  /// A stage, slow progress with a few words between, a scale and a rotation.
  struct Case: CustomTestStringConvertible {
    let animation: StageConfiguration.AnimationKind
    let scale: Fixed
    let rotation: Rotation
    var paint = RingPaint.halves
    /// Where the progress begins.
    var first = 0
    /// Whether the centre of each pixel decides its colour.
    var needsEvery = false

    var testDescription: String {
      "\(animation) \(scale.raw >> 30)/4 \(rotation) \(paint) \(first)"
    }

    var configuration: StageConfiguration {
      var configuration = StageConfiguration(
        animation: animation, width: animation == .flow ? 120 : 90,
        height: animation == .flow ? 4 : 90,
        scale: scale, rotation: rotation)
      (configuration.boxWidth, configuration.boxHeight) =
        animation == .flow ? (120, 4) : animation == .download ? (60, 36) : (80, 80)
      configuration.paint = paint
      // The colours of a flow bar need every frame; this test checks its end.
      if animation == .flow { configuration.flow = .still }
      return configuration
    }

    /// A tenth of a percent each second, with a leap.
    var commands: [(milliseconds: Int, command: Command)] {
      var commands: [(milliseconds: Int, command: Command)] = [(10, .permille(first))]
      for second in 1...9 { commands.append((2000 + 700 * second, .permille(first + second))) }
      commands.append((9000, .permille(min(1000, first + 30))))
      return commands
    }
  }

  static let cases: [Case] = [
    Case(animation: .flow, scale: 1, rotation: .degrees0),
    Case(animation: .flow, scale: Fixed(5, over: 4), rotation: .degrees90, first: 300),
    Case(animation: .flow, scale: 2, rotation: .degrees180, first: 985),
    Case(animation: .download, scale: 1, rotation: .degrees0, first: 400),
    Case(animation: .download, scale: Fixed(7, over: 4), rotation: .degrees270),
    Case(animation: .download, scale: Fixed(1, over: 2), rotation: .degrees90, first: 980),
    Case(animation: .ring, scale: 1, rotation: .degrees0),
    Case(
      animation: .ring, scale: Fixed(3, over: 2), rotation: .degrees90, paint: .conic, first: 200),
    Case(
      animation: .ring, scale: 1, rotation: .degrees180, paint: .conic, first: 960,
      needsEvery: true),
    Case(
      animation: .ring, scale: 1, rotation: .degrees0, paint: .quadrants, first: 600,
      needsEvery: true),
  ]

  @Test(arguments: cases)
  func `what is shown differs from every frame by less than can be seen`(scene: Case) throws {
    var smooth = try Show(scene.configuration, everyFrame: false)
    var every = try Show(scene.configuration, everyFrame: true)
    var commands = scene.commands
    var now = Instant.zero
    var worst = (edge: 0, inside: 0)
    while now < .zero + .milliseconds(13_000) {
      now += .milliseconds(1)
      while let next = commands.first, .zero + .milliseconds(next.milliseconds) <= now {
        smooth.apply(next.command, at: now)
        every.apply(next.command, at: now)
        commands.removeFirst()
      }
      let isNew = (try smooth.turn(at: now), try every.turn(at: now))
      guard isNew.0 || isNew.1 else { continue }
      let difference = smooth.difference(from: every)
      worst = (max(worst.edge, difference.edge), max(worst.inside, difference.inside))
    }
    #expect(worst.edge <= 16 && worst.inside <= 2, "\(worst)")
    // Both are at rest, where they are the same.
    #expect(smooth.difference(from: every) == (0, 0))
    let (few, many) = (smooth.frameCount, every.frameCount)
    #expect((few * 2 < many || scene.needsEvery) && few > 20, "\(few) of \(many) frames")
  }

  /// Ten seconds of progress by a tenth of a percent each second, as a daemon at 60 Hz shows it.
  ///
  /// A ring of 216 points is 625 pixels around. A bar of 200 moves by 2 pixels, and the bubble swings
  /// to and fro by a tenth of a pixel at each command, a third of the bound for its motion.
  @Test(arguments: [StageConfiguration.AnimationKind.ring, .download])
  func `a command that only sets a goal needs no frame of its own`(
    animation: StageConfiguration.AnimationKind
  ) throws {
    let most: Int64 = animation == .ring ? 101 : 60
    let configuration = StageConfiguration(animation: animation, width: 240, height: 240)
    var show = try Show(configuration, everyFrame: false)
    show.apply(.permille(400), at: .zero)
    var now = Instant.zero
    var before: Int64 = 0
    for step in 0..<25_000 {
      now += .milliseconds(1)
      if step >= 5000, step % 1000 == 0 {
        show.apply(.permille(401 + step / 1000 - 5), at: now)
      }
      if step == 15_000 { before = show.frameCount }
      _ = try show.turn(at: now)
    }
    let frames = show.frameCount - before
    #expect(frames <= most && frames > 20, "\(frames)")
  }

  @Test func `a command that changes more than a goal has a frame`() throws {
    let configuration = StageConfiguration(animation: .ring, width: 240, height: 240)
    var show = try Show(configuration, everyFrame: false)
    show.apply(.permille(400), at: .zero)
    var now = Instant.zero
    for _ in 0..<5000 {
      now += .milliseconds(1)
      _ = try show.turn(at: now)
    }
    // At rest: there is no deadline.
    let before = show.frameCount
    show.apply(.fail, at: now)
    for _ in 0..<100 {
      now += .milliseconds(1)
      _ = try show.turn(at: now)
    }
    let after = show.frameCount
    #expect(after > before)
  }
}

/// A stage on an output in memory, as the daemon shows it.
private struct Show: ~Copyable {
  private var presenter: Presenter<MemoryOutput>
  private var model: StageModel<BuiltInAnimation>
  private let layout: StageLayout
  private var change = NextChange.now
  private var shown: ShownMotion?
  private let everyFrame: Bool

  init(_ configuration: StageConfiguration, everyFrame: Bool) throws {
    let model = try StageModel(configuration, at: .zero)
    layout = try StageLayout(configuration, for: model)
    self.model = model
    self.everyFrame = everyFrame
    presenter = Presenter(
      output: MemoryOutput(
        width: configuration.widthInPixels, height: configuration.heightInPixels, isStrict: false))
  }

  var frameCount: Int64 { presenter.presentedFrameCount }

  mutating func apply(_ command: Command, at now: Instant) {
    model.apply(command, at: now)
    guard let drawn = presenter.unchangedSince else { return }
    change = model.nextChange(by: command, after: drawn, on: layout, since: shown)
    if change == .now { presenter.invalidate() }
  }

  /// Whether another frame is on the display.
  mutating func turn(at now: Instant) throws -> Bool {
    let before = presenter.presentedFrameCount
    try presenter.advance(at: now)
    if presenter.isFrameDue(change, at: now), let target = presenter.beginFrame(at: now) {
      model.advance(to: now)
      model.draw(at: target, on: layout, into: &presenter.scene)
      shown = everyFrame ? nil : model.shownMotion(at: target)
      change = model.nextChange(after: target, on: layout, since: shown)
      if everyFrame { change = change.ofEveryFrame }
      try presenter.endFrame(at: now)
    }
    return presenter.presentedFrameCount > before
  }

  /// The largest difference of a channel, at edges and where all near pixels have the same colour.
  borrowing func difference(from other: borrowing Show) -> (edge: Int, inside: Int) {
    let (a, b) = (presenter.output.snapshot, other.presenter.output.snapshot)
    let (width, height) = (
      presenter.output.sizeInPixels.width, presenter.output.sizeInPixels.height
    )
    var worst = (edge: 0, inside: 0)
    guard a.count == b.count else { return (255, 255) }
    for index in 0..<a.count where a[index] != b[index] {
      let difference = abs(Int(a[index]) - Int(b[index]))
      let (x, y) = (index / 4 % width, index / 4 / width)
      var contrast = 0
      for row in max(0, y - 1)...min(height - 1, y + 1) {
        for column in max(0, x - 1)...min(width - 1, x + 1) {
          let near = (row * width + column) * 4 + index % 4
          contrast = max(
            contrast, abs(Int(b[near]) - Int(b[index])), abs(Int(a[near]) - Int(a[index])))
        }
      }
      if contrast > 2 {
        worst.edge = max(worst.edge, difference)
      } else {
        worst.inside = max(worst.inside, difference)
      }
    }
    return worst
  }
}
