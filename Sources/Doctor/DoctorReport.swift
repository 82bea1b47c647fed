// SPDX-License-Identifier: Apache-2.0

package import OutputConfiguration
package import KMS
import Scanout

/// The findings of `flipbook doctor` about a machine, before they are formatted.
package struct DoctorReport {
  /// The program and its version.
  package var program = "flipbook 0.1.0"
  /// The kernel's release and the processor's architecture.
  package var kernel = ""
  /// The user: permissions depend on it.
  package var userNumber: UInt32 = 0
  /// The words of the kernel's command line that affect displays and splashes.
  package var kernelWords: [String] = []
  /// The errors in Flipbook's own words of it.
  package var kernelProblems: [String] = []
  /// The options of the system's splash in its configuration.
  package var options = ""
  /// The kernel command line's rules for outputs.
  package var rules = OutputRules()
  /// The cards, in the order of inspection.
  package var cards: [CardReport] = []
  /// The framebuffer devices.
  package var framebuffers: [FramebufferDeviceReport] = []
  /// The virtual terminal on the display, such as `tty1`; nil on a machine without any.
  package var activeTerminal: String?
  /// The daemon.
  package var daemon = DaemonReport()
}

/// A card, seen by a process that does not drive it.
package struct CardReport {
  /// Its device file.
  package var path: String
  /// Why it cannot be used at all; then most other values are unknown.
  package var failure: KMSError?
  /// The driver's name, such as `i915`, its version and its description of itself.
  package var driver = ""
  package var driverVersion = ""
  package var driverDescription = ""
  /// The device's location, such as `pci 0000:00:02.0`.
  package var bus = ""
  /// Whether another program is its DRM master.
  package var hasOtherMaster = false
  /// The master's process, if the kernel reports it: a name and a PID.
  package var master: String?
  /// Whether commits are atomic.
  package var isAtomic = false
  /// The kernel's capabilities of it, by name.
  package var capabilities: [(name: String, value: UInt64)] = []
  package var connectors: [Connector] = []
  /// The displays' descriptions of themselves, by connector.
  package var displays: [ConnectorID: EDIDFacts] = [:]
  package var crtcs: [CRTCReport] = []
  package var planes: [PlaneReport] = []

  package init(path: String) { self.path = path }

  /// Whether it is a driver of the firmware's framebuffer, in use until a driver for the hardware
  /// is loaded.
  package var isFirmware: Bool {
    ["simpledrm", "efidrm", "vesadrm", "ofdrm"].contains(driver)
  }
}

/// A CRTC's mode and framebuffer.
package struct CRTCReport {
  package var id: CRTCID
  /// Its mode, such as `1280x800@60.00`; nil where it is off.
  package var mode: String?
  package var framebuffer: FramebufferReport?
}

/// A plane, with all its formats.
package struct PlaneReport {
  package var plane: Plane
  package var formats: [String]
  package var framebuffer: FramebufferReport?
}

/// A framebuffer of a CRTC or a plane.
package struct FramebufferReport: Equatable {
  package var id: UInt32
  /// Zero where the kernel does not report it.
  package var width = 0
  package var height = 0
  package var format = ""
}

/// A framebuffer device.
package struct FramebufferDeviceReport: Equatable {
  package var path: String
  package var name: String
  package var width: Int
  package var height: Int
  package var bitsPerPixel: Int
  /// The pixel format; nil where it cannot be drawn, or without permission.
  package var format: String?
  /// Whether this user may open it.
  package var isAccessible: Bool

  /// Whether the daemon could draw to it.
  package var isUsable: Bool { isAccessible && format != nil }
}

/// The daemon, seen by a client.
package struct DaemonReport: Equatable {
  package var socket = ""
  /// Its reply to `status`; nil without a daemon.
  package var status: String?
  /// Why no daemon answers.
  package var failure: String?
}
