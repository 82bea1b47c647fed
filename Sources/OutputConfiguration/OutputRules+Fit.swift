public import FixedPoint
public import Scanout
public import Raster

extension OutputRules {
  /// How a picture is fitted to an output.
  public struct Fit: Equatable, Sendable {
    /// How it is turned.
    public let rotation: Rotation
    /// Pixels per point.
    public let scale: Fixed
  }

  /// Fits a picture to an output: as the rules say of its name, or as it suits the display.
  ///
  /// `size` is that of the pixels as they lie in memory, `orientation` what the driver tells of how
  /// the panel is mounted, and `room` what the upright picture needs at least.
  public func fit(
    _ size: PixelSize, _ millimetres: PhysicalSize?, on name: ConnectorName,
    mounted orientation: PanelOrientation?, room: DisplayScale.Room
  ) -> Fit {
    let rotation = rotation(for: name, mounted: orientation).rotation
    let upright = rotation.turned(width: size.width, height: size.height)
    let scale =
      rule(for: name).scale
      ?? DisplayScale.best(
        for: PixelSize(width: upright.width, height: upright.height), millimetres, fitting: room)
    return Fit(rotation: rotation, scale: scale)
  }
}
