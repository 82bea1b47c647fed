// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import ToolSupport
import KMS
import OutputConfiguration
import Raster
import Scanout
import Linux
import Testing

@testable import Doctor

@Suite struct DoctorReportTests {
  private func mode(
    _ width: Int, _ height: Int, kilohertz: Int = 60_000, isPreferred: Bool = false
  ) -> Mode {
    Mode(
      width: width, height: height, clockInKilohertz: kilohertz, horizontalTotal: 1000,
      verticalTotal: 1000, isPreferred: isPreferred)
  }

  /// A card with three connectors and one CRTC.
  private var card: CardReport {
    var card = CardReport(path: "/dev/dri/card0")
    (card.driver, card.driverVersion, card.driverDescription) = ("i915", "1.6.0", "Intel Graphics")
    card.bus = "pci 0000:00:02.0 (8086:46a6)"
    card.isAtomic = true
    card.capabilities = [("dumb_buffer", 1), ("cursor_width", 256)]
    let mask = CRTCMask(index: 0)
    card.connectors = [
      Connector(
        id: ConnectorID(rawValue: 100), kind: .embeddedDisplayPort,
        sizeInMillimetres: PhysicalSize(width: 94, height: 151), panelOrientation: .rightSideUp,
        modes: [mode(800, 1280, isPreferred: true), mode(640, 480, kilohertz: 59_940)],
        possibleCRTCs: mask, crtc: CRTCID(rawValue: 50)),
      Connector(
        id: ConnectorID(rawValue: 101), kind: .hdmi, modes: [mode(1920, 1080)], possibleCRTCs: mask),
      Connector(
        id: ConnectorID(rawValue: 102), kind: .displayPort, connection: .disconnected, modes: [],
        possibleCRTCs: mask),
    ]
    card.crtcs = [
      CRTCReport(
        id: CRTCID(rawValue: 50), mode: "800x1280@60.00",
        framebuffer: FramebufferReport(id: 70, width: 800, height: 1280, format: "XR24"))
    ]
    card.planes = [
      PlaneReport(
        plane: Plane(
          id: PlaneID(rawValue: 31), kind: .primary, possibleCRTCs: mask,
          crtc: CRTCID(rawValue: 50)),
        formats: ["XR24", "NV12"],
        framebuffer: FramebufferReport(id: 70, width: 800, height: 1280, format: "XR24")),
      PlaneReport(
        plane: Plane(
          id: PlaneID(rawValue: 32), kind: .cursor, possibleCRTCs: mask, format: .argb8888),
        formats: ["AR24"], framebuffer: nil),
    ]
    return card
  }

  private func report(_ cards: [CardReport]) -> DoctorReport {
    var report = DoctorReport()
    report.kernel = "6.12.0 (x86_64)"
    report.cards = cards
    report.activeTerminal = "tty1"
    report.daemon = DaemonReport(
      socket: "/run/flipbook.sock", status: nil, failure: "no daemon at /run/flipbook.sock: no")
    return report
  }

