import Animations
import FixedPoint
import Motion
import Raster
import Support

/// What the product draws for a history, in the terms of the oracle.
struct DrawnFrame {
  var configuration: StageConfiguration
  var frame: ReferenceFrame

  init(
    _ animation: StageConfiguration.Animation, _ frame: ReferenceFrame,
    _ rotation: Rotation = .degrees0
  ) {
    self.frame = frame
    configuration = StageConfiguration(
      animation: animation, width: exact(frame.canvasWidth), height: exact(frame.canvasHeight),
      scale: exact(frame.scale), rotation: rotation)
    configuration.boxWidth = exact(frame.boxWidth)
    configuration.boxHeight = exact(frame.boxHeight)
    configuration.showsLabel = false
  }

  /// The pixels at a time in seconds, XRGB8888, row by row, turned back to where the oracle's are.
  func upright(
    _ history: ReferenceHistory, at t: Double, message: String = ""
  ) throws -> [UInt32] {
    let turned = try pixels(history, at: t, message: message)
    let (width, height) = (configuration.widthInPixels, configuration.heightInPixels)
    let upright = configuration.rotation.turned(width: width, height: height)
    return (0..<turned.count).map { index in
      let (x, y) = (index % upright.width, index / upright.width)
      return switch configuration.rotation {
      case .degrees0: turned[y * width + x]
      case .degrees90: turned[x * width + width - 1 - y]
      case .degrees180: turned[(height - 1 - y) * width + width - 1 - x]
      case .degrees270: turned[(height - 1 - x) * width + y]
      }
    }
  }

  /// The pixels at a time in seconds, XRGB8888, row by row.
  func pixels(
    _ history: ReferenceHistory, at t: Double, message: String = ""
  ) throws -> [UInt32] {
    let start = Instant(nanoseconds: 0)
    var stage = try Stage(configuration, at: start)
    stage.apply(.message(Message(truncating: Array(message.utf8).span)), at: start)
    for entry in history where entry.time <= t {
      stage.apply(command(entry.command), at: instant(entry.time))
    }
    var scene = Scene()
    stage.draw(at: instant(t), into: &scene)
    let width = configuration.widthInPixels, height = configuration.heightInPixels
    var pixels = [UInt32](repeating: 0xDEAD_BEEF, count: width * height)
    var renderer = Renderer(maximumWidth: width)
    let whole = Damage(allOfWidth: width, height: height)
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xr24)
    renderer.draw(scene, damage: whole, into: &buffer)
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
