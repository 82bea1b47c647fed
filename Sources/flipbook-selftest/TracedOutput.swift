// SPDX-License-Identifier: Apache-2.0

import Motion
import DisplayList
import Raster
import Scanout
import Linux

/// An output for a watcher of the program's loads and stores: buffers at a known address.
///
/// The output shows each frame at once. Before and after a frame is drawn, it leaves a mark: a store to
/// a separate place behind the buffers. `Tests/Integration/pixels` checks the loads and stores between
/// marks. After every few frames the output changes to another format, as if another display had been
/// connected.
struct TracedOutput: ~Copyable {
  /// A deliberate error in the handling of the pixels, for testing the watcher.
  enum Fault: Equatable {
    case none, reads, storesTwice
  }

  /// All buffers and the marks.
  static var byteCount: Int { 1 << 16 }
  /// The offset of the marks.
  static var marksStart: Int { byteCount - 1 << 12 }
  /// The number of consecutive frames with the same format.
  static var framesPerFormat: Int { 9 }
  /// The formats in their order.
  static var formats: [6 of PixelFormat] {
    [.xrgb8888, .xbgr8888, .argb8888, .rgb565, .xrgb2101010, .rgb888]
  }

  let sizeInPixels: PixelSize
  private let fault: Fault
  private var memory: Mapping
  private var buffers = Swapchain(count: 2)
  private var queuedAt: Instant?
  private var markCount = 0

  /// The number of frames begun.
  var frameCount: Int { markCount / 2 }

  /// Makes an output for small frames.
  init(size: PixelSize, fault: Fault) throws(SystemError) {
    sizeInPixels = size
    self.fault = fault
    memory = try MemoryFile(name: "trace", size: TracedOutput.byteCount).takePages()
  }

  /// The address of the memory.
  var address: UInt {
    // Only the number is used.
    unsafe memory.bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  /// Bytes from row to row: more than the pixels need; the padding must stay unchanged.
  private var strideInBytes: Int { (sizeInPixels.width * format.bytesPerPixel + 24) / 8 * 8 }

  /// Leaves the next mark: an even mark begins a frame, an odd mark ends it.
  ///
  /// Each mark has its own place, so that no compiler can drop it in favour of a later mark.
  private mutating func mark() {
    let place = TracedOutput.marksStart / 8 + markCount
    markCount += 1
    var words = memory.mutableElements(as: UInt64.self)
    words[place] = 1
  }

  /// Commits the deliberate error on the frame just drawn.
  private mutating func misbehave(_ buffer: Int) {
    let first = buffer * strideInBytes * sizeInPixels.height / 8
    switch fault {
    case .none: break
    case .reads:
      // The result of the load must be used, so that the compiler keeps it. The condition is never
      // true.
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
