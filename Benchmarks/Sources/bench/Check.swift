// SPDX-License-Identifier: Apache-2.0

import Baselines

/// Compares the scenes' frames with the oracle's.
struct Check {
  /// Only this scene.
  var scene: SceneName?

  /// A frame between two stops of the flow.
  private static var frame: Int { 5 }

  /// Prints `SCENE PAINTER INSIDE EDGE MEAN-EDGE`, in thousandths of one of 255 levels.
  func run() {
    for name in SceneName.allCases where scene == nil || scene == name {
      for painter in [Painter.flipbook, .cairo] {
        var target = BenchmarkTarget(name)
        // S5 blends over the frame of the scene before it.
        if name == .s5, painter == .cairo { target.drawSky() }
        target.draw(painter, frame: Check.frame)
        if target.isIncomplete { fatalError("scene capacity exceeded: some shapes were not drawn") }
        let errors = target.errors(frame: Check.frame)
        var line = Line()
        line.append(name.name)
        line.append(painter.name)
        line.append(Int(errors.inside))
        line.append(Int(errors.edge))
        line.append(Int(errors.mean_edge))
        line.print()
      }
    }
  }
}
