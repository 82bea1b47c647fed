// SPDX-License-Identifier: Apache-2.0

import CDRM
package import Scanout

/// A display mode of a connector: size, refresh rate and timings.
///
/// Corresponds to `drmModeModeInfo`.
package struct Mode: Sendable {
  let info: drmModeModeInfo

  init(_ info: drmModeModeInfo) {
    self.info = info
  }

  /// A mode from its timings; for tests of the selection of modes.
  package init(
    width: Int, height: Int, clockInKilohertz: Int, horizontalTotal: Int, verticalTotal: Int,
    flags: Flags = [], isPreferred: Bool = false, isFromUser: Bool = false
  ) {
    var info = drmModeModeInfo()
    info.hdisplay = UInt16(width)
    info.vdisplay = UInt16(height)
    info.clock = UInt32(clockInKilohertz)
    info.htotal = UInt16(horizontalTotal)
    info.vtotal = UInt16(verticalTotal)
    info.flags = flags.rawValue
    info.type = (isPreferred ? Mode.preferredType : 0) | (isFromUser ? Mode.userType : 0)
    self.info = info
  }

  /// Flags that change the meaning of a mode's timings.
  package struct Flags: OptionSet, Sendable {
    /// The kernel's bits.
    package let rawValue: UInt32

    /// Flags from the kernel's bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A frame has two fields (`DRM_MODE_FLAG_INTERLACE`).
    package static let interlaced = Flags(rawValue: 1 << 4)
    /// Each line is shown twice (`DRM_MODE_FLAG_DBLSCAN`).
    package static let doubleScan = Flags(rawValue: 1 << 5)
  }

  private static let preferredType: UInt32 = 1 << 3
  private static let userType: UInt32 = 1 << 5

  /// The size in pixels.
  package var size: PixelSize { PixelSize(width: Int(info.hdisplay), height: Int(info.vdisplay)) }

  /// Whether it is the display's preferred mode (`DRM_MODE_TYPE_PREFERRED`).
  package var isPreferred: Bool { info.type & Mode.preferredType != 0 }

  /// Whether it comes from `video=` on the kernel command line (`DRM_MODE_TYPE_USERDEF`).
  package var isFromUser: Bool { info.type & Mode.userType != 0 }

  /// Frames (or fields) per 1000 seconds, from the timings, which are more exact than `vrefresh`.
  ///
  /// 60 Hz where a driver reports none; always within the frame clock's range.
  package var refreshMillihertz: Int {
    get { computedRefreshMillihertz }
  }

  private var computedRefreshMillihertz: Int {
    let flags = Flags(rawValue: info.flags)
    var (rate, pixels) = (Int64(info.clock) * 1_000_000, Int64(info.htotal) * Int64(info.vtotal))
    if flags.contains(.interlaced) { rate *= 2 }
    if flags.contains(.doubleScan) { pixels *= 2 }
    if info.vscan > 1 { pixels *= Int64(info.vscan) }
    var millihertz = pixels > 0 ? (rate + pixels / 2) / pixels : 0
    if millihertz == 0 { millihertz = Int64(info.vrefresh) * 1000 }
    if millihertz == 0 { millihertz = 60_000 }
    let range = VblankTimeline.refreshRange
    return min(max(Int(clamping: millihertz), range.lowerBound), range.upperBound)
  }

  /// The pixels per millisecond, without blanking.
  var pixelRate: Int64 {
    Int64(size.width * size.height) * Int64(refreshMillihertz) / 1_000_000
  }

  private var isDrawable: Bool {
    let sides = 1...16384
    return sides.contains(size.width) && sides.contains(size.height)
  }

  /// Whether two modes have the same timings: then no mode-set is needed between them.
  package func hasSameTimings(as other: Mode) -> Bool {
    let (a, b) = (info, other.info)
    return a.clock == b.clock && a.flags == b.flags && a.vscan == b.vscan && a.hskew == b.hskew
      && a.hdisplay == b.hdisplay && a.hsync_start == b.hsync_start && a.hsync_end == b.hsync_end
      && a.htotal == b.htotal && a.vdisplay == b.vdisplay && a.vsync_start == b.vsync_start
      && a.vsync_end == b.vsync_end && a.vtotal == b.vtotal
  }

  /// The index of the best mode: the user's, else the preferred one, else the current one, else
  /// the first.
  ///
  /// Drivers list the largest and fastest first. Never chosen are modes without pixels, modes larger than the
  /// renderer draws (16384 to a side), and modes that send more than `limit` pixels per millisecond.
  package static func best(
    of modes: [Mode], keeping present: Mode? = nil, upTo limit: Int64 = .max
  ) -> Int? {
    var best: Int?
    var rank = -1
    for (index, mode) in modes.enumerated() where mode.isDrawable && mode.pixelRate <= limit {
      var own = mode.isFromUser ? 3 : mode.isPreferred ? 2 : 0
      if own == 0, let present, mode.hasSameTimings(as: present) { own = 1 }
      if own > rank { (best, rank) = (index, own) }
    }
    return best
  }
}
