import Peers

/// Compares the scenes' pictures with what they should be.
struct Check {
  /// Only this scene.
  var scene: SceneName?

  /// A frame between two stops of the flow.
  private static var frame: Int { 5 }

  /// Prints `SCENE PAINTER INSIDE EDGE MEAN-EDGE`, in thousandths of one of 255 levels.
  func run() {
    for name in SceneName.allCases where scene == nil || scene == name {
      for painter in [Painter.flipbook, .cairo] {
        var easel = Easel(name)
        // The last scene is one over something: over the picture of the one before.
        if name == .s5, painter == .cairo { easel.drawSky() }
        easel.draw(painter, frame: Check.frame)
        if easel.isIncomplete { fatalError("the picture lacks parts") }
        let errors = easel.errors(frame: Check.frame)
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
