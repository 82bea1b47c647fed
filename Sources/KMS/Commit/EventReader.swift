// SPDX-License-Identifier: Apache-2.0

package import Motion

/// A page flip's completion, as the kernel reports it.
package struct FlipEvent: Equatable {
  /// The user data of the commit.
  package var userData: UInt64
  /// When the vblank was, to a microsecond.
  package var instant: Instant
  /// The vblank's number; 0 from drivers without vblanks.
  package var sequence: UInt32
  /// The CRTC of the flip; nil with kernels that do not report it.
  package var crtc: CRTCID?

  package init(userData: UInt64, instant: Instant, sequence: UInt32, crtc: CRTCID? = nil) {
    self.crtc = crtc
    self.userData = userData
    self.instant = instant
    self.sequence = sequence
  }
}

/// Reads a card's events without blocking and without the heap.
///
/// Corresponds to `drmHandleEvent`.
package struct EventReader {
  /// The kernel returns only whole events; 32 of them fit.
  private var bytes = InlineArray<1024, UInt8>(repeating: 0)
  private var start = 0
  private var end = 0
  /// Whether the last read returned all of the kernel's events.
  private var isEmptied = false

  package init() {}

  /// The next flip, or nil when there is none now; other events are skipped.
  ///
  /// - Throws: `.lostDevice` where the card is gone.
  package mutating func next(
    from kernel: borrowing some KernelInterface & ~Copyable
  ) throws(KMSError) -> FlipEvent? {
    while true {
      if let event = nextInBuffer() { return event }
      // The next poll reports later events.
      if isEmptied {
        isEmptied = false
        return nil
      }
      var room = bytes.mutableSpan
      do {
        let count = try kernel.readEvents(into: &room)
        if count == 0 { return nil }
        (start, end) = (0, count)
        // There was room for one more event.
        isEmptied = count <= 1024 - 64
      } catch {
        throw KMSError(.readEvents, error)
      }
    }
  }

  /// Appends bytes as if they had been read; for tests.
  package mutating func receive(_ received: Span<UInt8>) {
    precondition(received.count <= 1024, "More than the kernel gives.")
    for index in received.indices { bytes[index] = received[index] }
    (start, end) = (0, received.count)
  }

  /// The next flip in the buffer.
  package mutating func nextInBuffer() -> FlipEvent? {
    while end - start >= 8 {
      let (type, length) = (word(at: start), Int(clamping: word(at: start + 4)))
      // An impossible length would loop endlessly, or read beyond the buffer.
      guard length >= 8 && length <= end - start else { break }
      let event = start
      start += length
      // DRM_EVENT_FLIP_COMPLETE, a struct drm_event_vblank.
      if type == 2 && length >= 32 {
        let nanoseconds =
          Int64(word(at: event + 16)) * 1_000_000_000 + Int64(word(at: event + 20)) * 1000
        let userData = UInt64(word(at: event + 8)) | UInt64(word(at: event + 12)) << 32
        let crtc = word(at: event + 28)
        return FlipEvent(
          userData: userData, instant: Instant(nanoseconds: nanoseconds),
          sequence: word(at: event + 24), crtc: crtc == 0 ? nil : CRTCID(rawValue: crtc))
      }
    }
    (start, end) = (0, 0)
    return nil
  }

  /// Four bytes in native order.
  private func word(at offset: Int) -> UInt32 {
    var value: UInt32 = 0
    for byte in 0..<4 { value |= UInt32(bytes[offset + byte]) << UInt32(8 * byte) }
    return UInt32(littleEndian: value)
  }
}
