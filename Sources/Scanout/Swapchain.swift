// SPDX-License-Identifier: Apache-2.0

/// A buffer that may be drawn into.
package struct AcquiredBuffer: Equatable, Sendable {
  /// Which of the output's buffers it is.
  package let index: Int

  /// How many commits ago its content was committed, or 0 where its content is unknown.
  package let age: Int
}

/// The states of an output's buffers.
///
/// A buffer is free, then pending (being drawn or drawn, not submitted), queued (submitted), current
/// (scanned out), and free again when another buffer becomes current. At most one buffer is in each
/// of the last three states. A single buffer is both current and pending.
package struct Swapchain: Equatable, Sendable {
  /// The largest number of buffers.
  package static let capacity = 3

  /// How many buffers there are.
  package private(set) var count: Int

  /// The buffer that is being drawn, or drawn and not yet submitted.
  package private(set) var pending: Int?

  /// The buffer that is submitted and not yet shown.
  package private(set) var queued: Int?

  /// The buffer that is being scanned out.
  package private(set) var current: Int?

  /// How many buffers have been submitted.
  package private(set) var commitCount: Int64 = 0

  private var committed = InlineArray<3, Int64>(repeating: 0)

  /// A queue of free buffers with unknown content; traps outside of `1 ... capacity`.
  package init(count: Int) {
    precondition(count >= 1 && count <= Swapchain.capacity, "So many buffers are not supported.")
    self.count = count
  }

  /// Adds one buffer with unknown content.
  package mutating func addBuffer() {
    precondition(count < Swapchain.capacity, "So many buffers are not supported.")
    count += 1
  }

  /// Acquires a free buffer to draw into, or the pending one again; nil while there is none.
  package mutating func acquire() -> AcquiredBuffer? {
    guard let index = pending ?? free else { return nil }
    pending = index
    let commit = committed[index]
    return AcquiredBuffer(
      index: index, age: commit == 0 ? 0 : Int(clamping: commitCount + 1 - commit))
  }

  /// Records that the pending buffer has been submitted.
  package mutating func submitPending() {
    precondition(pending != nil && queued == nil, "Nothing is pending, or a buffer is queued.")
    guard let index = pending else { return }
    commitCount += 1
    committed[index] = commitCount
    queued = index
    pending = nil
  }

  /// Records that the queued buffer is scanned out, which frees the previous buffer.
  package mutating func showQueued() {
    precondition(queued != nil, "No buffer is queued.")
    current = queued
    queued = nil
  }

  /// Records that no buffer's content is known, and that all are free.
  package mutating func forgetContents() {
    self = Swapchain(count: count)
  }

  /// Records that no buffer's content is known, and that none is queued.
  ///
  /// The buffer on the display stays the last to be drawn into. It is unknown whether a queued buffer
  /// has been shown: it counts as current.
  package mutating func restart() {
    let last = queued ?? current
    self = Swapchain(count: count)
    current = last
  }

  /// A single buffer is the displayed one: its drawing shows at once.
  private var free: Int? {
    if count == 1 { return queued == nil ? 0 : nil }
    for index in 0..<count where index != queued && index != current && index != pending {
      return index
    }
    return nil
  }

  /// Whether both have the same buffers in the same states, drawn at the same times.
  package static func == (a: Swapchain, b: Swapchain) -> Bool {
    guard a.count == b.count && a.pending == b.pending && a.queued == b.queued else { return false }
    guard a.current == b.current && a.commitCount == b.commitCount else { return false }
    for index in 0..<a.count where a.committed[index] != b.committed[index] { return false }
    return true
  }
}
