// SPDX-License-Identifier: Apache-2.0

/// The gradient ring of animations.md §3 in float64: one ring, without its label.
package struct ReferenceRing {
  package enum Paint: Sendable { case halves, quadrants, conic }

  var ramp = ReferenceRamp(time: 0, from: 0, target: 0)
  var failure = ReferenceTransition(time: 0, from: 0, to: 0, duration: 0)
  /// Seconds of turning so far: time without the loss after a failure.
  var turned = 0.0
  var failed = false
  var isUnknown = false
  /// The arc's length while the progress is unknown.
  var length = ReferenceTransition(time: 0, from: 0, to: 0, duration: 0)
  /// The position of a moving head or tail, and its turning time.
  var head = 0.0, tail = 0.0, since = 0.0

  package init() {}

  func turning(at t: Double) -> Double { turned + failure.slowed(to: t) }

  /// The tail's angle from the top and the arc's length, in turns of travel.
  func arc(at t: Double) -> (tail: Double, length: Double) {
    if isUnknown {
      let length = length.value(at: t)
      return (head + (turning(at: t) - since) / 1.2 - length, length)
    }
    return (homing(at: t), ramp.value(at: t))
  }

  /// The tail on its way to the top, where it stays.
  private func homing(at t: Double) -> Double {
    let top = (tail - 0x1p-20).rounded(.up)
    return min(top, tail + (turning(at: t) - since) / 1.2)
  }

  mutating func apply(_ command: ReferenceCommand, at t: Double) {
    switch command {
    case .fail:
      guard !failed else { return }
      failed = true
      if isUnknown {
        let now = length.value(at: t)
        length = ReferenceTransition(time: t, from: now, to: now, duration: 0)
        // Its length stops growing while the head turns on.
      } else {
        let now = ramp.value(at: t)
        ramp = ReferenceRamp(time: t, from: now, target: now)
      }
      turn(to: 1, at: t)
    case .reset:
      failed = false
      turn(to: 0, at: t)
      leaveUnknown(at: t, to: 0)
    case .unknown:
      guard !failed, !isUnknown else { return }
      let now = arc(at: t)
      isUnknown = true
      head = now.tail + now.length
      since = turning(at: t)
      length = ReferenceTransition(time: t, from: now.length, to: 0.25, duration: 0.3)
    default:
      if let target = command.target, !failed { leaveUnknown(at: t, to: target) }
    }
  }

  private mutating func leaveUnknown(at t: Double, to target: Double) {
    guard isUnknown else { return ramp.retarget(to: target, at: t) }
    let now = arc(at: t)
    isUnknown = false
    tail = now.tail
    since = turning(at: t)
    ramp = ReferenceRamp(time: t, from: now.length, target: target)
  }

  private mutating func turn(to k: Double, at t: Double) {
    turned = turning(at: t)
    failure = ReferenceTransition(time: t, from: failure.value(at: t), to: k, duration: 0.3)
  }

  /// The image at `t`, in seconds since the ring appeared.
  ///
  /// `nested` has the progress of the channels from 2 on, one for each inner ring.
  package static func image(
    _ paint: Paint, clockwise: Bool, _ history: ReferenceHistory,
    nested: [ReferenceHistory] = [], at t: Double, _ frame: ReferenceFrame,
    background: Int = 0xFFFFFF
  ) -> ReferenceImage {
    var image = ReferenceImage(
      width: frame.widthInPixels, height: frame.heightInPixels, background: hex(background))
    let shared = history.filter { $0.command.isForAll }
    for (index, own) in ([history] + nested).enumerated() {
      var ring = Self()
      let inputs = index == 0 ? own : (shared + own).sorted { $0.time < $1.time }
      for entry in inputs where entry.time <= t + 1e-12 {
        ring.apply(entry.command, at: entry.time)
      }
      let radius = (frame.boxWidth - 17) / 2 - 23 * Double(index)
      ring.draw(paint, clockwise: clockwise, radius: radius, at: t, frame, into: &image)
    }
    return image
  }

  private func draw(
    _ paint: Paint, clockwise: Bool, radius: Double, at t: Double, _ frame: ReferenceFrame,
    into image: inout ReferenceImage
  ) {
    let (tail, length) = arc(at: t), w = frame.boxWidth
    let middle = frame.transform.apply(w / 2, w / 2), scale = frame.scale
    let way = clockwise ? 1.0 : -1.0
    let track = ReferenceRingShape(
      cx: middle.x, cy: middle.y, radius: radius * scale, width: 10 * scale)
    image.draw(track) { _, _ in hex(0xF6F6F9) }
    let band = ReferenceRingShape(
      cx: middle.x, cy: middle.y, radius: radius * scale, width: 17 * scale, start: way * tail,
      sweep: way * min(1, max(0, length)))
    let failedness = failure.value(at: t)
    let brush = ReferenceRingPaint(
      kind: paint, w: w, radius: radius, way: way, tail: tail, length: min(1, max(0, length)))
    image.draw(band) { x, y in
      let point = frame.points(x, y)
      return mix(brush.color(point.x, point.y), hex(0xD0312D), failedness)
    }
    let angle = way * (tail + length) * 2 * .pi
    image.draw(
      ReferenceConvex(
        discs: [(w / 2 + radius * sin64(angle), w / 2 - radius * cos64(angle), 5)],
        transform: frame.transform)
    ) { _, _ in hex(0xFFFFFF) }
  }
}

