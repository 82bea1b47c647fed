// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Testing
import Stage

/// The field shakes after a wrong password.
@Suite struct ShakeTests {
  private func stage(showsMessage: Bool = true) throws -> Stage {
    var configuration = StageConfiguration(
      animation: .download, widthInPixels: 400, heightInPixels: 300)
    configuration.showsMessage = showsMessage
    var stage = try Stage(configuration, at: ms(0))
    stage.apply(.ask("Password:", EntryField(bulletCount: 0)), at: ms(0))
    return stage
  }

  private func scene(_ stage: inout Stage, at time: Double) -> Scene {
    var scene = Scene()
    stage.draw(at: ms(time), into: &scene)
    return scene
  }

  @Test func `it moves for half a second and comes to rest where it was`() throws {
    var stage = try stage()
    var still = try self.stage()
    stage.apply(.shake, at: ms(1000))
    for time in stride(from: 1005.0, to: 1480, by: 10) {
      let isMoving = stage.nextChange(after: ms(time)) == .now
      let isSame = areEqual(scene(&stage, at: time), scene(&still, at: time))
      // Every 60 ms it is at its rest position.
      #expect(isMoving && !isSame, "at \(time) ms")
    }
    let isStill = stage.isStill(at: ms(1480))
    let isSame = areEqual(scene(&stage, at: 1480), scene(&still, at: 1480))
    #expect(isStill && isSame)
  }

  @Test func `without a message on the stage nothing moves`() throws {
    var stage = try stage(showsMessage: false)
    stage.apply(.shake, at: ms(1000))
    let isStill = stage.isStill(at: ms(1100))
    #expect(isStill)
  }
}
