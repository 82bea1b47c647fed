// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Motion
package import Raster
package import Scanout

/// A display of a card, driven by page flips between two buffers.
///
/// What was on the display stays until the first frame is committed; with drivers that support it all
/// changes are atomic. The card's owner delivers the flip events to it.
@usableFromInline
package struct KMSOutput<Kernel: KernelHandle & ~Copyable>: ~Copyable {
  var serial: UInt32
  /// What the last commit's event has.
  private var awaited: UInt64 = 0
  private(set) var isConfigured = false
  /// Whether the second buffer has been tried to be made.
  private var isComplete = false
  /// Whether the previous master's objects may still be in the way.
  private(set) var hasObstacles = true
  /// Whether the display is to be switched off before it is configured.
  private(set) var switchesOff = false
  /// Whether the mode was set by a device that may clear its memory then.
  private var mayBeCleared = false
  /// Whether an older driver has not yet refused a page flip.
  private var canFlip = true
  /// Whether a legacy driver has not yet rejected `DRM_IOCTL_MODE_DIRTYFB`.
  private var canFlush = true
  var modeCommit = ModeCommitState.alone
  private var arrived: FlipEvent?
  /// The completion of a commit that waits until it is done and sends no event.
  private var completedAt: Instant?
  let committer: AtomicCommitter<Kernel>?
  /// The CRTC, plane, connector and mode that show its frames.
  package private(set) var pipe: DisplayPipe
  /// How its pixels are stored: as the plane shows best, and in XRGB8888 with older drivers.
  package let format: PixelFormat
  /// What is known in advance about pacing: a driver without vblank counters does not pace.
  package let pacing: FrameClock.Pacing
  private let kernel: Kernel
  private(set) var swapchain: Swapchain

  private(set) var buffers: ScanoutBuffers<Kernel>
  private var watchdog = FlipWatchdog()
  /// How the last configuration went, until it is taken.
  private var setup: DisplaySetup?
  /// How long the kernel has refused to configure the display for an earlier flip.
  private(set) var lostFlip = LostFlip()
  let time: TimeSource

  // Has the members released here (compiler-workarounds.md: members-of-members).
  deinit {}
}

extension KMSOutput where Kernel: KernelInterface & ~Copyable {
  /// Takes over a display; allocates what the first frame needs, and touches nothing yet.
  ///
  /// `serial` is the first number of its flips, which distinguishes them from those of an earlier output on
  /// the same CRTC. `time` is read after commits, which may wait for the display.
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

  /// Takes a flip that the kernel reports; false if it is not of this output's last commit.
  package mutating func deliver(_ event: FlipEvent) -> Bool {
    // Others are of a commit that was given up, or of an output that was here before.
    guard event.userData == awaited else { return false }
    // A commit reports for other outputs' CRTCs, and for those that it switches off; older kernels name none.
    if let crtc = event.crtc, crtc != pipe.crtc { return false }
    // Those of a commit for several outputs have one user data: then each output takes one.
    if event.crtc == nil, swapchain.queued == nil || arrived != nil { return false }
    if swapchain.queued != nil { arrived = event }
    return true
  }

  /// Starts over: the next frame is drawn in full and committed with a modeset.
  ///
  /// For use after another master, or after a lost flip. With
  /// `switchingOff` the modeset is not optimised away, even where the kernel assumes the mode is set: the display
  /// is dark for a moment.
  package mutating func restart(on pipe: DisplayPipe, switchingOff: Bool = false) {
    self.pipe = pipe
    hasObstacles = true
    restart()
    switchesOff = switchingOff
  }

  /// Starts over on the same pipe.
  package mutating func restart() {
    isConfigured = false
    // The second buffer may succeed by now.
    isComplete = buffers.count == 2
    canFlush = true
    swapchain.restart()
    arrived = nil
    completedAt = nil
    watchdog.stop()
    lostFlip = LostFlip()
    mayBeCleared = false
    (modeCommit, awaited) = (.alone, 0)
  }

  /// Whether the next commit configures the display, for which the kernel may wait for tens of seconds.
  package var mayWait: Bool {
    // Mutating only to avoid a copy of the output, as below.
    mutating get { !isConfigured }
  }

  /// Whether the next commit waits for the kernel to give up an earlier flip.
  package mutating func willWait(at now: Instant) -> Bool { lostFlip.mustWait(at: now) }

