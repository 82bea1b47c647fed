// SPDX-License-Identifier: Apache-2.0

package import Motion
import Raster

/// One frame that an output was given.
package struct LoggedFrame: Sendable {
  /// The information that was committed with it.
  package let info: FrameInfo

  /// When it was committed.
  package let committedAt: Instant

  /// When it was shown; nil while it is pending.
  package internal(set) var presentedAt: Instant?
}

/// The last frames that an output was given, oldest first, in memory that never grows.
package struct FrameLog: Sendable {
  /// The largest number of frames that it remembers.
  package let capacity: Int

  /// How many frames there were in all.
  package private(set) var total = 0

  private var frames: [LoggedFrame]

  init(capacity: Int) {
    precondition(capacity >= 1, "A log needs room for a frame.")
    self.capacity = capacity
    let nothing = LoggedFrame(
      info: FrameInfo(target: .zero, drawn: .nothing, changed: .nothing, pixelsWritten: 0),
      committedAt: .zero)
    frames = Array(repeating: nothing, count: capacity)
  }

  /// How many frames it remembers.
  package var count: Int { min(total, capacity) }

  /// One of the frames that it remembers, the oldest at 0; traps outside of `0 ..< count`.
  package subscript(index: Int) -> LoggedFrame {
    precondition(index >= 0 && index < count, "Index out of range.")
    return frames[(total - count + index) % capacity]
  }

  mutating func append(_ info: FrameInfo, committedAt: Instant) {
    frames[total % capacity] = LoggedFrame(info: info, committedAt: committedAt)
    total += 1
  }

  mutating func notePresented(at instant: Instant) {
    frames[(total - 1) % capacity].presentedAt = instant
  }
}
