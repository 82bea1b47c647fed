// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Motion
package import DisplayList
package import Raster
package import Scanout
package import Linux

/// A display of the kernel's older framebuffer device (`/dev/fb0`).
///
/// It is the last resort without a driver in `/dev/dri`. It is a module of its own, because it shares with
/// KMS only the interface of outputs: it has no mode-setting, no vblank and no libdrm. The mode is never
/// changed. If the device's memory holds two buffers, frames alternate and panning shows them. Otherwise
/// the differences are drawn into the visible memory. A timer paces: vblanks are not reported. The
/// console's text appears on it unless its terminal is in graphics mode (`VirtualTerminal`).
@usableFromInline
package struct FramebufferOutput: ~Copyable {
  private let device: FileDescriptor
  private var mapping: Mapping
  private let layout: FramebufferLayout
  private let before: fb_var_screeninfo
  private var swapchain: Swapchain
  private var completedAt: Instant?
  private var hasPanned = false
  private let time: TimeSource

  /// Opens a device and unblanks its display; the present content stays.
  ///
  /// - Parameters:
  ///   - path: of the device.
  ///   - time: read when a frame has been shown.
  /// - Throws: `EOPNOTSUPP` for pixel formats that are not supported.
  package init(opening path: borrowing Path, time: TimeSource) throws(SystemError) {
    let file = try FileDescriptor(opening: path, for: .readWrite)
    let number = file.number
    var fixed = fb_fix_screeninfo()
    var variable = fb_var_screeninfo()
    // Some drivers do not support it, and do not need it.
    _ = cl_framebuffer_unblank(number)
    // The addresses are of locals, valid during the calls.
    _ = try retrying(.framebuffer) { unsafe cl_framebuffer_fixed(number, &fixed) }
    _ = try retrying(.framebuffer) { unsafe cl_framebuffer_variable(number, &variable) }
    guard
      var layout = FramebufferLayout(fixed, variable, pageSize: Int(getpagesize()))
    else { throw SystemError(.framebuffer, errno: EOPNOTSUPP) }
    // Only a try shows whether a driver pans: here to the current position.
    if unsafe cl_framebuffer_pan(number, &variable) < 0 { layout.giveUpPanning() }
    mapping = try Mapping(of: file, size: layout.mappedSize, isWritable: true)
    device = file
    self.layout = layout
    before = variable
    self.time = time
    swapchain = Swapchain(count: layout.secondStart == nil ? 1 : 2)
  }

  deinit {
    if hasPanned { _ = FramebufferOutput.pan(device, before, to: before.yoffset) }
  }

  /// Whether the device still exists, in the same mode.
  package func isCurrent() -> Bool {
    var variable = fb_var_screeninfo()
    // The address is of a local, valid during the call.
    guard unsafe cl_framebuffer_variable(device.number, &variable) == 0 else { return false }
    return variable.xres == before.xres && variable.yres == before.yres
      && variable.bits_per_pixel == before.bits_per_pixel
      && variable.red.offset == before.red.offset
  }

  /// Starts over after another program has drawn: the buffers' contents are unknown.
  package mutating func restart() {
    swapchain.restart()
    completedAt = nil
  }

  /// Pans to a row; 0, or minus an errno.
  private static func pan(
    _ device: borrowing FileDescriptor, _ info: fb_var_screeninfo, to row: UInt32
  ) -> CInt {
    var info = info
    info.yoffset = row
    // The address is of a local, valid during the call.
    return unsafe cl_framebuffer_pan(device.number, &info) < 0 ? -cl_errno() : 0
  }
}

extension FramebufferOutput: Output {
  /// Why it failed for good.
  package typealias Failure = SystemError

  /// The size in pixels.
  package var sizeInPixels: PixelSize { layout.size }

  /// The physical size that the driver reports.
  package var sizeInMillimetres: PhysicalSize? { layout.sizeInMillimetres }

  /// The mode's rate, computed from its timings; 60 Hz if they are invalid.
  package var refreshMillihertz: Int { layout.refreshMillihertz }

  /// Always the timer.
  package var pacing: FrameClock.Pacing { .timer }

  /// The pixel format.
  package var format: PixelFormat { layout.format }

  /// Two if the driver pans and has the memory, else one.
  package var bufferCount: Int { swapchain.count }

  /// The instant of the last frame, if it has just been shown; else nil.
  package var nextReportTime: Instant? { completedAt }

  /// Acquires the buffer that is not shown, or the only one.
  package mutating func acquire() -> AcquiredBuffer? { swapchain.acquire() }

  /// The pixels of the acquired buffer; perhaps write-combined.
  @_lifetime(&self)
  package mutating func pixels(of buffer: AcquiredBuffer) -> PixelBuffer {
    precondition(buffer.index == swapchain.pending, "The buffer is not acquired.")
    let (size, stride, format) = (layout.size, layout.strideInBytes, layout.format)
    let start = buffer.index == 0 ? layout.firstStart : layout.secondStart ?? layout.firstStart
    let end = start + stride * (size.height - 1) + size.width * format.bytesPerPixel
    return PixelBuffer(
      mapping.mutableElements(as: UInt8.self)._consumingExtracting(start..<end),
      width: size.width, height: size.height, strideInBytes: stride, format: format)
  }

  /// Shows the acquired buffer at once.
  package mutating func commit(
    _ frame: FrameInfo, drawn: borrowing DamageRegion, changed: borrowing DamageRegion,
    at now: Instant
  ) throws(SystemError) -> CommitOutcome {
    guard let pending = swapchain.pending else { preconditionFailure("Nothing is drawn.") }
    if swapchain.count > 1 {
      let row = pending == 0 ? layout.firstRow : layout.secondRow
      let answer = FramebufferOutput.pan(device, before, to: row)
      if answer == -EBUSY || answer == -EAGAIN || answer == -EINTR { return .busy }
      if answer < 0 { throw SystemError(.framebuffer, errno: -answer) }
      hasPanned = true
    }
    swapchain.submitPending()
    completedAt = time.now
    return .queued
  }

  /// The report of the commit, which is available at once.
  ///
  /// - Throws: Never; the interface of all outputs.
  package mutating func takeReport(at now: Instant) throws(SystemError) -> OutputReport? {
    guard let instant = completedAt else { return nil }
    completedAt = nil
    swapchain.showQueued()
    return .presented(at: instant, sequence: nil)
  }
}
