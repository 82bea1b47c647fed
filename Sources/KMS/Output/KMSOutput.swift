// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Motion
package import DisplayList
package import Raster
package import Scanout

/// A display of a card, driven by page flips between two buffers.
///
/// The previous content stays on the display until the first frame is committed; with drivers that support it
/// all changes are atomic. The card's owner delivers the flip events to it.
@usableFromInline
package struct KMSOutput<Kernel: KernelHandle & ~Copyable>: ~Copyable {
  var serial: UInt32
  /// The user data of the last commit's event.
  private var awaited: UInt64 = 0
  private(set) var isConfigured = false
  /// Whether the second buffer has been created, or that has been tried.
  private var isComplete = false
  /// Whether objects of the previous master may still be on the pipe.
  private(set) var hasObstacles = true
  /// Whether the display must be switched off before it is configured.
  private(set) var switchesOff = false
  /// Whether the device may have cleared its memory when it set the mode.
  private var mayBeCleared = false
  /// Whether a legacy driver has not yet rejected a page flip.
  private var canFlip = true
  /// Whether a legacy driver has not yet rejected `DRM_IOCTL_MODE_DIRTYFB`.
  private var canFlush = true
  var modeCommit = ModeCommitState.alone
  private var arrived: FlipEvent?
  /// The completion of a commit that blocks and sends no event.
  private var completedAt: Instant?
  let committer: AtomicCommitter<Kernel>?
  /// The CRTC, plane, connector and mode that show its frames.
  package private(set) var pipe: DisplayPipe
  /// The pixel format: the plane's best one, and XRGB8888 with legacy drivers.
  package let format: PixelFormat
  /// The pacing that is expected of the driver: a driver without vblank counters does not pace.
  package let pacing: FrameClock.Pacing
  private let kernel: Kernel
  private(set) var swapchain: Swapchain

  private(set) var buffers: ScanoutBuffers<Kernel>
  private var watchdog = FlipWatchdog()
  /// How the display was configured last, until `takeSetup`.
  private var setup: DisplaySetup?
  /// How long the kernel has refused to configure the display because of an earlier flip.
  private(set) var flipTimeout = FlipTimeout()
  let time: TimeSource

  // Releases the members here (compiler-workarounds.md: members-of-members).
  deinit {}
}

extension KMSOutput where Kernel: KernelInterface & ~Copyable {
  /// Takes over a display; allocates memory for the first frame, and changes nothing yet.
  ///
  /// `serial` is the first number of its flips, which distinguishes them from those of an earlier output on
  /// the same CRTC. `time` is read after commits, which may block for the display.
  init(
    on card: borrowing Card<Kernel>, _ pipe: DisplayPipe, serial: UInt32, time: TimeSource
  ) throws(KMSError) {
    let own = try card.kernel.duplicated(for: .createBuffer)
    let format = pipe.plane?.format ?? .xrgb8888
    let committer: AtomicCommitter<Kernel>?
    if let plane = pipe.plane {
      committer = try AtomicCommitter(on: own, pipe, plane: plane, format)
    } else {
      committer = nil
    }
    buffers = try ScanoutBuffers(on: own, size: pipe.size, format: format)
    swapchain = Swapchain(count: 1)
    pacing = own.sequence(of: pipe.crtc) == -EOPNOTSUPP ? .timer : .driver
    kernel = own
    self.pipe = pipe
    self.format = format
    self.committer = committer
    self.serial = serial
    self.time = time
  }

  /// Whether changes are atomic.
  package var isAtomic: Bool { committer != nil }

  /// Delivers a flip event; false if it is not of this output's last commit.
  package mutating func deliver(_ event: FlipEvent) -> Bool {
    // Other events are of a commit that was given up, or of an earlier output.
    guard event.userData == awaited else { return false }
    // A commit sends events for other outputs' CRTCs too, and for CRTCs that it switches off. Older kernels
    // do not name the CRTC.
    if let crtc = event.crtc, crtc != pipe.crtc { return false }
    // The events of a commit for several outputs have the same user data: each output takes one.
    if event.crtc == nil, swapchain.queued == nil || arrived != nil { return false }
    if swapchain.queued != nil { arrived = event }
    return true
  }

