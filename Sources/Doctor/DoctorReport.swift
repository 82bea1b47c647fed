// SPDX-License-Identifier: Apache-2.0

package import OutputConfiguration
package import KMS
import Scanout

/// What `flipbook doctor` finds out about a machine, before it is put into words.
package struct DoctorReport {
  /// The program and its version.
  package var program = "flipbook 0.1.0"
  /// The kernel's release and the processor's architecture.
  package var kernel = ""
  /// Who asks: permissions depend on it.
  package var userNumber: UInt32 = 0
  /// The words of the kernel's command line that matter to displays and splashes.
  package var kernelWords: [String] = []
  /// What is wrong with those that are ours.
  package var kernelProblems: [String] = []
  /// The options of the system's splash, as its configuration has them.
  package var options = ""
  /// The kernel command line's rules for outputs.
  package var rules = OutputRules()
  /// The cards, in the order in which they are looked at.
  package var cards: [CardReport] = []
  /// The framebuffer devices.
  package var framebuffers: [FramebufferDeviceReport] = []
  /// The virtual terminal on the display, such as `tty1`; nil on a machine without any.
  package var activeTerminal: String?
  /// The daemon.
  package var daemon = DaemonReport()
}

/// A card as seen by a process that does not drive it.
package struct CardReport {
  /// Its device file.
  package var path: String
  /// Why it cannot be used at all; then most of the rest is unknown.
  package var failure: KMSError?
  /// The driver's name, such as `i915`, its version and its description of itself.
  package var driver = ""
  package var driverVersion = ""
  package var driverDescription = ""
  /// Where the device is, such as `pci 0000:00:02.0`.
  package var bus = ""
  /// Whether another program is its master.
  package var hasOtherMaster = false
  /// Which process that is, where the kernel reports it: a name and a process number.
  package var master: String?
  /// Whether commits are atomic.
  package var isAtomic = false
  /// The kernel's capabilities of it, by name.
  package var capabilities: [(name: String, value: UInt64)] = []
  package var connectors: [Connector] = []
  /// What displays describe of themselves, by the numbers of their connectors.
  package var displays: [ConnectorID: EDIDFacts] = [:]
  package var crtcs: [CRTCReport] = []
  package var planes: [PlaneReport] = []

  package init(path: String) { self.path = path }

  /// Whether it shows what the firmware has set up, until a driver of the hardware comes.
  package var isFirmware: Bool {
    ["simpledrm", "efidrm", "vesadrm", "ofdrm"].contains(driver)
  }
}

/// What a CRTC shows.
package struct CRTCReport {
  package var id: CRTCID
  /// Its mode, such as `1280x800@60.00`; nil where it is off.
  package var mode: String?
  package var framebuffer: FramebufferReport?
}

/// A plane, with all the formats that it shows.
package struct PlaneReport {
  package var plane: Plane
  package var formats: [String]
  package var framebuffer: FramebufferReport?
}

/// What is on a CRTC or a plane.
package struct FramebufferReport: Equatable {
  package var id: UInt32
  /// Zero where the kernel does not report it.
  package var width = 0
  package var height = 0
  package var format = ""
}

/// A device of the older interface.
package struct FramebufferDeviceReport: Equatable {
  package var path: String
  package var name: String
  package var width: Int
  package var height: Int
  package var bitsPerPixel: Int
  /// How its pixels are stored; nil where they cannot be drawn, or we may not look.
  package var format: String?
  /// Whether we may open it.
  package var isAccessible: Bool

  /// Whether the daemon could draw to it.
  package var isUsable: Bool { isAccessible && format != nil }
}

/// The daemon as a client sees it.
package struct DaemonReport: Equatable {
  package var socket = ""
  /// What it answers to `status`; nil where no daemon answers.
  package var status: String?
  /// Why no daemon answers.
  package var failure: String?
}
