import OutputConfiguration
import Animations
import Control
import KMS
import Scanout
import Linux

extension Options {
  /// The stage for a display: what was asked for it by its connector's name, and what the panel tells.
  func configuration(for pipe: DisplayPipe) -> StageConfiguration {
    configuration(
      for: pipe.mode.size, pipe.connector.sizeInMillimetres, on: pipe.connector.name,
      mounted: pipe.connector.panelOrientation)
  }

  /// Tells that a mode that was asked for is none of the display's.
  func logMissingMode(on pipe: DisplayPipe) {
    guard let asked = rules.rule(for: pipe.connector.name).mode,
      Mode.best(of: pipe.connector.modes, for: asked) == nil
    else { return }
    let name = pipe.connector.name
    Log.write(
      name.bytes,
      ("the display has no mode such as was asked for, using its best" as StaticString).bytes)
  }
}
