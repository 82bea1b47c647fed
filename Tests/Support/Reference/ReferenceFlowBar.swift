// SPDX-License-Identifier: Apache-2.0

/// The flow bar of animations.md §1 in float64.
package struct ReferenceFlowBar {
  package enum Palette: Sendable { case standard, red }

  var palette: Palette
  var spring = ReferenceSpring(time: 0, position: 0, velocity: 0, target: 0)
  var failure = ReferenceTransition(time: 0, from: 0, to: 0, duration: 0)
  var flowed = 0.0
  var failed = false

  package init(_ palette: Palette) { self.palette = palette }

  var colors: [(Double, Double, Double)] {
    switch palette {
    case .standard: (0..<72).map { hue(Double($0) * 5) }
    case .red:
      ([2, 2, 3, 4, 5, 6, 7, 8, 9] + Array(repeating: 10, count: 8) + [9, 8, 7, 6, 5, 4, 3, 2, 2])
        .map { (Double($0) * 25.5, 0, 0) }
    }
  }

  private func hue(_ degrees: Double) -> (Double, Double, Double) {
    func channel(_ n: Double) -> Double {
      let k = (n + degrees / 60).truncatingRemainder(dividingBy: 6)
      return 255 * (1 - max(0, min(k, 4 - k, 1)))
    }
    return (channel(5), channel(3), channel(1))
  }

  /// The seconds for which the flow has moved, at `t`.
  func phase(at t: Double) -> Double { flowed + failure.slowed(to: t) }

  mutating func apply(_ command: ReferenceCommand, at t: Double) {
    switch command {
    case .fail:
      guard !failed else { return }
      failed = true
      spring.freeze(at: t)
      turn(to: 1, at: t)
    case .reset:
      failed = false
      turn(to: 0, at: t)
      spring.retarget(to: 0, at: t)
    case .unknown where !failed: spring.retarget(to: 1, at: t)
    default:
      if let target = command.target, !failed { spring.retarget(to: target, at: t) }
    }
  }

  private mutating func turn(to k: Double, at t: Double) {
    let phase = phase(at: t)
    failure = ReferenceTransition(time: t, from: failure.value(at: t), to: k, duration: 0.3)
    flowed = phase
  }

  /// The image at `t`, in seconds since the bar appeared.
  package static func image(
    _ palette: Palette, _ history: ReferenceHistory, at t: Double, _ frame: ReferenceFrame,
    background: Int = 0
  ) -> ReferenceImage {
    var bar = Self(palette)
    for entry in history where entry.time <= t + 1e-12 { bar.apply(entry.command, at: entry.time) }
    var image = ReferenceImage(
      width: frame.widthInPixels, height: frame.heightInPixels, background: hex(background))
    let shown = bar.spring.state(at: t).position
    let stops = bar.stops(at: t)
    guard shown > 0 else { return image }
    let shape = ReferenceConvex.roundedRectangle(
      x: 0, y: 0, width: frame.boxWidth * min(1, shown), height: frame.boxHeight, radius: 0,
      transform: frame.transform)
    image.draw(shape) { x, y in
      let s = min(1, max(0, frame.points(x, y).x / frame.boxWidth)) * Double(stops.count - 1)
      let index = min(stops.count - 2, Int(s))
      return mix(stops[index], stops[index + 1], s - Double(index))
    }
    return image
  }

  private func stops(at t: Double) -> [(Double, Double, Double)] {
    let periods = phase(at: t) / 0.1 + 1e-9
    let n = Int(periods), f = max(0, periods - 1e-9 - Double(n)), colors = colors
    let failedColor = palette == .red ? (255.0, 255.0, 255.0) : hex(0xD0312D)
    let k = failure.value(at: t)
    return colors.indices.map { i in
      let from = (((i - n) % colors.count) + colors.count) % colors.count
      let to = (from + colors.count - 1) % colors.count
      return mix(mix(colors[from], colors[to], f), failedColor, k)
    }
  }
}
