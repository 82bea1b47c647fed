// SPDX-License-Identifier: Apache-2.0

package import Motion
package import DisplayList
package import Raster

/// An output without a display: its buffers are ordinary memory.
///
/// It shows a commit at the first vblank after it (or at once, if configured so). The clock is a
/// parameter of each call. A stage is tested with it like this:
///
/// ```swift
/// var presenter = Presenter(output: MemoryOutput(width: 640, height: 480))
/// var now = Instant.zero
/// while now < .zero + .milliseconds(2000) {
///   try presenter.advance(at: now)
///   if let target = presenter.beginFrame(at: now) {
///     stage.draw(at: target, into: &presenter.scene)
///     try presenter.endFrame(at: now)
///   }
///   now = presenter.wakeTime ?? now + .milliseconds(16)
/// }
/// #expect(presenter.output.pixel(x: 320, y: 240) == 0xFFFFFF)
/// ```
///
/// By default it is strict. A commit fails when pixels outside of its declared damage have changed,
/// when another number of pixels was written, or when the frame differs from the previous one
/// outside of its declared change. These checks cost a copy and two comparisons of the whole buffer
/// per frame. Without them a frame costs nothing here. In both cases it allocates nothing.
package struct MemoryOutput: ~Copyable {
  /// The size in pixels.
  package let sizeInPixels: PixelSize

  /// Always nil: memory has no physical size.
  package var sizeInMillimetres: PhysicalSize? { nil }

  /// Frames per 1000 seconds.
  package let refreshMillihertz: Int

  /// Whether it shows commits at vblanks, or at once.
  package let pacing: FrameClock.Pacing

  /// How its pixels are stored.
  package let format: PixelFormat

  /// Bytes from row to row: what the width needs, or more where a test requests it.
  package let strideInBytes: Int

  /// The committed frames, newest last; only a strict output keeps them.
  package private(set) var log: FrameLog

  private var buffers: Swapchain
  private let timeline: VblankTimeline
  private let isStrict: Bool
  /// How many words each buffer has.
  private let wordCount: Int
  /// All buffers, one after the other; in a strict output also the earlier content of the acquired
  /// buffer.
  ///
  /// Whole words, so that pixels of every format are aligned.
  private var memory: RigidArray<UInt64>
  private var queuedAt: Instant?

  /// Creates an output with its memory all zeros and its first vblank at the clock's zero.
  ///
  /// Sizes are 1 … 16384 pixels each; it traps otherwise.
  package init(
    width: Int, height: Int, format: PixelFormat = .xrgb8888, refreshMillihertz: Int = 60_000,
    pacing: FrameClock.Pacing = .driver, bufferCount: Int = 2, strideInBytes: Int? = nil,
    isStrict: Bool = true, logCapacity: Int = 256
  ) {
    let stride = strideInBytes ?? width * format.bytesPerPixel
    precondition(
      width >= 1 && width <= 16384 && height >= 1 && height <= 16384
        && stride >= width * format.bytesPerPixel && stride <= 1 << 17,
      "A size is out of range.")
    precondition(!isStrict || logCapacity >= 1, "A log needs room for a frame.")
    sizeInPixels = PixelSize(width: width, height: height)
    self.format = format
    self.refreshMillihertz = refreshMillihertz
    self.pacing = pacing
    self.strideInBytes = stride
    self.isStrict = isStrict
    log = FrameLog(capacity: isStrict ? logCapacity : 0)
    buffers = Swapchain(count: bufferCount)
    timeline = VblankTimeline(refreshMillihertz: refreshMillihertz, base: .zero)
    wordCount = (stride * height + 7) / 8
    memory = RigidArray(capacity: wordCount * (bufferCount + (isStrict ? 1 : 0)), initial: 0)
  }

  /// How many frames have been shown.
  package private(set) var flipCount = 0

  /// One pixel on the display, its bytes from the lowest up and zeros above; zero before the first
  /// frame.
  ///
  /// Traps for one outside of the frame.
  package func pixel(x: Int, y: Int) -> UInt32 {
    precondition(
      x >= 0 && x < sizeInPixels.width && y >= 0 && y < sizeInPixels.height, "No such pixel.")
    guard let current = buffers.current else { return 0 }
    let offset = y * strideInBytes + x * format.bytesPerPixel
    var pixel: UInt32 = 0
    for index in 0..<format.bytesPerPixel {
      pixel |= UInt32(byte(of: current, at: offset + index)) << UInt32(8 * index)
    }
    return pixel
  }

  /// The frame on the display: `height` rows of `strideInBytes`; empty before the first frame.
  package var snapshot: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let start = wordCount * (buffers.current ?? 0)
      let count = buffers.current == nil ? 0 : strideInBytes * sizeInPixels.height
      let words = memory.span(start..<start + (count + 7) / 8)
      // Every byte of a word is a byte.
      return unsafe RawSpan(_elements: words)._unsafeView(as: UInt8.self).extracting(first: count)
    }
  }

  private func byte(of buffer: Int, at offset: Int) -> UInt8 {
    let word = memory[wordCount * buffer + offset / 8].littleEndian
    return UInt8(truncatingIfNeeded: word >> UInt64(offset % 8 * 8))
  }
}

