// SPDX-License-Identifier: Apache-2.0

/// The kernel's id of a connector.
package struct ConnectorID: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
  /// The number.
  package let rawValue: UInt32

  /// An ID from the kernel's number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's id of a CRTC.
package struct CRTCID: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
  /// The number.
  package let rawValue: UInt32

  /// An ID from the kernel's number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's id of a plane.
package struct PlaneID: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
  /// The number.
  package let rawValue: UInt32

  /// An ID from the kernel's number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's id of a framebuffer.
package struct FramebufferID: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
  /// The number.
  package let rawValue: UInt32

  /// An ID from the kernel's number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's id of a property; ids differ from card to card.
package struct PropertyID: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
  /// The number; 0 for no property.
  package let rawValue: UInt32

  /// An ID from the kernel's number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A set of CRTCs, by their indices in the card's list.
package struct CRTCMask: OptionSet, Sendable {
  /// Bit n is the CRTC at index n.
  package let rawValue: UInt32

  /// A set from the kernel's bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of one CRTC.
  package init(index: Int) { rawValue = 1 << UInt32(index) }

  /// Whether the set contains the CRTC at an index.
  package func contains(index: Int) -> Bool { index < 32 && rawValue >> UInt32(index) & 1 == 1 }
}