  /// Whether the display shows a framebuffer of this output.
  package func isShown() -> Bool {
    guard let now = try? kernel.configuration(of: pipe.crtc) else { return false }
    for index in 0..<buffers.count where buffers.framebuffer(index) == now.framebuffer {
      return true
    }
    return false
  }

  /// Switches the display off, without waiting where the driver can do so: the kernel would do it when the
  /// framebuffers go, and wait.
  package func turnOff() { _ = committer?.turnOff(waits: false) }

  /// Gives the framebuffers up without darkening the display, where the kernel can do that.
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

  /// Takes the buffer that is not on the display.
  package mutating func acquire() -> AcquiredBuffer? { swapchain.acquire() }

  /// The pixels of the acquired buffer; perhaps write-combined.
  @_lifetime(&self)
  package mutating func pixels(of buffer: AcquiredBuffer) -> PixelBuffer {
    precondition(buffer.index == swapchain.pending, "The buffer is not acquired.")
    return buffers.pixels(of: buffer.index)
  }

  /// Puts the acquired buffer on the display: the first time in our mode, then by a page flip.
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
      noteConfigured(by: commit)
    case .alone, .waiting:
      awaited = nextUserData()
      if isFlip { answer = flip(to: framebuffer, drawn, changed) }
    }
    modeCommit = .alone
    // A flip is invalid where the display is off, as after another master: it has to be set up.
    if answer == -EINVAL {
      isFlip = false
      answer = configure(pending, waits: lostFlip.mustWait(at: now))
      if answer == -EBUSY, let instant = lostFlip.nextTry(at: now) { return .busyUntil(instant) }
    }
    if answer == -EBUSY { return .busy }
    if answer < 0 {
      let older: KMSError.Operation = isFlip && canFlip ? .pageFlip : .setCRTC
      throw KMSError(isAtomic ? .atomicCommit : older, errno: -answer)
    }
    // Not the caller's time: to draw and to set a mode may have taken long.
    watchdog.start(at: time.now, isModeset: !isFlip)
    isConfigured = true
    lostFlip = LostFlip()
    hasObstacles = false
    swapchain.submitPending()
    if !isComplete {
      isComplete = true
      if try buffers.addSecond(on: kernel) { swapchain.addBuffer() }
    }
    return .queued
  }

  /// Takes the last commit's report.
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

  /// How the display was set up, if that has happened since the last call.
  package mutating func takeSetup() -> DisplaySetup? {
    defer { setup = nil }
    return setup
  }

  private mutating func configure(_ index: Int, waits: Bool) -> CInt {
    if switchesOff {
      // Other failures show in what follows.
      let answer = committer?.turnOff(waits: waits) ?? kernel.turnOff(pipe.crtc)
      if answer == -EBUSY { return answer }
      switchesOff = false
    }
    var commit = ModeCommit(userData: awaited, waits: waits)
    let answer = firstFrame(index, before: nil).map { configure($0, &commit) }
    if commit.isCleared { hasObstacles = false }
    noteConfigured(by: commit)
    if let answer { return answer }
    // Whoever had the display may have left a cursor on it.
    kernel.hideCursor(on: pipe.crtc)
    return setCRTC(buffers.framebuffer(index))
  }

  /// Takes over how the display was configured.
  private mutating func noteConfigured(by commit: ModeCommit) {
    awaited = commit.userData
    completedAt = commit.completedAt
    let damage = committer?.damage() ?? (canFlush ? .dirtyFB : .wholeFrames)
    setup = DisplaySetup(isModeset: commit.isModeset, damage: damage)
    // Bochs's VGA clears its memory from the begin when a mode is set, with the frame in it. Like all devices that
    // are so simple it has no vblanks.
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
    // Drivers that cannot flip say so; all can set the CRTC to another framebuffer.
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
    // Most do not know it: once is enough to find out. Other reasons pass.
    canFlush = answer != -ENOSYS && answer != -EOPNOTSUPP && answer != -EINVAL
  }

  private mutating func setCRTC(_ framebuffer: FramebufferID) -> CInt {
    let answer = kernel.setCRTC(
      pipe.crtc, framebuffer, x: 0, y: 0, connectors: [pipe.connector.id], mode: pipe.mode)
    if answer == 0 { completedAt = time.now }
    return answer
  }
}