extension MemoryOutput: Output {
  /// Why a commit failed: the drawn pixels do not match the declared damage.
  package enum Failure: Error, Equatable, Sendable {
    /// A pixel outside of `drawn` was changed.
    case drawnOutsideOfDamage(x: Int, y: Int)
    /// A pixel differs from the previous frame outside of the declared change.
    case changedOutsideOfDamage(x: Int, y: Int)
    /// The number of pixels written differs from that of `drawn`.
    case pixelsWritten(Int, damaged: Int)
    /// A commit came while another was queued.
    case committedTwice
  }

  /// How many buffers there are.
  package var bufferCount: Int { buffers.count }

  /// The vblank at which the committed frame will be shown, or the moment of the commit.
  package var nextReportTime: Instant? {
    guard let queuedAt else { return nil }
    return pacing == .timer ? queuedAt : timeline.next(after: queuedAt)
  }

  /// Acquires a buffer to draw into.
  package mutating func acquire() -> AcquiredBuffer? {
    guard let buffer = buffers.acquire() else { return nil }
    if isStrict {
      let (from, to) = (wordCount * buffer.index, wordCount * bufferCount)
      for offset in 0..<wordCount { memory[to + offset] = memory[from + offset] }
    }
    return buffer
  }

  /// The pixels of the acquired buffer.
  @_lifetime(&self)
  package mutating func pixels(of buffer: AcquiredBuffer) -> PixelBuffer {
    precondition(buffer.index == buffers.pending, "The buffer is not acquired.")
    let words = wordCount * buffer.index..<wordCount * (buffer.index + 1)
    let (size, stride, format) = (sizeInPixels, strideInBytes, format)
    return PixelBuffer(
      memory.mutableSpan(words), width: size.width, height: size.height,
      strideInBytes: stride, format: format)
  }

  /// Submits a frame to be shown at the next vblank, or at once; a strict output checks it first.
  package mutating func commit(
    _ frame: FrameInfo, drawn: borrowing DamageRegion, changed: borrowing DamageRegion,
    at now: Instant
  ) throws(Failure) -> CommitOutcome {
    if buffers.queued != nil { throw .committedTwice }
    if isStrict { try check(frame, drawn, changed) }
    buffers.submitPending()
    queuedAt = now
    if isStrict { log.append(frame, drawn, changed, committedAt: now) }
    return .queued
  }

  /// The report of the commit, once its vblank has come.
  ///
  /// - Throws: Never; the interface of all outputs.
  package mutating func takeReport(at now: Instant) throws(Failure) -> OutputReport? {
    guard let due = nextReportTime, due <= now else { return nil }
    buffers.showQueued()
    queuedAt = nil
    flipCount += 1
    if isStrict { log.recordPresented(at: due) }
    guard pacing == .driver else { return .presented(at: due, sequence: nil) }
    let number = timeline.number(after: due) - 1
    return .presented(at: due, sequence: UInt32(truncatingIfNeeded: number))
  }

  private func check(
    _ frame: FrameInfo, _ drawn: borrowing DamageRegion, _ changed: borrowing DamageRegion
  ) throws(Failure) {
    let damaged = drawn.pixelCount
    if frame.pixelsWritten != damaged {
      throw .pixelsWritten(frame.pixelsWritten, damaged: damaged)
    }
    guard let pending = buffers.pending else { return }
    if let (x, y) = difference(of: pending, from: bufferCount, outsideOf: drawn) {
      throw .drawnOutsideOfDamage(x: x, y: y)
    }
    guard let current = buffers.current else { return }
    if let (x, y) = difference(of: pending, from: current, outsideOf: changed) {
      throw .changedOutsideOfDamage(x: x, y: y)
    }
  }

  /// The first pixel that differs between two buffers outside of a damage region.
  private func difference(
    of buffer: Int, from other: Int, outsideOf damage: borrowing DamageRegion
  ) -> (x: Int, y: Int)? {
    let (new, old) = (wordCount * buffer, wordCount * other)
    for word in 0..<wordCount where memory[new + word] != memory[old + word] {
      for offset in 8 * word..<8 * word + 8
      where byte(of: buffer, at: offset) != byte(of: other, at: offset) {
        let (y, column) = offset.quotientAndRemainder(dividingBy: strideInBytes)
        let x = column / format.bytesPerPixel
        if !damage.contains(x: x, y: y) { return (x, y) }
      }
    }
    return nil
  }
}
