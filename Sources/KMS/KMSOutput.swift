import CDRM
import CLinux
public import Motion
public import Raster
public import Scanout
import System

/// A display of a card, driven by page flips between two buffers.
///
/// What was on the display stays until the first frame is committed, and comes back when the output
/// goes. With drivers that support it all changes are atomic.
public struct KMSOutput: ~Copyable {
  /// Where it is plugged in.
  public let connector: Connector

  /// The mode that it is driven in.
  public let mode: Mode

  /// How its pixels are stored: as the plane shows best, and in XRGB8888 with older drivers.
  public let format: FourCC

  /// What is known in advance about who paces: drivers that count no vblanks do not.
  public let pacing: FrameClock.Pacing

  private let card: Card
  private let crtc: CRTCID
  private let saved: SavedCRTC
  private let pipe: AtomicPipe?
  private var buffers: BufferPair
  private var queue = BufferQueue(count: 2)
  private var events = EventReader()
  private var isConfigured = false
  private var serial: UInt64 = 0
  /// The completion of a commit that waits until it is done and sends no event.
  private var completedAt: Instant?
  private var deadline = FlipDeadline()
  /// Whether an older driver has not yet refused a page flip.
  private var canFlip = true

  /// Takes over a card's best connector, at its best mode; allocates all that it needs.
  public init(on card: consuming Card) throws(KMSError) {
    let connectors = try card.connectors()
    guard let place = Connector.best(of: connectors) else {
      throw KMSError(.noConnector, .connector)
    }
    try self.init(on: card, connectors[place], among: connectors)
  }

  /// Takes over one of a card's connectors, at its best mode.
  private init(
    on card: consuming Card, _ connector: Connector, among all: [Connector]
  ) throws(KMSError) {
    guard let best = Mode.best(of: connector.modes) else { throw KMSError(.noMode, .connector) }
    let mode = connector.modes[best]
    guard let place = CRTCAssignment.place(of: connector, among: all, crtcs: card.crtcs) else {
      throw KMSError(.noCRTC, .resources)
    }
    let crtc = card.crtcs[place]
    let pipe = try KMSOutput.pipe(card, crtc, place, connector.id, mode)
    let saved = try SavedCRTC(of: crtc, for: connector.id, on: card.descriptor)
    let number = card.descriptor.number
    let format = KMSOutput.format(of: pipe)
    let buffers = try BufferPair(on: card.descriptor, size: mode.size, format: format)
    pacing = cdrm_crtc_sequence(number, crtc.rawValue) == -EOPNOTSUPP ? .timer : .driver
    self.format = format
    self.buffers = buffers
    self.connector = connector
    self.mode = mode
    self.crtc = crtc
    self.saved = saved
    self.pipe = pipe
    self.card = card
  }

  deinit {
    // Before the framebuffers go: removing one that is on the display would switch it off.
    if isConfigured { saved.restore(on: card.descriptor) }
  }

  /// The card's number, to poll for events.
  public var descriptorNumber: CInt { card.descriptor.number }

  /// Whether changes are atomic.
  public var isAtomic: Bool { pipe != nil }

  /// How the pixels of a plane are stored; older drivers do not tell what theirs shows.
  private static func format(of pipe: borrowing AtomicPipe?) -> FourCC {
    switch pipe {
    case .some(let pipe): pipe.format
    case .none: .xr24
    }
  }

  /// The primary plane of an atomic driver; nil for others, which need to know of no plane.
  private static func pipe(
    _ card: borrowing Card, _ crtc: CRTCID, _ place: Int, _ connector: ConnectorID, _ mode: Mode
  ) throws(KMSError) -> AtomicPipe? {
    if !card.isAtomic { return nil }
    let planes = try Ioctl.planes(card.descriptor)
    guard let best = Plane.best(of: planes, for: crtc, at: place),
      let format = planes[best].format
    else { throw KMSError(.noPlane, .plane) }
    return try AtomicPipe(
      on: card.descriptor, plane: planes[best].id, format, crtc: crtc, connector: connector,
      mode: mode)
  }
}

