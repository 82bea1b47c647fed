import Animations
import FixedPoint
import Motion
import Raster
import Support

/// What the product draws for a history, in the terms of the oracle.
struct DrawnFrame {
  var configuration: StageConfiguration
  var frame: ReferenceFrame

  init(_ animation: StageConfiguration.Animation, _ frame: ReferenceFrame) {
    self.frame = frame
    configuration = StageConfiguration(
      animation: animation, width: exact(frame.canvasWidth), height: exact(frame.canvasHeight),
      scale: exact(frame.scale))
    configuration.boxWidth = exact(frame.boxWidth)
    configuration.boxHeight = exact(frame.boxHeight)
    configuration.showsLabel = false
  }

  /// The pixels at a time in seconds, XRGB8888, row by row.
  func pixels(_ history: ReferenceHistory, at t: Double) throws -> [UInt32] {
    let start = Instant(nanoseconds: 0)
    var stage = try Stage(configuration, at: start)
    for entry in history where entry.time <= t {
      stage.apply(command(entry.command), at: instant(entry.time))
    }
    var scene = Scene()
    stage.draw(at: instant(t), into: &scene)
    let width = configuration.widthInPixels, height = configuration.heightInPixels
    var pixels = [UInt32](repeating: 0xDEAD_BEEF, count: width * height)
    var renderer = Renderer(maximumWidth: width)
    let whole = Region(PixelRectangle(x: 0, y: 0, width: width, height: height))
    var span = pixels.mutableSpan
    renderer.draw(
      scene, damage: whole, as: XRGB8888.self, into: &span, width: width, height: height,
      strideInPixels: width)
    return pixels
  }

  private func command(_ command: ReferenceCommand) -> Command {
    switch command {
    case .progress(let percent):
      .progress(channel: 1, percent: Percent(exact(percent)) ?? .zero)
    case .unknown: .progressUnknown(channel: 1)
    case .start: .start
    case .done: .done
    case .fail: .fail
    case .reset: .reset
    }
  }
}

private func exact(_ value: Double) -> WideFixed {
  WideFixed(raw: Int64((value * 0x1p32).rounded()))
}

private func instant(_ seconds: Double) -> Instant {
  Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
}
