import Animations
import FixedPoint
import Raster

/// How a story's pictures come into memory: at which scale, turned how, in which format, dithered or not.
struct Look {
  let name: StaticString
  let scale: Fixed
  let format: FourCC
  let rotation: Rotation
  let dithering: Dithering
  /// Every how many of a story's pictures are drawn: debug builds are slow.
  let step: Int

  private init(
    _ name: StaticString, _ scale: Fixed, _ format: FourCC = .xr24,
    _ rotation: Rotation = .degrees0, _ dithering: Dithering = .automatic, step: Int = 1
  ) {
    self.name = name
    self.scale = scale
    self.format = format
    self.rotation = rotation
    self.dithering = dithering
    self.step = step
  }

  /// All scales upright, and then each rotation and each format at one of them.
  static var all: [16 of Look] {
    let (less, more) = (Fixed(5, over: 4), Fixed(3, over: 2))
    return [
      Look("1", 1), Look("1.25", less), Look("1.5", more), Look("2", 2), Look("3", 3),
      Look("1.25/90", less, .xr24, .degrees90, step: 3),
      Look("1/180", 1, .xr24, .degrees180, step: 3),
      Look("1.5/270", more, .xr24, .degrees270, step: 3),
      Look("1/XB24", 1, .xb24, step: 4),
      Look("1.25/AR24/270", less, .ar24, .degrees270, step: 4),
      Look("1/RG16/90", 1, .rg16, .degrees90, step: 3),
      Look("1/XR30/180", 1, .xr30, .degrees180, step: 4),
      Look("1.25/RG24", less, .rg24, step: 3),
      Look("1/RG16/off", 1, .rg16, .degrees0, .off, step: 4),
      Look("1/XR24/270/on", 1, .xr24, .degrees270, .on, step: 4),
      Look("1.25/RG24/90/on", less, .rg24, .degrees90, .on, step: 4),
    ]
  }
}
