public import Animations
import Raster
public import Scanout

extension StageConfiguration {
  /// Fits the picture to an output: as the rules say of its name, or as it suits the display.
  ///
  /// `size` is that of the pixels as they lie in memory, `orientation` what the driver tells of how
  /// the panel is mounted.
  public mutating func fit(
    _ size: PixelSize, _ millimetres: PhysicalSize?, on name: ConnectorName,
    mounted orientation: PanelOrientation?, by rules: borrowing OutputRules
  ) {
    (widthInPixels, heightInPixels) = (size.width, size.height)
    rotation = rules.rotation(for: name, mounted: orientation).rotation
    if let asked = rules.rule(for: name).scale {
      scale = asked
      return
    }
    let upright = rotation.turned(width: size.width, height: size.height)
    let room = self.room
    scale = DisplayScale.best(
      for: PixelSize(width: upright.width, height: upright.height), millimetres,
      fitting: DisplayScale.Room(width: room.width, height: room.height))
  }
}