/// The arc's colour at a point of the box.
struct ReferenceRingPaint {
  var kind: ReferenceRing.Paint
  var w: Double, radius: Double, way: Double, tail: Double, length: Double

  private static let light = hex(0xEBD6AB), dark = hex(0xC6A05D)
  private static let five = [0xEBD6AB, 0xE2C998, 0xD9BB84, 0xCFAE71, 0xC6A05D].map(hex)

  func color(_ x: Double, _ y: Double) -> (Double, Double, Double) {
    if kind == .halves {
      let s = x < w / 2 ? y / (0.9 * w) : (y - 0.1 * w) / (0.9 * w)
      return mix(Self.light, Self.dark, min(1, max(0, s)))
    }
    // Into the frame of travel: the tail at the top, travel clockwise.
    let angle = -way * tail * 2 * .pi, dx = x - w / 2, dy = y - w / 2
    let px = (dx * cos64(angle) - dy * sin64(angle)) * way
    let py = dx * sin64(angle) + dy * cos64(angle)
    let raw = atan64(px, -py) / (2 * .pi)
    let travelled = raw - raw.rounded(.down)
    let headX = radius * sin64(length * 2 * .pi), headY = -radius * cos64(length * 2 * .pi)
    let beyond = travelled - length - (travelled - length).rounded(.down)
    let near = (px - headX) * (px - headX) + (py - headY) * (py - headY) <= 8.5 * 8.5 + 1e-9
    // On the very line, too: otherwise a light column would appear in the dark cap at x = 1.
    if beyond <= 0.5, near { return along(headX, headY, length) }
    if travelled > length, 1 - travelled < travelled - length { return Self.light }
    return along(px, py, travelled)
  }

  private func along(_ px: Double, _ py: Double, _ travelled: Double) -> (Double, Double, Double) {
    if kind == .conic { return mix(Self.light, Self.dark, travelled) }
    let quarter = min(3, Int(travelled * 4))
    let from = [(0.0, -radius), (radius, 0), (0, radius), (-radius, 0)][quarter]
    let to = [(radius, 0.0), (0, radius), (-radius, 0), (0, -radius)][quarter]
    let ax = to.0 - from.0, ay = to.1 - from.1
    let s = ((px - from.0) * ax + (py - from.1) * ay) / (ax * ax + ay * ay)
    return mix(Self.five[quarter], Self.five[quarter + 1], min(1, max(0, s)))
  }
}
