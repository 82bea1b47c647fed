// SPDX-License-Identifier: Apache-2.0

internal import FlipbookClient
internal import Text

/// The state of the daemon's frames, read from its status.
package enum FrameState: Equatable {
  /// A display shows one.
  case shown
  /// The daemon has no display, or another program has all of them.
  case noDisplay
  /// The daemon has a display, and has not drawn yet.
  case pending

  /// Reads a status, in which an output has up to three of these keys, in this order, from the second output on with
  /// its number: `frames`, unless a prompt is shown, `size`, and `suspended`, if another program has its device.
  ///
  /// A prompt is a frame.
  package init(status: Span<UInt8>) {
    var fields = StatusFields()
    var hasFrame = true
    var freeCount = 0
    var shownCount = 0
    while let field = fields.next(in: status) {
      let key = status.extracting(field.key)
      if key.begins(with: "frames") {
        hasFrame = !status.extracting(field.value).isEqual(to: "0")
      } else if key.begins(with: "size") {
        freeCount += 1
        if hasFrame { shownCount += 1 }
      } else if key.begins(with: "suspended") {
        freeCount -= 1
        if hasFrame { shownCount -= 1 }
      }
    }
    self = freeCount == 0 ? .noDisplay : shownCount > 0 ? .shown : .pending
  }
}
