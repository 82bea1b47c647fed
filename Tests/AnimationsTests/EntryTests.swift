// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Testing
import Stage

/// The prompt on the stage, and the dimmed animation behind it.
@Suite struct EntryTests {
  private static let animations: [StageConfiguration.AnimationKind] = [.flow, .download, .ring]

  private func stage(
    _ animation: StageConfiguration.AnimationKind, width: Int = 640, height: Int = 480
  ) throws -> Stage {
    var configuration = StageConfiguration(
      animation: animation, widthInPixels: width, heightInPixels: height)
    configuration.showsMessage = true
    return try Stage(configuration, at: ms(0))
  }

  private func scene(_ stage: inout Stage, at time: Double) -> Scene {
    var scene = Scene()
    stage.draw(at: ms(time), into: &scene)
    let isWhole = !scene.overflowed
    #expect(isWhole)
    return scene
  }

  private func field(_ kind: EntryField.Kind, bullets: Int = 0, text: String = "") -> Command {
    switch kind {
    case .none: .prompt(nil)
    case .secret: .ask("", EntryField(bulletCount: bullets))
    case .text: .ask("", EntryField(text: Array(text.utf8).span))
    }
  }

  @Test(arguments: animations)
  func `an animation rests while a person is asked and goes on from there`(
    animation: StageConfiguration.AnimationKind
  ) throws {
    var stage = try stage(animation)
    var other = try self.stage(animation)
    for command in [Command.unknown] {
      stage.apply(command, at: ms(0))
      other.apply(command, at: ms(0))
    }
    stage.apply(field(.secret), at: ms(1000))
    let rests = stage.isStill(at: ms(1000))
    let isSame = areEqual(scene(&stage, at: 1000), scene(&stage, at: 61_000))
    let isDimmed = !areEqual(scene(&stage, at: 1000), scene(&other, at: 1000))
    #expect(rests && isSame && isDimmed)
    stage.apply(field(.none), at: ms(61_000))
    for time in [0.0, 10, 700] {
      let goesOn = areEqual(scene(&stage, at: 61_000 + time), scene(&other, at: 1000 + time))
      let moves = stage.nextChange(after: ms(61_000 + time)).ofEveryFrame == .now
      #expect(goesOn && moves)
    }
  }

  @Test(arguments: animations)
  func `a wait of an animation is as much longer as it rested`(
    animation: StageConfiguration.AnimationKind
  ) throws {
    var stage = try stage(animation)
    var other = try self.stage(animation)
    stage.apply(.progress(30), at: ms(0))
    other.apply(.progress(30), at: ms(0))
    stage.apply(field(.secret), at: ms(500))
    stage.apply(field(.none), at: ms(5500))
    stage.apply(.fail, at: ms(9000))
    other.apply(.fail, at: ms(4000))
    for time in [4000.0, 4200, 4600, 9000] {
      let isSame = areEqual(scene(&stage, at: time + 5000), scene(&other, at: time))
      let change = stage.nextChange(after: ms(time + 5000))
      let expected = other.nextChange(after: ms(time))
      #expect(isSame, "at \(time)")
      switch expected {
      case .at(let instant): #expect(change == .at(instant + .milliseconds(5000)))
      case .visibly(let instant): #expect(change == .visibly(instant + .milliseconds(5000)))
      case .now, .never: #expect(change == expected)
      }
    }
  }

  @Test func `an animation that rests in the middle of a move is not endless`() throws {
    var stage = try stage(.flow)
    stage.apply(.progress(70), at: ms(0))
    let whileItMoves = stage.isEndless(at: ms(100))
    stage.apply(field(.secret), at: ms(100))
    // Without the pause the bar would have reached the value long before.
    let whileItRests = stage.isEndless(at: ms(60_000))
    stage.apply(field(.none), at: ms(60_000))
    let whileItGoesOn = stage.isEndless(at: ms(60_000))
    let atTheEnd = stage.isEndless(at: ms(120_000))
    #expect(!whileItMoves && !whileItRests && !whileItGoesOn && atTheEnd)
  }

