import OutputConfiguration
import Animations
import Control
import KMS
import Scanout
import Linux

extension Options {
  /// The stage for a display: what was asked for it by its connector's name, and what the panel tells.
  func configuration(for route: DisplayRoute) -> StageConfiguration {
    configuration(
      for: route.mode.size, route.connector.sizeInMillimetres, on: route.connector.name,
      mounted: route.connector.panelOrientation)
  }

  /// Tells that a mode that was asked for is none of the display's.
  func complainOfMode(on route: DisplayRoute) {
    guard let asked = rules.rule(for: route.connector.name).mode,
      Mode.best(of: route.connector.modes, for: asked) == nil
    else { return }
    let name = route.connector.name
    Console.log(
      name.bytes,
      ("the display has no mode such as was asked for, using its best" as StaticString).bytes)
  }
}
