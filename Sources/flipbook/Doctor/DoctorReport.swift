import OutputConfiguration
import KMS
import Scanout

/// What `flipbook doctor` finds out about a machine, before it is put into words.
struct DoctorReport {
  /// The program and its version.
  var program = "flipbook 0.1.0"
  /// The kernel's release and the processor's architecture.
  var kernel = ""
  /// Who asks: permissions depend on it.
  var userNumber: UInt32 = 0
  /// The words of the kernel's command line that matter to displays and splashes.
  var kernelWords: [String] = []
  /// What is wrong with those that are ours.
  var kernelProblems: [String] = []
  /// What the kernel's command line says of outputs.
  var rules = OutputRules()
  /// The cards, in the order in which they are looked at.
  var cards: [CardReport] = []
  /// The framebuffer devices.
  var framebuffers: [FramebufferDeviceReport] = []
  /// The virtual terminal on the display, such as `tty1`; nil on a machine without any.
  var activeTerminal: String?
  /// The daemon.
  var daemon = DaemonReport()
}

/// A card as somebody sees it who does not drive it.
struct CardReport {
  /// Its device file.
  var path: String
  /// Why it cannot be used at all; then most of the rest is unknown.
  var failure: KMSError?
  /// The driver's name, such as `i915`, its version and what it says of itself.
  var driver = ""
  var driverVersion = ""
  var driverDescription = ""
  /// Where the device is, such as `pci 0000:00:02.0`.
  var bus = ""
  /// Whether another program is its master.
  var hasOtherMaster = false
  /// Who that is, where the kernel tells: a name and a process number.
  var master: String?
  /// Whether commits are atomic.
  var isAtomic = false
  /// The kernel's capabilities of it, by name.
  var capabilities: [(name: String, value: UInt64)] = []
  var connectors: [Connector] = []
  /// What displays tell of themselves, by the numbers of their connectors.
  var displays: [ConnectorID: EDIDFacts] = [:]
  var crtcs: [CRTCReport] = []
  var planes: [PlaneReport] = []

  init(path: String) { self.path = path }

  /// Whether it shows what the firmware has set up, until a driver of the hardware comes.
  var isFirmware: Bool {
    ["simpledrm", "efidrm", "vesadrm", "ofdrm"].contains(driver)
  }
}

/// What a CRTC shows.
struct CRTCReport {
  var id: CRTCID
  /// Its mode, such as `1280x800@60.00`; nil where it is off.
  var mode: String?
  var framebuffer: FramebufferReport?
}

/// A plane, with all the formats that it shows.
struct PlaneReport {
  var plane: Plane
  var formats: [String]
  var framebuffer: FramebufferReport?
}

/// What is on a CRTC or a plane.
struct FramebufferReport: Equatable {
  var id: UInt32
  /// Zero where the kernel does not tell.
  var width = 0
  var height = 0
  var format = ""
}

/// A device of the older interface.
struct FramebufferDeviceReport: Equatable {
  var path: String
  var name: String
  var width: Int
  var height: Int
  var bitsPerPixel: Int
  /// How its pixels are stored; nil where they cannot be drawn, or we may not look.
  var format: String?
  /// Whether we may open it.
  var isAccessible: Bool

  /// Whether the daemon could draw to it.
  var isUsable: Bool { isAccessible && format != nil }
}

/// The daemon as a client sees it.
struct DaemonReport: Equatable {
  var socket = ""
  /// What it answers to `status`; nil where nobody answers.
  var status: String?
  /// Why nobody answers.
  var failure: String?
}