  @Test func `everything is reported, and what would be done with it`() {
    #expect(
      report([card]).text == """
        flipbook 0.1.0 on Linux 6.12.0 (x86_64), as root

        /dev/dri/card0: i915 1.6.0 (Intel Graphics), pci 0000:00:02.0 (8086:46a6), native driver
          atomic, dumb_buffer=1 cursor_width=256
          eDP-1 (connector 100): connected, 94x151 mm, panel right side up, on CRTC 50
            modes: 800x1280@60.00 preferred, 640x480@59.94
            => lit: 800x1280@60.00 by CRTC 50 and plane 31 as XR24, atomic commits; scale 1.25, turned by 90 as the panel is mounted
          HDMI-A-1 (connector 101): connected
            modes: 1920x1080@60.00
            => nothing: all CRTCs that could drive it drive other displays
          DP-1 (connector 102): disconnected
            => nothing: no display is connected
          CRTC 50: 800x1280@60.00, framebuffer 70: 800x1280 XR24
          plane 31: primary for CRTCs 50: XR24 NV12, on CRTC 50, framebuffer 70: 800x1280 XR24
          plane 32: cursor for CRTCs 50: AR24

        No framebuffer device: there is no /dev/fb*.
        Virtual terminal: tty1 is active
        Kernel command line: nothing about displays
        Daemon: no daemon at /run/flipbook.sock: no

        Flipbook would show the splash on eDP-1.

        """)
  }

  // The report used the ring's scale, whatever the daemon shows.
  @Test func `the scale is that of the animation which is configured, or shown by the daemon`() {
    let narrow = connectorOfPanel(width: 240, height: 120)
    var card = card
    card.connectors[0] = narrow
    var report = report([card])
    let scales = ["flow", "download", "ring"].map { animation in
      report.options = MachineInspector.splashOptions(
        inConfiguration:
          "# FLIPBOOK_OPTIONS=no\nFLIPBOOK_OPTIONS=\"--no-label --animation \(animation)\"\n")
      return report.cards[0].verdicts(report.rules, report.animation)[0].lighting?.scale
    }
    #expect(Set(scales).count > 1)
    report.daemon.status = "state=running animation=flow"
    #expect(
      report.cards[0].verdicts(report.rules, report.animation)[0].lighting?.scale == scales[0])
    report.daemon.status = nil
    report.options = ""
    #expect("\(report.animation)" == "flow")
  }

  @Test func `what the daemon has given up is shown beside what it would show`() {
    var card = card
    let (full, low) = (mode(1920, 1080, isPreferred: true), mode(800, 600))
    let both = CRTCMask(rawValue: 0b11)
    card.crtcs.append(CRTCReport(id: CRTCID(rawValue: 51), mode: nil, framebuffer: nil))
    card.planes[1].plane = Plane(
      id: PlaneID(rawValue: 32), kind: .primary, possibleCRTCs: CRTCMask(index: 1))
    card.connectors = [1, 2].map { number in
      Connector(
        id: ConnectorID(rawValue: 100 + number), kind: .hdmi, number: number, modes: [full, low],
        possibleCRTCs: both, crtc: CRTCID(rawValue: 50), currentMode: low)
    }
    card.hasOtherMaster = true
    var report = report([card])
    #expect(!report.text.contains("the daemon"))
    report.daemon.status = "state=running display=HDMI-A-1"
    let text = report.text
    #expect(text.contains("! the daemon shows 800x600@60.00: the driver refused more"))
    #expect(text.contains("=> nothing: the daemon has given it up: the driver refused it"))
    // Another program's card gives no information about the daemon's.
    report.cards[0].hasOtherMaster = false
    #expect(!report.text.contains("given it up"))
  }

  private func connectorOfPanel(width: Int, height: Int) -> Connector {
    Connector(
      id: ConnectorID(rawValue: 100), kind: .embeddedDisplayPort,
      sizeInMillimetres: PhysicalSize(width: width / 8, height: height / 8),
      modes: [
        Mode(
          width: width, height: height, clockInKilohertz: width * height * 60 / 1000,
          horizontalTotal: width, verticalTotal: height)
      ], possibleCRTCs: CRTCMask(index: 0))
  }

  @Test func `the kernel's command line is obeyed, and what is wrong in it is reported`() {
    var report = report([card])
    let text =
      "root=/dev/secret quiet flipbook.output=HDMI-A-1:off flipbook.output=*:mode=800x600,scale=2 "
      + "flipbook.output=DP-1:scale=x"
    let bytes = Array(text.utf8)
    report.read(KernelCommandLine(bytes.span))
    #expect(report.litNames == ["eDP-1"])
    #expect(report.text.contains("=> nothing: it was switched off by flipbook.output="))
    #expect(report.text.contains("! it has no mode 800x600, which was asked for\n"))
    #expect(report.text.contains("scale 2, turned by 90 as the panel is mounted\n    ! it has"))
    #expect(!report.text.contains("secret"))
    #expect(
      report.kernelProblems == [
        "flipbook.output=…: 'scale=x': neither 'auto' nor a number from 0.25 to 16"
      ])
  }

  @Test func `another master is in the way until the daemon is it`() {
    var busy = card
    busy.hasOtherMaster = true
    busy.master = "plymouthd, process 123"
    var report = report([busy])
    #expect(report.litNames.isEmpty)
    #expect(report.text.contains("\n  master: plymouthd, process 123\n"))
    #expect(
      report.conclusion == """
        Flipbook would show nothing: /dev/dri/card0: another program has the display \
        (plymouthd, process 123); flipbookd waits for it.
        """)
    report.daemon.status = "state=running outputs=2 display=eDP-1 frames=1 display2=HDMI-A-1"
    #expect(report.conclusion == "Flipbook shows the splash on eDP-1, HDMI-A-1.")
    report.daemon.status = "state=running outputs=0 display=none"
    #expect(report.litNames.isEmpty)
  }

  @Test func `a card that cannot be opened is reported with what to do`() {
    var card = CardReport(path: "/dev/dri/card1")
    card.driver = "vkms"
    card.failure = KMSError(.noPermission, .open, errno: 13)
    let text = report([card]).text
    #expect(text.contains("  => nothing: no permission to open the KMS device: run as root"))
    #expect(text.contains("(open: error 13)"))
    #expect(text.hasSuffix("would show nothing: /dev/dri/card1: \(card.failure!.advice).\n"))
  }

  @Test func `a machine without displays is reported as such`() {
    let text = report([]).text
    #expect(text.contains("No display device: there is no /dev/dri/card*.\n"))
    let reason = "no KMS device (/dev/dri/card*): no graphics driver is loaded"
    #expect(text.contains("\nFlipbook would show nothing: \(reason)"))
  }

  @Test func `a framebuffer device is the last resort`() {
    var report = report([])
    let palette = FramebufferDeviceReport(
      path: "/dev/fb0", name: "VGA16 VGA", width: 640, height: 480, bitsPerPixel: 4, format: nil,
      isAccessible: true)
    var usable = palette
    (usable.path, usable.name, usable.bitsPerPixel) = ("/dev/fb1", "VESA VGA", 16)
    usable.format = "RG16"
    report.framebuffers = [palette, usable]
    #expect(report.litNames == ["/dev/fb1"])
    #expect(
      report.text.contains(
        """
        /dev/fb0: VGA16 VGA, 640x480, 4 bits per pixel
          => nothing: its pixel layout is not supported
        /dev/fb1: VESA VGA, 640x480, 16 bits per pixel as RG16
          => lit: there is no display device that can be opened

        """))
    report.cards = [card]
    #expect(report.litNames == ["eDP-1"])
    #expect(report.text.contains("=> nothing: it is only used as long as no display device"))
    usable.isAccessible = false
    (report.cards, report.framebuffers) = ([], [usable])
    #expect(report.litNames.isEmpty)
    #expect(report.text.contains("=> nothing: no permission to open it"))
  }

  @Test func `an older driver and the firmware's framebuffer are distinguished`() {
    var card = card
    (card.driver, card.isAtomic) = ("simpledrm", false)
    let text = report([card]).text
    #expect(text.contains(", the firmware's framebuffer\n  not atomic, dumb_buffer=1"))
    #expect(text.contains("by CRTC 50 as XR24, older calls;"))
  }

  @Test func `the schema for programs is stable`() {
    let json = report([card]).json.text()
    #expect(json.hasPrefix("{\n  \"schema\": 1,\n  \"program\": \"flipbook 0.1.0\",\n"))
    for line in [
      #""shows": true,"#, #""displays": ["#, #""name": "eDP-1","#,
      #""panelOrientation": "right side up","#,
      #""hertz": 59.94,"#, #""lit": true,"#, #""scale": 1.25,"#, #""rotation": 90,"#,
      #""rotationReason": "panel""#, #""remark": "no display is connected""#,
      #""possibleCRTCs": ["#, #""activeTerminal": "tty1","#, #""status": null,"#,
    ] {
      #expect(json.contains(line), "\(line)")
    }
  }

  @Test(arguments: [
    (
      "DRIVER=i915\nPCI_CLASS=30000\nPCI_ID=8086:46A6\nPCI_SLOT_NAME=0000:00:02.0\n",
      "pci 0000:00:02.0 (8086:46a6)"
    ),
    ("DRIVER=vc4-drm\nOF_NAME=gpu\nOF_FULLNAME=/gpu\nMODALIAS=of:NgpuT(null)\n", "devicetree /gpu"),
    ("DRIVER=simple-framebuffer\nMODALIAS=platform:simple-framebuffer\n", "platform"),
    ("DEVTYPE=usb_interface\nDRIVER=udl\nPRODUCT=17e9/1b8/1\n", "usb 17e9/1b8/1"), ("", ""),
  ])
  func `the bus is known from the device's uevent`(text: String, bus: String) {
    #expect(CardInspector.bus(fromUevent: text) == bus)
  }

  @Test func `the master is found among the clients`() {
    let text = """
                   command   tgid dev master a   uid      magic
                systemd-logind  412   0   n    y     0          0
                 Web Content    900   0   y    y     0          0
      """
    #expect(CardInspector.master(inClients: text) == "Web Content, process 900")
    #expect(CardInspector.master(inClients: "") == nil)
    #expect(CardInspector.master(inClients: "a b c\nd e f\n1 2 3 4 5 6 7") == nil)
  }
}