extension KMSOutput: Output {
  /// The size of the picture.
  public var sizeInPixels: PixelSize { mode.size }

  /// The size that the display tells.
  public var sizeInMillimetres: PhysicalSize? { connector.sizeInMillimetres }

  /// The mode's rate.
  public var refreshMillihertz: Int { mode.refreshMillihertz }

  /// Two: one on the display, one to draw into.
  public var bufferCount: Int { 2 }

  /// Now when a commit was done without an event; else when the descriptor should long have told.
  public var nextReportTime: Instant? { completedAt ?? deadline.instant }

  /// Takes the buffer that is not on the display.
  public mutating func acquire() -> AcquiredBuffer? { queue.acquire() }

  /// The pixels of the acquired buffer; perhaps write-combined.
  @_lifetime(&self)
  public mutating func pixels(of buffer: AcquiredBuffer) -> PixelBuffer {
    precondition(buffer.index == queue.pending, "The buffer is not acquired.")
    return buffers.pixels(of: buffer.index)
  }

  /// Puts the acquired buffer on the display: the first time in our mode, then by a page flip.
  public mutating func commit(
    _ frame: FrameInfo, drawn: borrowing Damage, changed: borrowing Damage, at now: Instant
  ) throws(KMSError) -> CommitOutcome {
    guard let pending = queue.pending else { preconditionFailure("Nothing is drawn.") }
    let framebuffer = buffers.framebuffer(pending)
    serial += 1
    let answer = isConfigured ? flip(to: framebuffer) : configure(framebuffer)
    if answer == -EBUSY { return .busy }
    if answer < 0 {
      let older: KMSError.Operation = isConfigured && canFlip ? .pageFlip : .setCRTC
      throw KMSError(pipe != nil ? .atomicCommit : older, errno: -answer)
    }
    // Not the caller's time: to draw and to set a mode may have taken long.
    deadline.start(at: Instant(nanoseconds: MonotonicClock.nanoseconds))
    isConfigured = true
    queue.submitPending()
    return .queued
  }

  /// Takes the next page flip's report.
  public mutating func takeReport(at now: Instant) throws(KMSError) -> OutputReport? {
    if let instant = completedAt {
      completedAt = nil
      deadline.stop()
      queue.showQueued()
      return .presented(at: instant, sequence: nil)
    }
    while let event = try events.next(from: card.descriptor) {
      // Of a commit that was given up, or of somebody who had the descriptor before.
      if event.userData != serial || queue.queued == nil { continue }
      deadline.stop()
      queue.showQueued()
      return .presented(at: event.instant, sequence: event.sequence)
    }
    try deadline.check(at: now)
    return nil
  }

  private mutating func configure(_ framebuffer: FramebufferID) -> CInt {
    pipe?.configure(framebuffer, userData: serial) ?? setCRTC(framebuffer)
  }

  private mutating func flip(to framebuffer: FramebufferID) -> CInt {
    if let answer = pipe?.flip(to: framebuffer, userData: serial) { return answer }
    if !canFlip { return setCRTC(framebuffer) }
    let answer = LegacyCRTC.flip(
      crtc, to: framebuffer, userData: serial, on: card.descriptor)
    // Drivers that cannot flip say so; all can set the CRTC to another framebuffer.
    canFlip = answer != -EINVAL && answer != -EOPNOTSUPP && answer != -ENOSYS
    return canFlip ? answer : setCRTC(framebuffer)
  }

  private mutating func setCRTC(_ framebuffer: FramebufferID) -> CInt {
    let answer = LegacyCRTC.set(
      crtc, framebuffer: framebuffer, connector: connector.id, mode: mode, on: card.descriptor)
    if answer == 0 { completedAt = Instant(nanoseconds: MonotonicClock.nanoseconds) }
    return answer
  }
}