  /// Starts over: the next frame is drawn in full and committed with a modeset.
  ///
  /// It is for use after another master, or after a lost flip. With `switchingOff` the modeset is not
  /// optimised away, even where the kernel assumes the mode is set: the display is off for a moment.
  package mutating func restart(on pipe: DisplayPipe, switchingOff: Bool = false) {
    self.pipe = pipe
    hasObstacles = true
    restart()
    switchesOff = switchingOff
  }

  /// Starts over on the same pipe.
  package mutating func restart() {
    isConfigured = false
    // The second buffer may succeed now.
    isComplete = buffers.count == 2
    canFlush = true
    swapchain.restart()
    arrived = nil
    completedAt = nil
    watchdog.stop()
    flipTimeout = FlipTimeout()
    mayBeCleared = false
    (modeCommit, awaited) = (.alone, 0)
  }

  /// Whether the next commit configures the display: the kernel may block it for tens of seconds.
  package var mayWait: Bool {
    // Mutating only to avoid a copy of the output, as below.
    mutating get { !isConfigured }
  }

  /// Whether the next commit blocks until the kernel gives up an earlier flip.
  package mutating func willWait(at now: Instant) -> Bool { flipTimeout.mustWait(at: now) }

  /// Whether the display shows a framebuffer of this output.
  package func isShown() -> Bool {
    guard let now = try? kernel.configuration(of: pipe.crtc) else { return false }
    for index in 0..<buffers.count where buffers.framebuffer(index) == now.framebuffer {
      return true
    }
    return false
  }

  /// Switches the display off, without blocking if the driver allows that.
  ///
  /// Otherwise removing the framebuffers switches it off, and blocks.
  package func turnOff() { _ = committer?.turnOff(waits: false) }

  /// Closes the framebuffers without switching off the display, if the kernel can do that.
  package func abandon() {
    for index in 0..<buffers.count {
      kernel.closeFramebuffer(buffers.framebuffer(index))
    }
  }

}

extension KMSOutput: Output where Kernel: KernelInterface & ~Copyable {
  /// The size in pixels.
  package var sizeInPixels: PixelSize { pipe.size }

  /// The physical size that the display reports.
  package var sizeInMillimetres: PhysicalSize? { pipe.connector.sizeInMillimetres }

  /// The mode's rate.
  package var refreshMillihertz: Int { pipe.mode.refreshMillihertz }

  /// Two: one on the display, one to draw into; the second is never acquired where it could not be created.
  package var bufferCount: Int { 2 }

  /// Now after a commit without an event; otherwise when the flip watchdog expires.
  package var nextReportTime: Instant? {
    mutating get { completedAt ?? watchdog.instant }
  }

  /// Acquires the buffer that is not on the display.
  package mutating func acquire() -> AcquiredBuffer? { swapchain.acquire() }

  /// The pixels of the acquired buffer; perhaps write-combined.
  @_lifetime(&self)
  package mutating func pixels(of buffer: AcquiredBuffer) -> PixelBuffer {
    precondition(buffer.index == swapchain.pending, "The buffer is not acquired.")
    return buffers.pixels(of: buffer.index)
  }

  /// Puts the acquired buffer on the display: the first time with a mode-set if needed, then by a page flip.
  ///
  /// - Throws: `.otherMaster` after a loss of DRM master, `.lostDevice`, or `.refused` where the driver rejects the
  ///   configuration.
  package mutating func commit(
    _ frame: FrameInfo, drawn: borrowing DamageRegion, changed: borrowing DamageRegion,
    at now: Instant
  ) throws(KMSError) -> CommitOutcome {
    guard let pending = swapchain.pending else { preconditionFailure("Nothing is drawn.") }
    let framebuffer = buffers.framebuffer(pending)
    var isFlip = isConfigured
    var answer: CInt = -EINVAL
    switch modeCommit {
    case .asked:
      modeCommit = .waiting
      return .busyUntil(now)
    case .committed(let commit):
      (isFlip, answer) = (false, 0)
      recordSetup(by: commit)
    case .alone, .waiting:
      awaited = nextUserData()
      if isFlip { answer = flip(to: framebuffer, drawn, changed) }
    }
    modeCommit = .alone
    // A flip is invalid where the display is off, as after another master: it has to be configured.
    if answer == -EINVAL {
      isFlip = false
      answer = configure(pending, waits: flipTimeout.mustWait(at: now))
      if answer == -EBUSY, let instant = flipTimeout.nextTry(at: now) { return .busyUntil(instant) }
    }
    if answer == -EBUSY { return .busy }
    if answer < 0 {
      let older: KMSError.Operation = isFlip && canFlip ? .pageFlip : .setCRTC
      throw KMSError(isAtomic ? .atomicCommit : older, errno: -answer)
    }
    // Not the caller's time: drawing and setting a mode may have taken long.
    watchdog.start(at: time.now, isModeset: !isFlip)
    isConfigured = true
    flipTimeout = FlipTimeout()
    hasObstacles = false
    swapchain.submitPending()
    if !isComplete {
      isComplete = true
      if try buffers.addSecond(on: kernel) { swapchain.addBuffer() }
    }
    return .queued
  }

