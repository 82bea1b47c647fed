// SPDX-License-Identifier: Apache-2.0

import Animations
import Motion
import DisplayList

/// One look that takes the place of another on a whole display: each pixel is of two scenes.
struct DissolveRun: ~Copyable {
  private var model: StageModel<BuiltInAnimation>
  private let layout: StageLayout
  private var scene = Scene(elementCapacity: 16384)
  private var canvas: Canvas
  private static let begin = Instant.zero + .milliseconds(5000)

  /// Begins to dissolve from one stage to a second stage of the same size.
  init(from configuration: StageConfiguration, to other: StageConfiguration) {
    canvas = Canvas(width: configuration.widthInPixels, height: configuration.heightInPixels)
    do throws(StageError) {
      model = try StageModel(configuration, at: .zero)
      let old = try StageLayout(configuration, for: model)
      let next = try StageModel(other, continuing: model, at: DissolveRun.begin)
      var layout = try StageLayout(other, on: old, for: next)
      layout.setOutgoing(
        old, keepsOutgoing: model.dissolve(into: next, at: DissolveRun.begin))
      self.layout = layout
    } catch {
      fatalError("no stage")
    }
  }

  /// Makes the scene of so many milliseconds of the 400 that it takes, and draws it whole.
  mutating func draw(at milliseconds: Int) {
    model.draw(at: DissolveRun.begin + .milliseconds(milliseconds), on: layout, into: &scene)
    canvas.draw(scene)
  }
}

extension DissolveRun {
  /// From the flow bar to the ring at 1080p, scale 2.
  init() {
    self.init(
      from: StageConfiguration.AnimationKind.flow.configuration(.p1080, scale: 2),
      to: StageConfiguration.AnimationKind.ring.configuration(.p1080, scale: 2))
  }

  /// Prints the median of its frames' times in nanoseconds.
  static func measure() {
    var run = DissolveRun()
    var times = Samples()
    for frame in 0...20 {
      let start = Processor.nanoseconds
      run.draw(at: 20 * frame)
      times.add(Processor.nanoseconds - start)
    }
    var line = Line()
    line.append("dissolve")
    line.append(Int(times.median()))
    line.print()
  }
}
