// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Raster

/// The 72 colours of S1, which move on by one stop in 6 frames.
struct FlowStops {
  static let count = 72
  static let framesPerStop = 6

  private var colors = InlineArray<72, Color>(repeating: .black)
  private var offsets = InlineArray<72, Fixed>(repeating: 0)

  init() {
    for index in 0..<FlowStops.count {
      colors[index] = FlowStops.color(hue: 5 * index)
      offsets[index] = Fixed(index, over: FlowStops.count - 1)
    }
  }

  /// Adds the stops of a frame.
  func add(to scene: inout Scene, frame: Int) -> StopRange {
    let count = FlowStops.count
    let shift = frame / FlowStops.framesPerStop % count
    let part = Fixed(frame % FlowStops.framesPerStop, over: FlowStops.framesPerStop)
    scene.beginStops()
    // Each stop comes from its own colour, and goes to the one before it.
    var next = (count - shift) % count
    var new = colors[next == 0 ? count - 1 : next - 1]
    for index in 0..<count {
      let old = colors[next]
      scene.addStop(old.mixed(with: new, part), at: offsets[index])
      (new, next) = (old, next + 1 == count ? 0 : next + 1)
    }
    return scene.endStops()
  }

  /// Full saturation and brightness; the hue in degrees, 0 ..< 360.
  private static func color(hue: Int) -> Color {
    let full = UInt16.max
    let rise = UInt16((hue % 60 * 65535 + 30) / 60)
    let fall = full - rise
    return switch hue / 60 {
    case 0: Color(red: full, green: rise, blue: 0)
    case 1: Color(red: fall, green: full, blue: 0)
    case 2: Color(red: 0, green: full, blue: rise)
    case 3: Color(red: 0, green: fall, blue: full)
    case 4: Color(red: rise, green: 0, blue: full)
    default: Color(red: full, green: 0, blue: fall)
    }
  }
}
