// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Raster
import Support
import Stage
import Text

/// The product's frame for a history, in the terms of the oracle.
struct DrawnFrame {
  var configuration: StageConfiguration
  var frame: ReferenceFrame
  /// The setting for dithering.
  var dithering = Dithering.automatic

  init(
    _ animation: StageConfiguration.AnimationKind, _ frame: ReferenceFrame,
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

  /// The pixels at a time in seconds, XRGB8888, row by row, in the oracle's orientation.
  func unrotated(
    _ history: ReferenceHistory, at t: Double, message: String = ""
  ) throws -> [UInt32] {
    let turned = try pixels(history, at: t, message: message)
    let (width, height) = (configuration.widthInPixels, configuration.heightInPixels)
    let unrotated = configuration.rotation.turned(width: width, height: height)
    return (0..<turned.count).map { index in
      let (x, y) = (index % unrotated.width, index / unrotated.width)
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
    _ history: ReferenceHistory, nested: [ReferenceHistory] = [], at t: Double,
    message: String = ""
  ) throws -> [UInt32] {
    try words(history, nested, at: t, message, .xrgb8888)
  }

  /// The channels at a time in seconds in a format, red, green and blue of each pixel, 0 … 255.
  func channels(_ history: ReferenceHistory, at t: Double, as format: PixelFormat) throws
    -> [Double]
  {
    let words = try words(history, [], at: t, "", format)
    let rowSize = configuration.widthInPixels * format.bytesPerPixel
    let stride = (rowSize + 3) / 4 * 4
    var channels: [Double] = []
    for offset in 0..<configuration.heightInPixels * rowSize
    where offset % format.bytesPerPixel == 0 {
      let place = offset / rowSize * stride + offset % rowSize
      var pixel: UInt32 = 0
      for byte in 0..<format.bytesPerPixel {
        let word = words[(place + byte) / 4].littleEndian
        pixel |= (word >> UInt32((place + byte) % 4 * 8) & 255) << UInt32(8 * byte)
      }
      channels += format.channels(of: pixel)
    }
    return channels
  }

  private func words(
    _ history: ReferenceHistory, _ nested: [ReferenceHistory], at t: Double, _ message: String,
    _ format: PixelFormat
  ) throws -> [UInt32] {
    let start = Instant(nanoseconds: 0)
    var stage = try Stage(configuration, at: start)
    stage.apply(.message(Message(truncating: Array(message.utf8).span)), at: start)
    let orders = ([history] + nested).enumerated().flatMap { index, history in
      history.map { (time: $0.time, command: command($0.command, channel: index + 1)) }
    }
    for order in orders.sorted(by: { $0.time < $1.time }) where order.time <= t {
      stage.apply(order.command, at: instant(order.time))
    }
    var scene = Scene()
    stage.draw(at: instant(t), into: &scene)
    let width = configuration.widthInPixels, height = configuration.heightInPixels
    let wordsPerRow = (width * format.bytesPerPixel + 3) / 4
    var words = [UInt32](repeating: 0xDEAD_BEEF, count: wordsPerRow * height)
    var renderer = Renderer(maximumWidth: width)
    renderer.dithering = dithering
    let whole = DamageRegion(allOfWidth: width, height: height)
    var buffer = PixelBuffer(
      words.mutableSpan, width: width, height: height, strideInBytes: 4 * wordsPerRow,
      format: format)
    renderer.draw(scene, damage: whole, into: &buffer)
    return words
  }

  private func command(_ command: ReferenceCommand, channel: Int) -> Command {
    switch command {
    case .progress(let percent):
      .progress(channel: channel, percent: Percent(exact(percent)) ?? .zero)
    case .unknown: .progressUnknown(channel: channel)
    case .start: .start
    case .done: .done
    case .fail: .fail
    case .reset: .reset
    }
  }
}

extension PixelFormat {
  /// The distance of two levels of red, green and blue, of 255.
  var steps: [Double] {
    switch self {
    case .xrgb8888, .xbgr8888, .argb8888, .rgb888: [1, 1, 1]
    case .rgb565: [255.0 / 31, 255.0 / 63, 255.0 / 31]
    case .xrgb2101010: [255.0 / 1023, 255.0 / 1023, 255.0 / 1023]
    }
  }

  /// Red, green and blue of a pixel, 0 … 255.
  fileprivate func channels(of pixel: UInt32) -> [Double] {
    let places: [(shift: UInt32, most: UInt32)] =
      switch self {
      case .xrgb8888, .argb8888, .rgb888: [(16, 255), (8, 255), (0, 255)]
      case .xbgr8888: [(0, 255), (8, 255), (16, 255)]
      case .rgb565: [(11, 31), (5, 63), (0, 31)]
      case .xrgb2101010: [(20, 1023), (10, 1023), (0, 1023)]
      }
    return places.map { Double(pixel >> $0.shift & $0.most) * 255 / Double($0.most) }
  }
}

private func exact(_ value: Double) -> Fixed {
  Fixed(raw: Int64((value * 0x1p32).rounded()))
}

private func instant(_ seconds: Double) -> Instant {
  Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
}
