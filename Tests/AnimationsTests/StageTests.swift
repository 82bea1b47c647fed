// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Testing
import Stage
import Text

@Suite struct StageTests {
  private func configuration(
    _ animation: StageConfiguration.AnimationKind
  ) -> StageConfiguration {
    var configuration = StageConfiguration(
      animation: animation, widthInPixels: 400, heightInPixels: 300)
    configuration.showsMessage = true
    configuration.paint = .conic
    return configuration
  }

  private static let animations: [StageConfiguration.AnimationKind] = [.flow, .download, .ring]

  /// Commands of all kinds, some of them while others are still pending.
  private let history: History = [
    (0, .say("Begin")), (10, .progress(30)), (400, .unknown), (1500, .progress(60)),
    (1900, .unknown), (2300, .progress(95)), (3000, .fail), (3050, .progress(20)),
    (3100, .say("While failed")), (3200, .reset), (3300, .unknown), (3350, .done),
    (6000, .say("Done")), (6500, .fail), (7600, .reset), (7700, .start), (9500, .progress(100)),
    (12_000, .shake), (12_300, .shake),
  ]

  /// Draws the stage at given times, with other frames in between at a rate.
  private func draw(
    _ configuration: StageConfiguration, times: [Double], framesEvery period: Double?,
    _ check: (Double, inout Stage) throws -> Void
  ) throws {
    var stage = try Stage(configuration, at: ms(0))
    var scene = Scene()
    var frame = 0.0
    var next = 0
    for time in times {
      while next < history.count && history[next].time <= time {
        while let period, frame <= history[next].time {
          stage.draw(at: ms(frame), into: &scene)
          frame += period
        }
        stage.apply(history[next].command, at: ms(history[next].time))
        next += 1
      }
      while let period, frame <= time {
        stage.draw(at: ms(frame), into: &scene)
        frame += period
      }
      try check(time, &stage)
    }
  }

  @Test(arguments: animations)
  func `a model is drawn ahead in any layout`(animation: StageConfiguration.AnimationKind) throws {
    let first = configuration(animation)
    var second = first
    (second.widthInPixels, second.heightInPixels) = (300, 400)
    second.rotation = .degrees90
    var model = try StageModel(first, at: ms(0))
    var scene = Scene()
    var expected = Scene()
    for entry in history {
      model.apply(entry.command, at: ms(entry.time))
      // The slower of two outputs is further ahead and draws first. Frames do not change.
      for (configuration, ahead) in [(second, 300), (first, 30)] as [(StageConfiguration, Double)] {
        let time = ms(entry.time + ahead)
        model.draw(
          at: time, on: try StageLayout(configuration, for: model), into: &scene)
        var stage = try Stage(configuration, at: ms(0))
        for earlier in history where earlier.time <= entry.time {
          stage.apply(earlier.command, at: ms(earlier.time))
        }
        stage.draw(at: time, into: &expected)
        let isSame = areEqual(scene, expected)
        #expect(isSame, "\(ahead) ms after \(entry)")
        #expect(model.status(at: time) == stage.status(at: time))
        let layout = try StageLayout(configuration, for: model)
        #expect(model.nextChange(after: time, on: layout) == stage.nextChange(after: time))
      }
    }
  }

  @Test(arguments: animations)
  func `a frame does not depend on other frames`(animation: StageConfiguration.AnimationKind) throws
  {
    let times = stride(from: 25.5, to: 12_000, by: 97.3).map { $0 }
    var fresh = Scene()
    var expected: [Int] = []
    for rate in [1000.0 / 60, 1000.0 / 144, 333] {
      var index = 0
      try draw(configuration(animation), times: times, framesEvery: rate) { time, stage in
        var scene = Scene()
        stage.draw(at: ms(time), into: &scene)
        try draw(configuration(animation), times: [time], framesEvery: nil) { time, other in
          other.draw(at: ms(time), into: &fresh)
        }
        let same = areEqual(scene, fresh)
        #expect(same, "at \(time) ms, a frame every \(rate) ms")
        expected.append(scene.shapeCount)
        index += 1
      }
    }
    #expect(Set(expected).count > 1)
  }

  @Test(arguments: animations)
  func `a still stage shows the same until a command comes`(
    animation: StageConfiguration.AnimationKind
  ) throws {
    let times = stride(from: 5.0, to: 14_000, by: 41.7).map { $0 }
    var stillCount = 0
    try draw(configuration(animation), times: times, framesEvery: nil) { time, stage in
      guard stage.isStill(at: ms(time)) else { return }
      stillCount += 1
      var now = Scene()
      stage.draw(at: ms(time), into: &now)
      // The next command, or long after the last command.
      let next = history.first { $0.time > time }?.time ?? 60_000
      try draw(configuration(animation), times: [next - 0.001], framesEvery: nil) { last, later in
        var then = Scene()
        later.draw(at: ms(last), into: &then)
        let same = areEqual(now, then)
        #expect(same, "at \(time) ms")
      }
    }
    #expect(animation == .flow || stillCount > 5)
  }

  @Test(arguments: animations)
  func `a moving stage shows something else soon`(animation: StageConfiguration.AnimationKind)
    throws
  {
    var movingCount = 0
    let times = stride(from: 5.0, to: 14_000, by: 41.7).map { $0 }
    try draw(configuration(animation), times: times, framesEvery: nil) { time, stage in
      guard stage.nextChange(after: ms(time)).ofEveryFrame == .now else { return }
      movingCount += 1
      var now = Scene()
      stage.draw(at: ms(time), into: &now)
      var then = Scene()
      stage.draw(at: ms(time + 0.5), into: &then)
      let same = areEqual(now, then)
      #expect(!same, "at \(time) ms")
    }
    #expect(movingCount > 50)
  }

