// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList

/// What each animation's frames cost on displays of several sizes.
struct StageCosts {
  /// Only this animation.
  var animation: StageConfiguration.AnimationKind?
  /// How many seconds of progress, 1 % each.
  var seconds = 10

  private static var fullFrames: Int { 15 }
  private static var framesPerSecond: Int { 60 }

  /// Prints a line of numbers for each animation, size and scale; times in nanoseconds.
  ///
  /// `ANIMATION WIDTH HEIGHT SCALE`, then medians: `FULL-BUILDING FULL-DRAWING STEP-BUILDING
  /// STEP-DRAWING STEP STEP-95TH STEP-PIXELS MOST-STEP-PIXELS`, then of a still stage: whether it
  /// says to be still, what asking anyway takes, and how many pixels that writes.
  func run() {
    for name in StageConfiguration.AnimationKind.allCases
    where animation == nil || animation == name {
      for size in StageSize.allCases {
        for scale in 1...2 { measure(name, size, scale: scale) }
      }
    }
  }

  private func measure(_ name: StageConfiguration.AnimationKind, _ size: StageSize, scale: Int) {
    let configuration = name.configuration(size, scale: scale)
    var line = Line()
    line.append(name.name)
    line.append(size.width)
    line.append(size.height)
    line.append(scale)
    StageCosts.appendFull(configuration, to: &line)
    appendSteps(configuration, to: &line)
    StageCosts.appendStill(configuration, to: &line)
    line.print()
  }

  private static func appendFull(_ configuration: StageConfiguration, to line: inout Line) {
    var run = StageRun(configuration)
    var scene = Scene(elementCapacity: 16384)
    var canvas = Canvas(
      width: configuration.widthInPixels, height: configuration.heightInPixels)
    var building = Samples()
    var drawing = Samples()
    for _ in 0..<fullFrames {
      _ = run.frame()
      let start = Processor.nanoseconds
      run.build(into: &scene)
      let middle = Processor.nanoseconds
      canvas.draw(scene)
      building.add(middle - start)
      drawing.add(Processor.nanoseconds - middle)
    }
    line.append(Int(building.median()))
    line.append(Int(drawing.median()))
  }

  private func appendSteps(_ configuration: StageConfiguration, to line: inout Line) {
    var run = StageRun(configuration)
    var building = Samples()
    var drawing = Samples()
    var both = Samples()
    var pixels = Samples()
    for _ in 0..<seconds * StageCosts.framesPerSecond {
      run.stepIfDue()
      let frame = run.frame()
      building.add(frame.building)
      drawing.add(frame.drawing)
      both.add(frame.building + frame.drawing)
      pixels.add(Int64(frame.pixelsWritten))
    }
    line.append(Int(building.median()))
    line.append(Int(drawing.median()))
    line.append(Int(both.median()))
    line.append(Int(both.quantile(95, of: 100)))
    line.append(Int(pixels.median()))
    line.append(Int(pixels.quantile(1, of: 1)))
  }

  private static func appendStill(_ configuration: StageConfiguration, to line: inout Line) {
    var run = StageRun(configuration, isStill: true)
    line.append(run.isStill() ? 1 : 0)
    var both = Samples()
    var pixels = 0
    for _ in 0..<framesPerSecond {
      let frame = run.frame()
      both.add(frame.building + frame.drawing)
      pixels += frame.pixelsWritten
    }
    line.append(Int(both.median()))
    line.append(pixels)
  }
}
