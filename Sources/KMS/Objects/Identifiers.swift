/// The kernel's number of a connector: a place to plug a display in.
public struct ConnectorID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's number of a CRTC: what reads pixels at a mode's rate.
public struct CRTCID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's number of a plane: what places a framebuffer on a CRTC.
public struct PlaneID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's number of a framebuffer.
public struct FramebufferID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's number of a property; the same property has different numbers on different cards.
struct PropertyID: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt32
}

/// A set of CRTCs, by their places in the card's list.
public struct CRTCMask: OptionSet, Sendable {
  /// Bit n is the CRTC at place n.
  public let rawValue: UInt32

  /// Takes the kernel's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of one CRTC.
  public init(index: Int) { rawValue = 1 << UInt32(index) }

  /// Whether the CRTC at a place belongs to it.
  public func contains(index: Int) -> Bool { index < 32 && rawValue >> UInt32(index) & 1 == 1 }
}
