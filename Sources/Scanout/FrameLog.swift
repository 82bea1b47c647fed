// SPDX-License-Identifier: Apache-2.0

package import Motion
package import DisplayList

/// One frame that an output was given.
package struct LoggedFrame: Sendable {
  /// The information that was committed with it.
  package let info: FrameInfo

  /// How much was drawn into the buffer.
  package let drawn: DamageExtent

  /// How much of the frame can differ from the previous one; all of it where that is unknown.
  package let changed: DamageExtent

  /// When it was committed.
  package let committedAt: Instant

  /// When it was shown; nil while it is pending.
  package internal(set) var presentedAt: Instant?
}

/// The extent of a damage region.
package struct DamageExtent: Equatable, Sendable {
  /// The smallest rectangle around it.
  package let bounds: PixelRectangle

  /// How many pixels it has.
  package let pixelCount: Int

  /// No pixels.
  static var nothing: DamageExtent { DamageExtent(bounds: .empty, pixelCount: 0) }

  /// Measures a damage region.
  init(_ damage: borrowing DamageRegion) {
    self.init(bounds: damage.bounds, pixelCount: damage.pixelCount)
  }

  private init(bounds: PixelRectangle, pixelCount: Int) {
    (self.bounds, self.pixelCount) = (bounds, pixelCount)
  }
}

/// The last frames that an output was given, oldest first, in memory that never grows.
package struct FrameLog: Sendable {
  /// The most frames that it keeps.
  package let capacity: Int

  /// How many frames there were in all.
  package private(set) var total = 0

  private var frames: [LoggedFrame]

  init(capacity: Int) {
    self.capacity = capacity
    let nothing = LoggedFrame(
      info: FrameInfo(target: .zero, pixelsWritten: 0), drawn: .nothing, changed: .nothing,
      committedAt: .zero)
    frames = Array(repeating: nothing, count: capacity)
  }

  /// How many frames it keeps now.
  package var count: Int { min(total, capacity) }

  /// A frame of the log, the oldest at 0; traps outside of `0 ..< count`.
  package subscript(index: Int) -> LoggedFrame {
    precondition(index >= 0 && index < count, "Index out of range.")
    return frames[(total - count + index) % capacity]
  }

  mutating func append(
    _ info: FrameInfo, _ drawn: borrowing DamageRegion, _ changed: borrowing DamageRegion,
    committedAt: Instant
  ) {
    frames[total % capacity] = LoggedFrame(
      info: info, drawn: DamageExtent(drawn), changed: DamageExtent(changed),
      committedAt: committedAt)
    total += 1
  }

  mutating func recordPresented(at instant: Instant) {
    frames[(total - 1) % capacity].presentedAt = instant
  }
}
