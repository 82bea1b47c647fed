// SPDX-License-Identifier: Apache-2.0

/// The kernel's id of a connector.
public struct ConnectorID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's id of a CRTC.
public struct CRTCID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's id of a plane.
public struct PlaneID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's id of a framebuffer.
public struct FramebufferID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's id of a property; ids differ from card to card.
struct PropertyID: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt32
}

/// A set of CRTCs, by their indices in the card's list.
public struct CRTCMask: OptionSet, Sendable {
  /// Bit n is the CRTC at index n.
  public let rawValue: UInt32

  /// Takes the kernel's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of one CRTC.
  public init(index: Int) { rawValue = 1 << UInt32(index) }

  /// Whether the CRTC at an index belongs to it.
  public func contains(index: Int) -> Bool { index < 32 && rawValue >> UInt32(index) & 1 == 1 }
}