  /// The report of the last commit.
  ///
  /// - Throws: `.stalled` when the flip watchdog expires.
  package mutating func takeReport(at now: Instant) throws(KMSError) -> OutputReport? {
    if let instant = completedAt {
      completedAt = nil
      watchdog.stop()
      swapchain.showQueued()
      return .presented(at: instant, sequence: nil)
    }
    if let event = arrived {
      arrived = nil
      watchdog.stop()
      swapchain.showQueued()
      return .presented(at: event.instant, sequence: event.sequence)
    }
    if mayBeCleared, swapchain.queued == nil {
      mayBeCleared = false
      swapchain.restart()
      return .cleared
    }
    try watchdog.check(at: now)
    return nil
  }

  /// How the display was configured, if that has happened since the last call.
  package mutating func takeSetup() -> DisplaySetup? {
    defer { setup = nil }
    return setup
  }

  private mutating func configure(_ index: Int, waits: Bool) -> CInt {
    if switchesOff {
      // Other failures show in the following calls.
      let answer = committer?.turnOff(waits: waits) ?? kernel.turnOff(pipe.crtc)
      if answer == -EBUSY { return answer }
      switchesOff = false
    }
    var commit = ModeCommit(userData: awaited, waits: waits)
    let answer = firstFrame(index).map { configure([$0], &commit) }
    if commit.isCleared { hasObstacles = false }
    recordSetup(by: commit)
    if let answer { return answer }
    // The previous master may have left a cursor on the display.
    kernel.hideCursor(on: pipe.crtc)
    return setCRTC(buffers.framebuffer(index))
  }

  /// Records how the display was configured.
  private mutating func recordSetup(by commit: ModeCommit) {
    awaited = commit.userData
    completedAt = commit.completedAt
    let damage = committer?.damage() ?? (canFlush ? .dirtyFB : .wholeFrames)
    setup = DisplaySetup(isModeset: commit.isModeset, damage: damage)
    // Bochs's VGA clears its memory from the beginning when a mode is set, and the frame with it. Like all
    // such simple devices it has no vblanks.
    mayBeCleared = commit.isModeset && pacing == .timer
  }

  private mutating func flip(
    to framebuffer: FramebufferID, _ drawn: borrowing DamageRegion,
    _ changed: borrowing DamageRegion
  ) -> CInt {
    if let answer = committer?.flip(to: framebuffer, drawn, changed, userData: awaited) {
      return answer
    }
    if !canFlip { return setCRTC(framebuffer) }
    let answer = kernel.pageFlip(pipe.crtc, to: framebuffer, userData: awaited)
    // Drivers without page flips report that; all can set the CRTC to another framebuffer.
    canFlip = answer != -EINVAL && answer != -EOPNOTSUPP && answer != -ENOSYS
    if !canFlip { return setCRTC(framebuffer) }
    if answer == 0 { flush(framebuffer, drawn, changed) }
    return answer
  }

  /// Legacy drivers with a shadow buffer may update the display only on `DRM_IOCTL_MODE_DIRTYFB`.
  private mutating func flush(
    _ framebuffer: FramebufferID, _ drawn: borrowing DamageRegion, _ changed: borrowing DamageRegion
  ) {
    guard canFlush else { return }
    let answer = ClipList(changed, drawn).flush(framebuffer, on: kernel)
    // Most drivers do not support it: one rejection is enough. Other errors may pass.
    canFlush = answer != -ENOSYS && answer != -EOPNOTSUPP && answer != -EINVAL
  }

  private mutating func setCRTC(_ framebuffer: FramebufferID) -> CInt {
    let answer = kernel.setCRTC(
      pipe.crtc, framebuffer, x: 0, y: 0, connectors: [pipe.connector.id], mode: pipe.mode)
    if answer == 0 { completedAt = time.now }
    return answer
  }
}
