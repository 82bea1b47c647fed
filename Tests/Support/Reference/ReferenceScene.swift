// SPDX-License-Identifier: Apache-2.0

/// A command of animations.md §0, with its time in seconds.
package enum ReferenceCommand: Equatable, Sendable {
  case progress(Double), unknown, start, done, fail, reset

  /// Whether it concerns all channels.
  var isForAll: Bool {
    switch self {
    case .progress, .unknown: false
    case .start, .done, .fail, .reset: true
    }
  }

  var target: Double? {
    switch self {
    case .progress(let percent): min(1, percent / 100)
    case .done: 1
    default: nil
    }
  }
}

/// A history: commands in order, each with its time in seconds.
package typealias ReferenceHistory = [(time: Double, command: ReferenceCommand)]

/// The geometry of a frame: the animation's box, centred in a canvas, in points, and the scale.
package struct ReferenceFrame: Sendable {
  package var boxWidth: Double, boxHeight: Double
  package var canvasWidth: Double, canvasHeight: Double
  package var scale: Double

  package init(
    boxWidth: Double, boxHeight: Double, canvasWidth: Double, canvasHeight: Double, scale: Double
  ) {
    self.boxWidth = boxWidth
    self.boxHeight = boxHeight
    self.canvasWidth = canvasWidth
    self.canvasHeight = canvasHeight
    self.scale = scale
  }

  package var widthInPixels: Int { Int((canvasWidth * scale).rounded(.up)) }
  package var heightInPixels: Int { Int((canvasHeight * scale).rounded(.up)) }

  /// From the box's points to device pixels.
  var transform: ReferenceTransform {
    ReferenceTransform(
      a: scale, d: scale, tx: (canvasWidth - boxWidth) / 2 * scale,
      ty: (canvasHeight - boxHeight) / 2 * scale)
  }

  /// The box's points under a device position.
  func points(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    ((x - transform.tx) / scale, (y - transform.ty) / scale)
  }
}