  @Test func `the box stands in the middle of the stage`() throws {
    var stage = try Stage(configuration(.download), at: ms(0))
    var scene = Scene()
    stage.draw(at: ms(0), into: &scene)
    var expected = Scene(background: Color(hex: 0x8ECEED))
    let transform = Transform.identity.translated(x: 100, y: 110)
    expected.add(
      .roundedRectangle(Rectangle(x: 60, y: 0, width: 80, height: 80), radius: 5),
      paint: .solid(Color(hex: 0x808080)), transform: transform)
    expected.add(
      .roundedRectangle(Rectangle(x: -11, y: -21, width: 22, height: 22), radius: 2),
      paint: .solid(.white), transform: transform.translated(x: 100, y: 40))
    expected.beginPath()
    expected.move(to: Point(-20, 0))
    expected.line(to: Point(0, 20))
    expected.line(to: Point(20, 0))
    expected.close()
    let arrow = expected.endPath()
    expected.add(
      .convexPolygon(arrow, outset: .half), paint: .solid(.white),
      transform: transform.translated(x: 100, y: 40))
    let sceneIsSame = areEqual(scene, expected)
    #expect(sceneIsSame)
  }

  @Test func `a stage in points is rounded up to pixels`() {
    let tenth = Fixed(11, over: 10)
    let exact = StageConfiguration(animation: .download, width: 200, height: 80, scale: tenth)
    #expect(exact.widthInPixels == 220 && exact.heightInPixels == 88)
    let odd = StageConfiguration(
      animation: .download, width: 201, height: 81, scale: Fixed(5, over: 4))
    #expect(odd.widthInPixels == 252 && odd.heightInPixels == 102)
  }

  @Test func `a stage that was rounded up keeps its box in place`() throws {
    var configuration = StageConfiguration(
      animation: .flow, width: 201, height: 81, scale: Fixed(5, over: 4))
    configuration.boxWidth = 201
    configuration.boxHeight = 81
    configuration.palette = .red
    configuration.flow = .still
    var stage = try Stage(configuration, at: ms(0))
    stage.apply(.done, at: ms(0))
    var scene = Scene()
    stage.draw(at: ms(9000), into: &scene)
    let count = scene.shapeCount
    #expect(count == 1)
    // With the size of its pixels it has a margin around the box.
    (configuration.width, configuration.height) = (nil, nil)
    (configuration.widthInPixels, configuration.heightInPixels) = (252, 102)
    var moved = try Stage(configuration, at: ms(0))
    moved.apply(.done, at: ms(0))
    var other = Scene()
    moved.draw(at: ms(9000), into: &other)
    let sceneIsSame = areEqual(scene, other)
    #expect(!sceneIsSame)
  }

  @Test func `a message is shown only where it is wanted`() throws {
    var quiet = configuration(.ring)
    quiet.showsMessage = false
    for (configuration, shapes) in [(configuration(.ring), 5), (quiet, 4)] {
      var stage = try Stage(configuration, at: ms(0))
      stage.apply(.say("Hello"), at: ms(0))
      var scene = Scene()
      stage.draw(at: ms(0), into: &scene)
      let count = scene.shapeCount
      #expect(count == shapes)
      let message = stage.status(at: ms(0))?.message
      #expect(message == Message(truncating: Array("Hello".utf8).span))
    }
  }

  @Test func `no label means one shape less`() throws {
    var unlabelled = configuration(.ring)
    unlabelled.showsLabel = false
    var scene = Scene()
    var stage = try Stage(unlabelled, at: ms(0))
    stage.draw(at: ms(0), into: &scene)
    let count = scene.shapeCount
    #expect(count == 3)
  }

  @Test(arguments: animations)
  func `a failure holds the message until a reset`(animation: StageConfiguration.AnimationKind)
    throws
  {
    func scene(_ history: History, at time: Double) throws -> Scene {
      var stage = try Stage(configuration(animation), at: ms(0))
      for entry in history { stage.apply(entry.command, at: ms(entry.time)) }
      var scene = Scene()
      stage.draw(at: ms(time), into: &scene)
      return scene
    }
    let failed: History = [(0, .say("One")), (0, .progress(10)), (3000, .fail)]
    let held = try scene(failed + [(5000, .say("Two"))], at: 6000)
    let silent = try scene(failed, at: 6000)
    let heldIsSame = areEqual(held, silent)
    #expect(heldIsSame)
    let released = try scene(failed + [(5000, .say("Two")), (6000, .reset)], at: 9000)
    let fresh = try scene([(0, .say("Two"))], at: 9000)
    let releasedIsSame = areEqual(released, fresh)
    #expect(releasedIsSame)
  }

  @Test func `a time before the last one counts as the last one`() throws {
    var stage = try Stage(configuration(.ring), at: ms(0))
    var scene = Scene()
    stage.draw(at: ms(1000), into: &scene)
    stage.apply(.progress(100), at: ms(990))
    let shown = stage.status(at: ms(1500))?.shown
    #expect(shown?.double.rounded(to: 6) == 0.45)
  }
}
