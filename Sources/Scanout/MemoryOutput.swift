public import Motion
public import Raster

/// An output without a display: its buffers are ordinary memory.
///
/// Tests are its clock: it shows a commit at the first vblank after it (or at once, if made so), and
/// what time it is, it is told with each call. A stage is tested with it like this:
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
/// Unless told otherwise it is strict: a commit fails when anything outside of what it says to have
/// drawn has changed, or when not exactly that many pixels were written. That costs a copy and a
/// comparison of the whole picture per frame. Otherwise a frame costs nothing here, and in both cases
/// it allocates nothing.
public struct MemoryOutput<Format: PixelFormat>: ~Copyable where Format.Pixel: FixedWidthInteger {
  /// The size of the picture in pixels.
  public let sizeInPixels: PixelSize

  /// Always nil: memory has no size on the wall.
  public var sizeInMillimetres: PhysicalSize? { nil }

  /// Frames per 1000 seconds.
  public let refreshMillihertz: Int

  /// Whether it shows commits at vblanks, or at once.
  public let pacing: FrameClock.Pacing

  /// Pixels from row to row; the width, or more where a test asks for it.
  public let strideInPixels: Int

  /// What it has been given, newest last.
  public private(set) var log: FrameLog

  private var buffers: BufferQueue
  private let grid: VblankGrid
  private let isStrict: Bool
  /// All buffers, one after the other, and in a strict one also what the acquired one held before.
  private var memory: [Format.Pixel]
  private var queuedAt: Instant?

  /// Makes an output whose memory is all zeros and whose first vblank is at the clock's zero.
  ///
  /// Sizes are 1 … 16384 pixels each; it traps otherwise.
  public init(
    width: Int, height: Int, format: Format.Type = XRGB8888.self, refreshMillihertz: Int = 60_000,
    pacing: FrameClock.Pacing = .driver, bufferCount: Int = 2, strideInPixels: Int? = nil,
    isStrict: Bool = true, logCapacity: Int = 256
  ) {
    let stride = strideInPixels ?? width
    precondition(
      width >= 1 && width <= 16384 && height >= 1 && height <= 16384 && stride >= width
        && stride <= 32768,
      "A size is out of range.")
    sizeInPixels = PixelSize(width: width, height: height)
    self.refreshMillihertz = refreshMillihertz
    self.pacing = pacing
    self.strideInPixels = stride
    self.isStrict = isStrict
    log = FrameLog(capacity: logCapacity)
    buffers = BufferQueue(count: bufferCount)
    grid = VblankGrid(refreshMillihertz: refreshMillihertz, base: .zero)
    memory = Array(repeating: 0, count: stride * height * (bufferCount + (isStrict ? 1 : 0)))
  }

  /// How many frames have been shown.
  public private(set) var flipCount = 0

  /// One pixel of what is on the display, zero before the first frame; traps for one outside of it.
  public func pixel(x: Int, y: Int) -> Format.Pixel {
    precondition(
      x >= 0 && x < sizeInPixels.width && y >= 0 && y < sizeInPixels.height, "No such pixel.")
    guard let current = buffers.current else { return 0 }
    return memory[start(of: current) + y * strideInPixels + x]
  }

  /// What is on the display: `height` rows of `strideInPixels`; empty before the first frame.
  public var snapshot: Span<Format.Pixel> {
    @_lifetime(borrow self)
    get {
      let start = start(of: buffers.current ?? 0)
      let count = buffers.current == nil ? 0 : strideInPixels * sizeInPixels.height
      return memory.span.extracting(start..<start + count)
    }
  }

  private func start(of buffer: Int) -> Int { buffer * strideInPixels * sizeInPixels.height }
}

extension MemoryOutput: Output {
  /// Why a commit failed: the frame's drawing was not what its damage said.
  public enum Failure: Error, Equatable, Sendable {
    /// A pixel changed that was not in what was drawn.
    case drawnOutsideOfDamage(x: Int, y: Int)
    /// More or fewer pixels were stored than what was drawn has.
    case pixelsWritten(Int, damaged: Int)
    /// A commit came while another was on its way.
    case committedTwice
  }

  /// How many buffers there are.
  public var bufferCount: Int { buffers.count }

  /// The vblank at which the committed frame will be shown, or the moment of the commit.
  public var nextReportTime: Instant? {
    guard let queuedAt else { return nil }
    return pacing == .timer ? queuedAt : grid.next(after: queuedAt)
  }

  /// Takes a buffer to draw into.
  public mutating func acquire() -> AcquiredBuffer? {
    guard let buffer = buffers.acquire() else { return nil }
    if isStrict {
      let (from, to) = (start(of: buffer.index), start(of: bufferCount))
      for offset in 0..<strideInPixels * sizeInPixels.height {
        memory[to + offset] = memory[from + offset]
      }
    }
    return buffer
  }

  /// The pixels of the acquired buffer.
  @_lifetime(&self)
  public mutating func pixels(of buffer: AcquiredBuffer) -> MutableSpan<Format.Pixel> {
    precondition(buffer.index == buffers.pending, "The buffer is not acquired.")
    let start = start(of: buffer.index)
    let count = strideInPixels * sizeInPixels.height
    return memory.mutableSpan._consumingExtracting(start..<start + count)
  }

  /// Takes a frame to be shown at the next vblank, or at once; strict ones look at it first.
  public mutating func commit(
    _ frame: FrameInfo, at now: Instant
  ) throws(Failure) -> CommitOutcome {
    if buffers.queued != nil { throw .committedTwice }
    if isStrict { try check(frame) }
    buffers.submitPending()
    queuedAt = now
    log.append(frame, committedAt: now)
    return .queued
  }

  /// Takes the report of the commit, once its vblank has come.
  public mutating func takeReport(at now: Instant) throws(Failure) -> OutputReport? {
    guard let due = nextReportTime, due <= now else { return nil }
    buffers.showQueued()
    queuedAt = nil
    flipCount += 1
    log.notePresented(at: due)
    guard pacing == .driver else { return .presented(at: due, sequence: nil) }
    let number = grid.number(after: due) - 1
    return .presented(at: due, sequence: UInt32(truncatingIfNeeded: number))
  }

  private func check(_ frame: FrameInfo) throws(Failure) {
    let damaged = frame.drawn.pixelCount
    if frame.pixelsWritten != damaged {
      throw .pixelsWritten(frame.pixelsWritten, damaged: damaged)
    }
    guard let pending = buffers.pending else { return }
    let (new, old) = (start(of: pending), start(of: bufferCount))
    for y in 0..<sizeInPixels.height {
      for x in 0..<strideInPixels {
        let offset = y * strideInPixels + x
        if memory[new + offset] != memory[old + offset] && !frame.drawn.contains(x: x, y: y) {
          throw .drawnOutsideOfDamage(x: x, y: y)
        }
      }
    }
  }
}
