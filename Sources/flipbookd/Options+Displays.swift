import Animations
import KMS
import Scanout

extension Options {
  /// The stage for a display: what was asked for it by its connector's name, and what the panel tells.
  func configuration(for route: DisplayRoute) -> StageConfiguration {
    configuration(
      for: route.mode.size, route.connector.sizeInMillimetres, on: route.connector.name,
      mounted: route.connector.panelOrientation)
  }
}
