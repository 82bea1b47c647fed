// SPDX-License-Identifier: Apache-2.0

extension DisplayPlan.UnlitReason {
  /// The error for this reason.
  package var error: KMSError {
    switch self {
    case .off: KMSError(.switchedOff, .connector)
    case .noMode: KMSError(.noMode, .connector)
    case .noCRTC: KMSError(.noCRTC, .resources)
    case .noPlane: KMSError(.noPlane, .plane)
    case .noBandwidth: KMSError(.noBandwidth, .atomicCommit)
    }
  }
}

extension KMSError {
  /// The failure and its remedy, for a log line.
  package var advice: StaticString {
    switch kind {
    case .noDevice:
      "no KMS device (/dev/dri/card*): no graphics driver is loaded"
    case .noLease:
      "nobody leases connectors there: asking again"
    case .noPermission:
      "no permission to open the KMS device: run as root or as a member of the group video"
    case .notDisplay:
      "not a KMS device (no CRTC)"
    case .noDumbBuffers:
      "the driver has no dumb buffers: another driver is needed"
    case .noConnector:
      "no connected display: plug one in, or switch it on"
    case .switchedOff:
      "all connectors are disabled by output rules: enable one (NAME:on)"
    case .noMode:
      "the connector has no usable mode: set one with video= on the kernel command line"
    case .noCRTC:
      "no free CRTC: unplug another display"
    case .noPlane:
      "no plane with a supported pixel format: another driver is needed"
    case .noBandwidth:
      "the driver refuses all of its modes beside the other displays: set lower ones (NAME:mode=WxH)"
    case .otherMaster:
      "another program is DRM master (a compositor, X, Plymouth): stop it or switch to another VT"
    case .lostDevice:
      "device removed: unplugged, or replaced by another driver"
    case .stalled:
      "page flip timed out: repeating the modeset"
    case .noMemory:
      "not enough memory for a framebuffer: choose a smaller mode with video= on the kernel command line"
    case .refused:
      "the driver rejected the configuration: try another mode with video= on the kernel command line"
    case .other:
      "the driver failed: see the kernel log (dmesg)"
    }
  }

  /// The failed operation, for a log line.
  package var operationName: StaticString {
    switch operation {
    case .open: "open"
    case .capability: "get capability"
    case .master: "become master"
    case .resources: "get resources"
    case .connector: "get connector"
    case .plane: "get plane"
    case .property: "get property"
    case .createBuffer: "create dumb buffer"
    case .mapBuffer: "map dumb buffer"
    case .addFramebuffer: "add framebuffer"
    case .modeBlob: "create mode blob"
    case .atomicCommit: "atomic commit"
    case .setCRTC: "set CRTC"
    case .pageFlip: "page flip"
    case .readEvents: "read events"
    }
  }
}
