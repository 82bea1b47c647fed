// SPDX-License-Identifier: Apache-2.0

import CLinux
import Fbdev
import Raster
import Scanout
import Testing

/// The report of a driver, as short as a test allows.
private struct Device {
  var fixed = fb_fix_screeninfo()
  var variable = fb_var_screeninfo()

  /// 640 × 480 in XRGB8888 at 60 Hz, memory for one frame.
  init() {
    fixed.type = UInt32(FB_TYPE_PACKED_PIXELS)
    fixed.visual = UInt32(FB_VISUAL_TRUECOLOR)
    variable.xres = 640
    variable.yres = 480
    variable.xres_virtual = 640
    variable.yres_virtual = 480
    variable.pixclock = 39_722
    variable.left_margin = 48
    variable.right_margin = 16
    variable.hsync_len = 96
    variable.upper_margin = 33
    variable.lower_margin = 10
    variable.vsync_len = 2
    setBits(32, red: (16, 8), green: (8, 8), blue: (0, 8))
  }

  mutating func setBits(
    _ bits: UInt32, red: (UInt32, UInt32), green: (UInt32, UInt32), blue: (UInt32, UInt32),
    alpha: (UInt32, UInt32) = (0, 0)
  ) {
    variable.bits_per_pixel = bits
    variable.red = fb_bitfield(offset: red.0, length: red.1, msb_right: 0)
    variable.green = fb_bitfield(offset: green.0, length: green.1, msb_right: 0)
    variable.blue = fb_bitfield(offset: blue.0, length: blue.1, msb_right: 0)
    variable.transp = fb_bitfield(offset: alpha.0, length: alpha.1, msb_right: 0)
    fixed.line_length = variable.xres * bits / 8
    fixed.smem_len = fixed.line_length * variable.yres_virtual
  }

  mutating func makeRoom(rows: UInt32, step: UInt16 = 1) {
    variable.yres_virtual = rows
    fixed.smem_len = fixed.line_length * rows
    fixed.ypanstep = step
  }

  var layout: FramebufferLayout? { FramebufferLayout(fixed, variable, pageSize: 4096) }
}

@Suite struct FramebufferLayoutTests {
  @Test func `memory for one frame has one buffer`() throws {
    let layout = try #require(Device().layout)
    #expect(layout.size == PixelSize(width: 640, height: 480))
    #expect(layout.format == .xrgb8888)
    #expect(layout.strideInBytes == 2560)
    #expect(layout.firstStart == 0)
    #expect(layout.secondStart == nil)
    #expect(layout.mappedSize == 2560 * 480)
    #expect(layout.refreshMillihertz == 59_940)
  }

  @Test func `the first frame goes where nothing is shown`() throws {
    var device = Device()
    device.makeRoom(rows: 960)
    let layout = try #require(device.layout)
    #expect(layout.firstRow == 480 && layout.secondRow == 0)
    #expect(layout.firstStart == 2560 * 480 && layout.secondStart == 0)
    device.variable.yoffset = 480
    let other = try #require(device.layout)
    #expect(other.firstRow == 0 && other.secondRow == 480)
  }

  @Test func `without panning the visible buffer is the only one`() throws {
    var device = Device()
    device.makeRoom(rows: 1000, step: 0)
    device.variable.yoffset = 13
    let layout = try #require(device.layout)
    #expect(layout.secondStart == nil)
    #expect(layout.firstStart == 13 * 2560)
    device.fixed.ypanstep = 1
    device.variable.yoffset = 0
    var panning = try #require(device.layout)
    #expect(panning.secondStart == 0)
    panning.giveUpPanning()
    #expect(panning.secondStart == nil && panning.firstStart == 0 && panning.firstRow == 0)
  }

  @Test func `steps of panning are kept`() throws {
    var device = Device()
    device.makeRoom(rows: 960, step: 16)
    #expect(try #require(device.layout).secondStart != nil)
    device.makeRoom(rows: 960, step: 7)
    #expect(try #require(device.layout).secondStart == nil)
  }

  @Test func `the byte order comes from the bitfields`() throws {
    var device = Device()
    device.setBits(32, red: (0, 8), green: (8, 8), blue: (16, 8))
    #expect(device.layout?.format == .xbgr8888)
    device.setBits(32, red: (16, 8), green: (8, 8), blue: (0, 8), alpha: (24, 8))
    #expect(device.layout?.format == .argb8888)
    device.setBits(32, red: (20, 10), green: (10, 10), blue: (0, 10))
    #expect(device.layout?.format == .xrgb2101010)
    device.setBits(24, red: (16, 8), green: (8, 8), blue: (0, 8))
    #expect(device.layout?.format == .rgb888)
    device.setBits(16, red: (11, 5), green: (5, 6), blue: (0, 5))
    #expect(device.layout?.format == .rgb565)
  }

