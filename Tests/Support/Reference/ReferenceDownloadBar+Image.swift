// SPDX-License-Identifier: Apache-2.0

/// The image of the download bar: its parts, their positions and their colours.
extension ReferenceDownloadBar {
  /// The position of the indicator and its rotation.
  struct Pose {
    var x: Double, y: Double, tilt: Double
    /// The scales of the rectangle and the triangle about the indicator's centre.
    var rectangle: (x: Double, y: Double), triangle: Double
  }

  func pose(at t: Double) -> Pose {
    let tau = t - since, cx = width / 2, cy = height / 2
    var pose = Pose(x: cx, y: cy, tilt: 0, rectangle: (1.5, 0.9), triangle: 0.3)
    switch state {
    case .idle:
      pose.rectangle = (1, 1)
      pose.triangle = 1
    case .readying:
      let shape = min(1, tau / 0.3), clock = easeOut(tau / 0.9)
      pose.rectangle = (1 + 0.5 * shape, 1 - 0.1 * shape)
      pose.triangle = 1 - 0.7 * shape
      let path = [
        (cx, cy), (cx, cy - 40 * u), (cx, cy - lift), (cx + 20 * u, cy - lift), (0, cy - lift),
      ]
      let index = min(3, Int(clock * 4)), part = clock * 4 - Double(index)
      pose.x = path[index].0 + (path[index + 1].0 - path[index].0) * part
      pose.y = path[index].1 + (path[index + 1].1 - path[index].1) * part
      pose.tilt = 15 * min(1, max(0, (clock - 0.4) / 0.3))
    case .settling:
      pose.x = 0
      pose.y = cy - lift
      pose.tilt = tau < 0.1 ? 15 - 26.25 * tau / 0.1 : -11.25 * (1 - min(1, (tau - 0.1) / 0.1))
    case .downloading, .succeeded:
      pose.x = width * spring.state(at: t).position
      pose.y = cy - lift
      pose.tilt = tilt.angle(at: t, spring)
    case .failing:
      pose.x = width * frozen
      pose.y = cy - lift
      pose.tilt = tilt.angle(at: t, spring)
    case .failed:
      pose.x = width * frozen
      pose.y = cy - lift
      pose.tilt = resumed.tilt + (15 - resumed.tilt) * min(1, tau / 0.2)
    case .resuming:
      let part = min(1, tau / 0.3), s = part
      pose.rectangle = (1.5 - 0.5 * part, 0.9 + 0.1 * part)
      pose.triangle = 0.3 + 0.7 * part
      pose.x = (1 - s) * (1 - s) * resumed.x + 2 * s * (1 - s) * cx + s * s * cx
      pose.y = (1 - s) * (1 - s) * resumed.y + 2 * s * (1 - s) * (cy - 100 * u) + s * s * cy
      pose.tilt = resumed.tilt * (1 - min(1, tau / 0.1))
    }
    return pose
  }

  /// The image at `t`, in seconds since the bar appeared, without labels.
  package static func image(
    _ history: ReferenceHistory, at t: Double, _ frame: ReferenceFrame, background: Int = 0x8ECEED
  ) -> ReferenceImage {
    let bar = replayed(history, to: t, width: frame.boxWidth, height: frame.boxHeight)
    var image = ReferenceImage(
      width: frame.widthInPixels, height: frame.heightInPixels, background: hex(background))
    bar.drawContainer(at: t, frame, &image)
    bar.drawFill(at: t, frame, &image)
    if bar.state == .failing, bar.frozen > 0 { bar.drawStream(at: t, frame, &image) }
    bar.drawIndicator(at: t, frame, &image)
    return image
  }

  private func drawContainer(
    at t: Double, _ frame: ReferenceFrame, _ image: inout ReferenceImage
  ) {
    let thin: Double
    switch state {
    case .idle: thin = 0
    case .readying: thin = min(1, (t - since) / 0.3)
    case .resuming: thin = 1 - min(1, (t - since) / 0.3)
    default: thin = 1
    }
    let w = height + (width + 4 - height) * thin, h = height + (4 - height) * thin
    let shape = ReferenceConvex.roundedRectangle(
      x: (width - w) / 2, y: (height - h) / 2, width: w, height: h,
      radius: 5 * u + (2 - 5 * u) * thin, transform: frame.transform)
    image.draw(shape) { _, _ in hex(0x808080) }
  }

  private func drawFill(at t: Double, _ frame: ReferenceFrame, _ image: inout ReferenceImage) {
    var x = frozen, opacity = 1.0, part = 1.0
    switch state {
    case .downloading, .succeeded: x = spring.state(at: t).position
    case .failing: part = frozen > 0 ? 1 - min(1, (t - since) / (0.5 * frozen)) : 0
    case .resuming where resumed.hasFill: opacity = 1 - min(1, (t - since) / 0.05)
    default: return
    }
    let full = 4 * min(1, width * x / 2)
    guard full > 0, part > 0 else { return }
    let th = full * part, bottom = height / 2 + full / 2
    let shape = ReferenceConvex.roundedRectangle(
      x: -th / 2, y: bottom - th, width: width * x + th, height: th, radius: th / 2,
      transform: frame.transform)
    image.draw(shape, opacity: opacity) { _, _ in hex(0xFFFFFF) }
  }

  private func drawStream(at t: Double, _ frame: ReferenceFrame, _ image: inout ReferenceImage) {
    let lasts = 0.5 * frozen, tau = t - since
    let grown = easeIn(min(1, tau / lasts)), falling = max(0, tau - lasts)
    let w = 2 - grown, length = width * frozen * grown
    let top = height / 2 + 2 * min(1, width * frozen / 2) + 3.45 * width * falling
    guard length > 0 else { return }
    let shape = ReferenceConvex.roundedRectangle(
      x: width * frozen - w / 2, y: top, width: w, height: length, radius: min(w, length) / 2,
      transform: frame.transform)
    image.draw(shape, opacity: 1 - min(1, falling / 0.35)) { _, _ in hex(0xFFFFFF) }
  }

  private func drawIndicator(
    at t: Double, _ frame: ReferenceFrame, _ image: inout ReferenceImage
  ) {
    let pose = pose(at: t)
    let turn = turnedAt.map { abs(cos64(.pi * min(1, (t - $0) / 0.2))) } ?? 1
    let place = frame.transform
      .after(.translation(pose.x, pose.y + bob.offset(at: t, u: u)))
      .after(.rotation(degrees: pose.tilt)).after(.scaling(turn, 1)).after(.scaling(u, u))
    let rectangle = ReferenceConvex.roundedRectangle(
      x: -11, y: -21, width: 22, height: 22, radius: 2,
      transform: place.after(.scaling(pose.rectangle.x, pose.rectangle.y)))
    let triangle = ReferenceConvex.grown(
      [(-20, 0), (20, 0), (0, 20)], by: 0.5,
      transform: place.after(.scaling(pose.triangle, pose.triangle)))
    image.draw(rectangle) { _, _ in hex(0xFFFFFF) }
    image.draw(triangle) { _, _ in hex(0xFFFFFF) }
  }
}