  @Test func `each character is seen, and a field without a message too`() throws {
    var stage = try stage(.ring)
    stage.apply(field(.secret), at: ms(0))
    for count in 1...16 {
      let before = scene(&stage, at: 1000)
      stage.apply(field(.secret, bullets: count), at: ms(1000))
      let isSame = areEqual(before, scene(&stage, at: 1000))
      #expect(!isSame, "bullet \(count)")
    }
    let most = scene(&stage, at: 1000)
    stage.apply(field(.secret, bullets: 100_000), at: ms(1000))
    let isSame = areEqual(most, scene(&stage, at: 1000))
    #expect(isSame)
  }

  @Test func `of a long text the end is seen`() throws {
    var stage = try stage(.ring)
    let head = String(repeating: "ä", count: 100)
    stage.apply(field(.text, text: head + "abc"), at: ms(0))
    var other = try self.stage(.ring)
    other.apply(field(.text, text: head + "abd"), at: ms(0))
    let isSame = areEqual(scene(&stage, at: 1000), scene(&other, at: 1000))
    #expect(!isSame)
  }

  @Test(arguments: animations)
  func `what is asked is seen after a failure, too, and on the smallest displays`(
    animation: StageConfiguration.AnimationKind
  ) throws {
    for (width, height) in [(640, 480), (240, 240), (240, 80), (1, 1)] {
      var stage = try stage(animation, width: width, height: height)
      stage.apply(.say("broken"), at: ms(0))
      stage.apply(.fail, at: ms(10))
      stage.apply(.say("Password:"), at: ms(6000))
      let before = scene(&stage, at: 7000)
      stage.apply(field(.secret, bullets: 3), at: ms(7000))
      let asked = scene(&stage, at: 8000)
      let (few, many) = (before.shapeCount, asked.shapeCount)
      #expect(many > few)
      stage.apply(field(.none), at: ms(8000))
      let isSame = areEqual(before, scene(&stage, at: 9000))
      #expect(isSame)
    }
  }

  @Test func `no status knows what is typed`() throws {
    var stage = try stage(.ring)
    stage.apply(.say("Name?"), at: ms(0))
    stage.apply(field(.text), at: ms(0))
    let before = stage.status(at: ms(1000))
    stage.apply(field(.text, text: "secret"), at: ms(1000))
    let after = stage.status(at: ms(1000))
    let isAsking = stage.isAsking
    #expect(before == after && isAsking)
  }

  // The label of a ring waits after an unknown progress: its quarter of an arc is not 25 %.
  @Test func `no number is shown that nobody reported`() throws {
    var stage = try stage(.ring)
    stage.apply(.unknown, at: ms(0))
    stage.apply(.reset, at: ms(1000))
    stage.apply(.progress(0), at: ms(1000))
    let silent = scene(&stage, at: 2999).shapeCount
    let isSilent = stage.status(at: ms(2999))?.showsProgress == false
    let willChange = stage.isStill(at: ms(2999)) == false
    let labelled = scene(&stage, at: 3000).shapeCount
    let isShown = stage.status(at: ms(3000))?.showsProgress == true
    let status = stage.status(at: ms(3000))
    #expect(silent + 1 == labelled && isSilent && isShown && willChange)
    #expect(status?.shown == 0)
  }

  @Test(arguments: [Command.fail, .reset, .progress(70), .done])
  func `whatever comes in between the label stays away`(command: Command) throws {
    var stage = try stage(.ring)
    stage.apply(.unknown, at: ms(0))
    stage.apply(.progress(25), at: ms(1000))
    stage.apply(command, at: ms(2000))
    let silent = scene(&stage, at: 2999).shapeCount
    let willChange = stage.isStill(at: ms(2999)) == false
    let labelled = scene(&stage, at: 3000).shapeCount
    #expect(silent + 1 == labelled && willChange)
  }
}
