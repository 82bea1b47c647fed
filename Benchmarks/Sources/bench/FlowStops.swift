// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList

/// The 72 colours of S1, which move on by one stop in 6 frames.
struct FlowStops {
  static let count = 72
  static let framesPerStop = 6

  private var colors = InlineArray<72, Color>(repeating: .black)

  init() {
    for index in 0..<FlowStops.count { colors[index] = FlowStops.color(hue: 5 * index) }
  }

  /// Adds the stops of a frame, as the flow bar does.
  func add(to scene: inout Scene, frame: Int) -> StopRange {
    let count = FlowStops.count
    let part = Fixed(frame % FlowStops.framesPerStop, over: FlowStops.framesPerStop)
    scene.beginStops()
    // Each stop moves from its own colour to the previous colour.
    let first = (count - frame / FlowStops.framesPerStop % count) % count
    scene.addStops(colors.span, from: first, to: first == 0 ? count - 1 : first - 1, part)
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
