// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The reference stage for choosing pixels and measuring texts: 1920×1080 points, or others.
struct ReferenceStage {
  /// In points.
  let width, height: Int64
  private let textSize: Length

  init(
    _ keys: Resolved, _ resolver: Resolver, _ size: (width: Int, height: Int) = (1920, 1080)
  ) {
    (width, height) = (Int64(size.width), Int64(size.height))
    textSize = resolver.stage(keys.condition).length("text-size") ?? .zero
  }

  /// Twice the pixels of an image's longer side at two pixels per point, at most 2048.
  func pixels(of file: ImageFile, _ keys: Resolved) -> Int {
    min(2048, max(1, Int((longerSide(of: file, keys) * 4 + 65535) >> 16)))
  }

  /// The longer side of an image on the stage, in 1/65536 point; a point is a pixel on 1080 rows.
  func longerSide(of file: ImageFile, _ keys: Resolved) -> Int64 {
    var box = (keys.length("width").map(points), keys.length("height").map(points))
    let natural = (Int64(file.width) << 8, Int64(file.height) << 8)
    switch box {
    case (nil, nil): box = natural
    case (let width?, nil): box.1 = width * natural.1 / natural.0
    case (nil, let height?): box.0 = height * natural.0 / natural.1
    default: break
    }
    guard let width = box.0, let height = box.1 else { return 0 }
    // The width of an image that fills the box.
    let (wide, high) = (width, height * natural.0 / max(1, natural.1))
    let scaled = keys.choice("fit") == 1 ? min(wide, high) : max(wide, high)
    return max(scaled, scaled * natural.1 / max(1, natural.0))
  }

  /// A length in 1/65536 point.
  func points(_ length: Length) -> Int64 {
    let value = Int64(length.value)
    var points: Int64
    switch length.unit {
    case .point, .automatic: points = value
    case .percent: points = value * min(width, height) / 100
    case .percentOfHeight: points = value * height / 100
    case .percentOfWidth: points = value * width / 100
    case .cap:
      points = textSize.unit == .cap ? value : (value * (self.points(textSize) >> 8)) >> 8
    }
    if length.minimum != PackIndex.none { points = max(points, Int64(length.minimum) << 14) }
    if length.maximum != PackIndex.none { points = min(points, Int64(length.maximum) << 14) }
    return points
  }
}
