// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Raster

/// How a scenario's frames are rendered: scale, rotation, format and dithering.
struct RenderVariant {
  let name: StaticString
  let scale: Fixed
  let format: PixelFormat
  let rotation: Rotation
  let dithering: Dithering
  /// Only each `step`-th frame of a scenario is drawn, because debug builds are slow.
  let step: Int

  private init(
    _ name: StaticString, _ scale: Fixed, _ format: PixelFormat = .xrgb8888,
    _ rotation: Rotation = .degrees0, _ dithering: Dithering = .automatic, step: Int = 1
  ) {
    self.name = name
    self.scale = scale
    self.format = format
    self.rotation = rotation
    self.dithering = dithering
    self.step = step
  }

  /// All scales unrotated, then each rotation and each format at one scale.
  static var all: [16 of RenderVariant] {
    let (less, more) = (Fixed(5, over: 4), Fixed(3, over: 2))
    return [
      RenderVariant("1", 1), RenderVariant("1.25", less), RenderVariant("1.5", more),
      RenderVariant("2", 2), RenderVariant("3", 3),
      RenderVariant("1.25/90", less, .xrgb8888, .degrees90, step: 3),
      RenderVariant("1/180", 1, .xrgb8888, .degrees180, step: 3),
      RenderVariant("1.5/270", more, .xrgb8888, .degrees270, step: 3),
      RenderVariant("1/XB24", 1, .xbgr8888, step: 4),
      RenderVariant("1.25/AR24/270", less, .argb8888, .degrees270, step: 4),
      RenderVariant("1/RG16/90", 1, .rgb565, .degrees90, step: 3),
      RenderVariant("1/XR30/180", 1, .xrgb2101010, .degrees180, step: 4),
      RenderVariant("1.25/RG24", less, .rgb888, step: 3),
      RenderVariant("1/RG16/off", 1, .rgb565, .degrees0, .off, step: 4),
      RenderVariant("1/XR24/270/on", 1, .xrgb8888, .degrees270, .on, step: 4),
      RenderVariant("1.25/RG24/90/on", less, .rgb888, .degrees90, .on, step: 4),
    ]
  }
}
