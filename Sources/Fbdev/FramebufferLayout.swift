// SPDX-License-Identifier: Apache-2.0

package import CLinux
package import Raster
package import Scanout

/// The position of the pixels of a framebuffer device in its memory, and their format.
///
/// Corresponds to `struct fb_fix_screeninfo` and `struct fb_var_screeninfo`.
package struct FramebufferLayout: Equatable, Sendable {
  /// The visible size.
  package let size: PixelSize
  /// The pixel format.
  package let format: PixelFormat
  /// Bytes from one row to the next.
  package let strideInBytes: Int
  /// The number of bytes to map from the beginning of the memory.
  package let mappedSize: Int
  /// The offset of each buffer's first row, in bytes; the second is nil where memory does not suffice.
  package private(set) var firstStart: Int
  package private(set) var secondStart: Int?
  /// The row of the memory where each buffer begins.
  package private(set) var firstRow: UInt32
  package let secondRow: UInt32
  /// Frames per 1000 seconds.
  package let refreshMillihertz: Int
  /// The physical size in millimetres, if the driver reports one.
  package let sizeInMillimetres: PhysicalSize?

  /// Interprets a driver's report.
  ///
  /// If the driver pans, memory above or below the visible part is used as a second buffer.
  ///
  /// Fails for pixel formats that cannot be drawn: palettes, planes, unusual channels. `pageSize` is
  /// in bytes.
  package init?(_ fixed: fb_fix_screeninfo, _ variable: fb_var_screeninfo, pageSize: Int) {
    // Within these limits no value below overflows an Int of 32 bits.
    guard 1...16384 ~= variable.xres, 1...16384 ~= variable.yres, variable.xoffset <= 1 << 20,
      variable.yoffset <= 1 << 20, 1...(1 << 17) ~= fixed.line_length,
      fixed.type == UInt32(FB_TYPE_PACKED_PIXELS),
      fixed.visual == UInt32(FB_VISUAL_TRUECOLOR)
        || fixed.visual == UInt32(FB_VISUAL_DIRECTCOLOR),
      variable.grayscale == 0, variable.nonstd == 0,
      let format = FramebufferLayout.format(of: variable)
    else { return nil }
    let (width, height) = (Int(variable.xres), Int(variable.yres))
    let stride = Int(fixed.line_length)
    let end = Int(variable.yoffset) + height
    // The device's memory may begin within a page: the mapping begins with the page.
    let offset = Int(truncatingIfNeeded: fixed.smem_start) & (pageSize - 1)
    let left = Int(variable.xoffset) * format.bytesPerPixel
    // At most 2 GB, the most that can be mapped there.
    let rows = min(
      max(Int(clamping: variable.yres_virtual), end), Int(Int32.max - 1 << 16) / stride)
    // Some drivers report no size; then it is that of the visible rows.
    let memory = fixed.smem_len == 0 ? rows * stride : Int(clamping: fixed.smem_len)
    let word = format == .rgb888 ? 1 : format.bytesPerPixel
    guard stride % word == 0, offset % word == 0, end <= rows,
      left + width * format.bytesPerPixel <= stride, end * stride <= memory
    else { return nil }
    let shown = variable.yoffset
    // The present content stays on the display until the first frame is complete, so that frame is
    // drawn elsewhere.
    let isAbove = Int(shown) >= height
    let spare = isAbove ? 0 : shown + variable.yres
    let pans =
      fixed.ypanstep > 0 && spare % UInt32(fixed.ypanstep) == 0
      && shown % UInt32(fixed.ypanstep) == 0 && Int(spare) + height <= rows
      && (Int(spare) + height) * stride <= memory
    firstRow = pans ? spare : shown
    secondRow = shown
    firstStart = offset + left + Int(firstRow) * stride
    secondStart = pans ? offset + left + Int(shown) * stride : nil
    mappedSize = offset + min(memory, rows * stride)
    size = PixelSize(width: width, height: height)
    strideInBytes = stride
    self.format = format
    refreshMillihertz = FramebufferLayout.refresh(of: variable)
    sizeInMillimetres = FramebufferLayout.size(of: variable)
  }

  /// Draws into the visible memory instead.
  package mutating func giveUpPanning() {
    guard let shown = secondStart else { return }
    (firstStart, firstRow, secondStart) = (shown, secondRow, nil)
  }

  /// The format with the driver's channel offsets; nil if there is none.
  private static func format(of variable: fb_var_screeninfo) -> PixelFormat? {
    let (red, green, blue) = (variable.red, variable.green, variable.blue)
    if red.msb_right != 0 || green.msb_right != 0 || blue.msb_right != 0 { return nil }
    let offsets = (red.offset, green.offset, blue.offset)
    let lengths = (red.length, green.length, blue.length)
    switch variable.bits_per_pixel {
    case 16: return offsets == (11, 5, 0) && lengths == (5, 6, 5) ? .rgb565 : nil
    case 24: return offsets == (16, 8, 0) && lengths == (8, 8, 8) ? .rgb888 : nil
    case 32:
      if lengths == (10, 10, 10) { return offsets == (20, 10, 0) ? .xrgb2101010 : nil }
      if lengths != (8, 8, 8) { return nil }
      // An alpha channel that counts must be full.
      if offsets == (16, 8, 0) { return variable.transp.length == 8 ? .argb8888 : .xrgb8888 }
      return offsets == (0, 8, 16) && variable.transp.length == 0 ? .xbgr8888 : nil
    default: return nil
    }
  }

  /// The mode's rate from its timings; 60 Hz if they are invalid.
  private static func refresh(of variable: fb_var_screeninfo) -> Int {
    let columns = total(
      variable.xres, variable.left_margin, variable.right_margin, variable.hsync_len)
    let rows = total(
      variable.yres, variable.upper_margin, variable.lower_margin, variable.vsync_len)
    // Within these limits no product overflows.
    guard 1...1_000_000 ~= variable.pixclock, 1...65536 ~= columns, 1...65536 ~= rows else {
      return 60_000
    }
    var picoseconds = Int64(variable.pixclock) * columns * rows
    if variable.vmode & UInt32(FB_VMODE_INTERLACED) != 0 { picoseconds /= 2 }
    if variable.vmode & UInt32(FB_VMODE_DOUBLE) != 0 { picoseconds *= 2 }
    let millihertz = (1_000_000_000_000_000 + picoseconds / 2) / max(1, picoseconds)
    return 20_000...500_000 ~= millihertz ? Int(millihertz) : 60_000
  }

  private static func total(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> Int64 {
    Int64(a) + Int64(b) + Int64(c) + Int64(d)
  }

  private static func size(of variable: fb_var_screeninfo) -> PhysicalSize? {
    let (width, height) = (Int(clamping: variable.width), Int(clamping: variable.height))
    // Unknown is 0 or -1.
    guard 1...100_000 ~= width, 1...100_000 ~= height else { return nil }
    return PhysicalSize(width: width, height: height)
  }
}