  @Test func `what cannot be drawn is refused`() {
    var device = Device()
    device.setBits(16, red: (10, 5), green: (5, 5), blue: (0, 5))
    #expect(device.layout == nil)
    device.setBits(8, red: (0, 8), green: (0, 8), blue: (0, 8))
    #expect(device.layout == nil)
    device.setBits(32, red: (0, 8), green: (8, 8), blue: (16, 8), alpha: (24, 8))
    #expect(device.layout == nil)
    device = Device()
    device.fixed.visual = UInt32(FB_VISUAL_PSEUDOCOLOR)
    #expect(device.layout == nil)
    device = Device()
    device.fixed.type = UInt32(FB_TYPE_PLANES)
    #expect(device.layout == nil)
    device = Device()
    device.variable.red.msb_right = 1
    #expect(device.layout == nil)
  }

  @Test func `memory smaller than a frame is refused`() {
    var device = Device()
    device.fixed.smem_len -= 1
    #expect(device.layout == nil)
    device = Device()
    device.fixed.line_length = 2559
    #expect(device.layout == nil)
    device = Device()
    device.fixed.line_length = 2562
    device.fixed.smem_len = 2562 * 480
    #expect(device.layout == nil)
    device = Device()
    device.variable.xres = 0
    #expect(device.layout == nil)
    device = Device()
    device.variable.xres = 20000
    #expect(device.layout == nil)
    device = Device()
    device.fixed.smem_start = 2
    #expect(device.layout == nil)
  }

  @Test func `numbers that no display has are refused`() {
    for field in [\fb_var_screeninfo.xres, \.yres, \.xoffset, \.yoffset] {
      for number: UInt32 in [.max, .max - 100, 1 << 31] {
        var device = Device()
        device.variable[keyPath: field] = number
        #expect(device.layout == nil)
      }
    }
    var device = Device()
    device.fixed.line_length = .max
    #expect(device.layout == nil)
  }

  @Test func `memory beyond two gigabytes is not mapped`() throws {
    var device = Device()
    (device.variable.yres_virtual, device.fixed.smem_len) = (.max, .max)
    #expect(try #require(device.layout).mappedSize <= Int(Int32.max))
  }

  @Test func `memory that begins within a page is found`() throws {
    var device = Device()
    device.fixed.smem_start = 0xE000_0810
    let layout = try #require(device.layout)
    #expect(layout.firstStart == 0x810)
    #expect(layout.mappedSize == 0x810 + 2560 * 480)
  }

  @Test func `what is shown may begin within a row`() throws {
    var device = Device()
    device.fixed.line_length = 4096
    device.fixed.smem_len = 4096 * 480
    device.variable.xoffset = 10
    #expect(try #require(device.layout).firstStart == 40)
    device.variable.xoffset = 1000
    #expect(device.layout == nil)
  }

  @Test(arguments: [
    (UInt32(0), 60_000), (1, 60_000), (4_000_000_000, 60_000), (6_734, 353_572),
    (39_722, 59_940), (79_444, 29_970), (300_000, 60_000),
  ])
  func `the rate comes from the pixel clock unless that is nonsense`(clock: UInt32, millihertz: Int)
    throws
  {
    var device = Device()
    device.variable.pixclock = clock
    #expect(try #require(device.layout).refreshMillihertz == millihertz)
  }

  @Test func `interlaced fields and doubled lines count`() throws {
    var device = Device()
    device.variable.vmode = UInt32(FB_VMODE_INTERLACED)
    #expect(try #require(device.layout).refreshMillihertz == 119_881)
    device.variable.vmode = UInt32(FB_VMODE_DOUBLE)
    #expect(try #require(device.layout).refreshMillihertz == 29_970)
  }

  @Test func `the size on the wall may be unknown`() throws {
    var device = Device()
    #expect(try #require(device.layout).sizeInMillimetres == nil)
    (device.variable.width, device.variable.height) = (.max, .max)
    #expect(try #require(device.layout).sizeInMillimetres == nil)
    (device.variable.width, device.variable.height) = (320, 180)
    #expect(
      try #require(device.layout).sizeInMillimetres == PhysicalSize(width: 320, height: 180))
  }
}