@Suite struct EDIDFactsTests {
  /// An EDID block of a display called `name`, with a correct checksum.
  private func block(_ name: String) -> [UInt8] {
    var bytes: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0, 0x10, 0xAC, 0x34, 0x12]
    bytes += [UInt8](repeating: 0, count: 116)
    bytes[17] = 31
    bytes.replaceSubrange(72..<77, with: [0, 0, 0, 0xFC, 0])
    let text = Array((name + "\n").utf8).prefix(13)
    bytes.replaceSubrange(77..<77 + text.count, with: text)
    bytes[127] = 0 &- bytes[..<127].reduce(0, &+)
    return bytes
  }

  @Test func `a display is called by its maker and its name`() throws {
    let facts = try #require(EDIDFacts(block("U2720Q")))
    #expect(facts.maker == "DEL" && facts.name == "U2720Q" && facts.product == 0x1234)
    #expect(facts.year == 2021 && facts.line == "DEL U2720Q")
    #expect(EDIDFacts(block("Thirteen long"))?.name == "Thirteen long")
    #expect(EDIDFacts(block(""))?.line == "DEL 4660")
  }

  @Test func `a name that is no text does no harm`() {
    #expect(EDIDFacts(block("a\u{1B}[31m"))?.name == "a [31m")
  }

  @Test func `what is no EDID is none`() {
    #expect(EDIDFacts([]) == nil)
    #expect(EDIDFacts(Array(block("x").dropLast())) == nil)
    for index in [0, 7, 60, 127] {
      var bytes = block("x")
      bytes[index] ^= 1
      #expect(EDIDFacts(bytes) == nil, "\(index)")
    }
  }
}

@Suite struct JSONTests {
  @Test func `values are written as RFC 8259 says`() {
    let value = JSON.object([
      ("a", .array([.number(-1), .bool(false), .null, .decimal("1.25")])), ("b", .array([])),
      ("c", .object([])), ("\"\\", .string("x\n\u{1}é\u{85}")),
    ])
    #expect(
      value.text() == """
        {
          "a": [
            -1,
            false,
            null,
            1.25
          ],
          "b": [],
          "c": {},
          "\\"\\\\": "x\\u000a\\u0001é\\u0085"
        }
        """)
  }
}
