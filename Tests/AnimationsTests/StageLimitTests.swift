// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Testing
import Stage

/// The largest and the smallest accepted stages can be drawn.
@Suite struct StageLimitTests {
  private let history: History = [
    (0, .say("At the limit")), (1, .progress(70)), (1500, .fail), (4000, .reset), (5000, .unknown),
    (6000, .done),
  ]

  @Test(
    arguments: [StageConfiguration.AnimationKind.flow, .download, .ring],
    [Fixed(1, over: 256), 1, 256])
  func `nothing leaves the range of numbers`(
    animation: StageConfiguration.AnimationKind, scale: Fixed
  ) throws {
    for (pixels, boxIsWhole) in [(16384, true), (16384, false), (1, false)] {
      var configuration = StageConfiguration(
        animation: animation, widthInPixels: pixels, heightInPixels: pixels, scale: scale)
      configuration.showsMessage = true
      if boxIsWhole {
        let side = max(34, Fixed(pixels) / scale)
        (configuration.boxWidth, configuration.boxHeight) = (side, side)
      }
      // A default box may be too large for the scale: then it is refused, not drawn.
      var stage: Stage
      do throws(StageError) {
        stage = try Stage(configuration, at: ms(0))
      } catch {
        #expect(error == .tooLarge && !boxIsWhole)
        continue
      }
      var scene = Scene()
      var damage = DamageRegion(width: pixels, height: pixels)
      var shapes = 0
      for entry in history {
        stage.apply(entry.command, at: ms(entry.time))
        for time in stride(from: entry.time, to: entry.time + 900, by: 90) {
          stage.draw(at: ms(time), into: &scene)
          scene.findDamage(since: Scene(), into: &damage)
          shapes += damage.isEmpty ? 0 : scene.shapeCount
        }
      }
      #expect(shapes > 0)
    }
  }
}
