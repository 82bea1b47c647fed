// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import Motion
import Raster

/// A stage that is drawn into pixels.
class DrawnStage {
  var stage: Stage
  let width, height: Int
  private var scene = Scene(shapeCapacity: 256, elementCapacity: 1 << 15)
  private var renderer: Renderer

  /// Sets a stage up that appears at an instant, with all its images.
  init(_ configuration: StageConfiguration, at start: Instant = .zero) throws {
    (width, height) = (configuration.widthInPixels, configuration.heightInPixels)
    renderer = Renderer(maximumWidth: width, shapeCapacity: 256)
    stage = try Stage(configuration, at: start)
    stage.makePixmaps()
  }

  /// The frame at a time in milliseconds.
  func words(_ time: Double) -> [UInt32] {
    stage.draw(at: ms(time), into: &scene)
    var words = [UInt32](repeating: 0, count: width * height)
    var buffer = PixelBuffer(
      words.mutableSpan, width: width, height: height, strideInBytes: 4 * width,
      format: .xrgb8888)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
    return words
  }
}
