extension KMSError {
  /// What is wrong, and what to do about it: one line without its end.
  public var advice: StaticString {
    switch kind {
    case .noDevice:
      "no display device: is there a graphics driver (/dev/dri/card*)? Load one, or name it with --device"
    case .noPermission:
      "no permission to open the display device: run as root or as a member of the group video"
    case .notDisplay:
      "not a KMS device (no CRTC)"
    case .noDumbBuffers:
      "this display device gives no memory to draw into: another driver is needed for it"
    case .noConnector:
      "no display is connected: plug one in, or switch it on"
    case .switchedOff:
      "all displays are switched off by --output or flipbook.output=: say NAME:on for one of them"
    case .noMode:
      "the connected display tells no usable mode: set one with video= on the kernel's command line"
    case .noCRTC:
      "the display device can drive no further display: unplug one of the others"
    case .noPlane:
      "the display device shows no picture in a format that can be drawn: another driver is needed for it"
    case .otherMaster:
      "another program has the display: stop it (a compositor, X, Plymouth) or switch away from it"
    case .lostDevice:
      "the display device is gone: it was unplugged, or another driver takes it over"
    case .stalled:
      "the display driver does not report that it has shown a frame: setting the display up again"
    case .noMemory:
      "no memory for the picture: choose a smaller mode with video= on the kernel's command line"
    case .refused:
      "the display driver refuses the configuration: try another mode with video= on the kernel's command line"
    case .other:
      "the display driver failed: the kernel's log (dmesg) may say why"
    }
  }

  /// What was tried, as words for a log line.
  public var operationName: StaticString {
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
