// SPDX-License-Identifier: Apache-2.0

import Motion
import Raster
import Scanout
import Linux

/// An output for a watcher of the program's loads and stores: buffers at a known place.
///
/// Shows each frame at once. Before a frame is drawn and after that it leaves a mark: a store to a
/// place of its own behind the buffers. `Tests/Integration/pixels` looks at what happens between marks.
/// After every few frames it goes on with another format, as if another display had come.
struct TracedOutput: ~Copyable {
  /// What is done to the pixels that must not be done, so that the watcher can be tested.
  enum Fault: Equatable {
    case none, reads, storesTwice
  }

  /// All buffers and the marks.
  static var byteCount: Int { 1 << 16 }
  /// Where the marks begin.
  static var marksStart: Int { byteCount - 1 << 12 }
  /// How many frames have the same format.
  static var framesPerFormat: Int { 9 }
  /// The formats, one after the other.
  static var formats: [6 of PixelFormat] {
    [.xrgb8888, .xbgr8888, .argb8888, .rgb565, .xrgb2101010, .rgb888]
  }

  let sizeInPixels: PixelSize
  private let fault: Fault
  private var memory: Mapping
  private var buffers = Swapchain(count: 2)
  private var queuedAt: Instant?
  private var markCount = 0

  /// How many frames have been begun.
  var frameCount: Int { markCount / 2 }

  /// Makes an output for small frames.
  init(size: PixelSize, fault: Fault) throws(SystemError) {
    sizeInPixels = size
    self.fault = fault
    memory = try MemoryFile(name: "trace", size: TracedOutput.byteCount).takePages()
  }

  /// Where the memory begins.
  var address: UInt {
    // Only the number is used.
    unsafe memory.bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  /// Bytes from row to row: some more than the pixels have, which nobody is to touch.
  private var strideInBytes: Int { (sizeInPixels.width * format.bytesPerPixel + 24) / 8 * 8 }

  /// Leaves the next mark: an even one begins a frame, an odd one ends it.
  ///
  /// Each has a place of its own, so that no compiler can leave it out for a later one.
  @inline(never)
  private mutating func mark() {
    let place = TracedOutput.marksStart / 8 + markCount
    markCount += 1
    var words = memory.mutableElements(as: UInt64.self)
    words[place] = 1
  }

  /// Does to the frame just drawn what must not be done.
  @inline(never)
  private mutating func misbehave(_ buffer: Int) {
    let first = buffer * strideInBytes * sizeInPixels.height / 8
    switch fault {
    case .none: break
    case .reads:
      // What is read is in use: nothing is shown at an instant that depends on it.
      if memory.elements(as: UInt64.self)[first] == 0x0123_4567_89AB_CDEF { queuedAt = nil }
    case .storesTwice:
      var words = memory.mutableElements(as: UInt64.self)
      words[first] = 0
    }
  }
}

extension TracedOutput: Output {
  typealias Failure = Never

  var format: PixelFormat {
    let formats = TracedOutput.formats
    return formats[frameCount / TracedOutput.framesPerFormat % formats.count]
  }

  var sizeInMillimetres: PhysicalSize? { nil }
  var refreshMillihertz: Int { 60_000 }
  var pacing: FrameClock.Pacing { .timer }
  var bufferCount: Int { buffers.count }
  var nextReportTime: Instant? { queuedAt }

  mutating func acquire() -> AcquiredBuffer? { buffers.acquire() }

  @_lifetime(&self)
  mutating func pixels(of buffer: AcquiredBuffer) -> PixelBuffer {
    mark()
    let (size, stride, format) = (sizeInPixels, strideInBytes, format)
    let (start, count) = (buffer.index * stride * size.height, stride * size.height)
    precondition(2 * count <= TracedOutput.marksStart, "The frame is too large.")
    return PixelBuffer(
      memory.mutableElements(as: UInt64.self)._consumingExtracting(
        start / 8..<(start + count) / 8),
      width: size.width, height: size.height, strideInBytes: stride, format: format)
  }

  mutating func commit(
    _ frame: FrameInfo, drawn: borrowing DamageRegion, changed: borrowing DamageRegion,
    at now: Instant
  ) -> CommitOutcome {
    queuedAt = now
    if let pending = buffers.pending { misbehave(pending) }
    buffers.submitPending()
    mark()
    return .queued
  }

  mutating func takeReport(at now: Instant) -> OutputReport? {
    guard let due = queuedAt, due <= now else { return nil }
    buffers.showQueued()
    queuedAt = nil
    if frameCount % TracedOutput.framesPerFormat == 0 { buffers.forgetContents() }
    return .presented(at: due, sequence: nil)
  }
}
