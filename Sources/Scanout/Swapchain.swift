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
/// A buffer is free, then pending (drawn or being drawn, not submitted), queued (submitted), current
/// (scanned out), and free again when another one is current. At most one is in each of these states.
/// A buffer that has no other beside it is both current and pending.
package struct Swapchain: Equatable, Sendable {
  /// The largest number of buffers.
  package static let capacity = 3

  /// How many buffers there are.
  package private(set) var count: Int

  /// The buffer that is being drawn, or is drawn and not submitted.
  package private(set) var pending: Int?

  /// The buffer that is submitted and not yet shown.
  package private(set) var queued: Int?

  /// The buffer that is being scanned out.
  package private(set) var current: Int?

  /// How many buffers have been submitted.
  package private(set) var commitCount: Int64 = 0

  private var committed = InlineArray<3, Int64>(repeating: 0)

  /// Makes a queue of free buffers with unknown content; traps outside of `1 ... capacity`.
  package init(count: Int) {
    precondition(count >= 1 && count <= Swapchain.capacity, "So many buffers are not supported.")
    self.count = count
  }

  /// Notes that there is one buffer more, with unknown content.
  package mutating func addBuffer() {
    precondition(count < Swapchain.capacity, "So many buffers are not supported.")
    count += 1
  }

  /// Takes a free buffer to draw into, or the pending one again; nil while there is none.
  package mutating func acquire() -> AcquiredBuffer? {
    guard let index = pending ?? free else { return nil }
    pending = index
    let commit = committed[index]
    return AcquiredBuffer(
      index: index, age: commit == 0 ? 0 : Int(clamping: commitCount + 1 - commit))
  }

  /// Notes that the pending buffer has been submitted.
  package mutating func submitPending() {
    precondition(pending != nil && queued == nil, "Nothing is pending, or a buffer is queued.")
    guard let index = pending else { return }
    commitCount += 1
    committed[index] = commitCount
    queued = index
    pending = nil
  }

  /// Notes that the queued buffer is scanned out, which frees the one that was.
  @inline(never)
  package mutating func showQueued() {
    precondition(queued != nil, "No buffer is queued.")
    current = queued
    queued = nil
  }

  /// Notes that no buffer's content is known, and that all are free.
  package mutating func forgetContents() {
    self = Swapchain(count: count)
  }

  /// Notes that no buffer's content is known, and that none is queued.
  ///
  /// The buffer on the display stays the last to be drawn into. Whether a queued one has
  /// been shown is unknown: it counts as current.
  package mutating func restart() {
    let last = queued ?? current
    self = Swapchain(count: count)
    current = last
  }

  /// With a single buffer it is the one on the display: what is drawn shows at once.
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
