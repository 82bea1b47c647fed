// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux

/// Why a display cannot be used, the failed operation, and the errno.
package struct KMSError: Error, Equatable, Sendable {
  /// The kind of failure.
  package enum Kind: Equatable, Sendable {
    /// There is no card, or none at the given path.
    case noDevice
    /// No lessor provides a lease.
    case noLease
    /// The card may not be opened.
    case noPermission
    /// The device is not a card that can show anything.
    case notDisplay
    /// The card has no memory that the CPU can draw into.
    case noDumbBuffers
    /// No display is plugged in.
    case noConnector
    /// All connectors are disabled by output rules.
    case switchedOff
    /// The connector has no usable mode.
    case noMode
    /// All CRTCs that could drive the display are in use.
    case noCRTC
    /// No plane of the CRTC supports a format that the renderer draws.
    case noPlane
    /// The card has not enough bandwidth for it beside more important displays.
    case noBandwidth
    /// Another program is DRM master of the card.
    case otherMaster
    /// The card was unplugged, or bound to another driver.
    case lostDevice
    /// The driver does not report that a frame is shown.
    case stalled
    /// There is not enough memory.
    case noMemory
    /// The driver rejects the configuration.
    case refused
    /// Another failure.
    case other
  }

  /// The operations that can fail.
  package enum Operation: Equatable, Sendable {
    case open, capability, master, resources, connector, plane, property
    case createBuffer, mapBuffer, addFramebuffer, modeBlob, atomicCommit, setCRTC, pageFlip
    case readEvents
  }

  /// The kind of failure.
  package let kind: Kind
  /// The failed operation.
  package let operation: Operation
  /// The errno; 0 without one.
  package let errno: CInt

  /// An error of these values.
  package init(_ kind: Kind, _ operation: Operation, errno: CInt = 0) {
    self.kind = kind
    self.operation = operation
    self.errno = errno
  }

  /// The error for an errno.
  package init(_ operation: Operation, errno: CInt) {
    let kind: Kind =
      switch (operation, errno) {
      case (_, ENODEV), (.readEvents, EIO): .lostDevice
      case (.readEvents, ETIMEDOUT): .stalled
      case (.open, ENOENT), (.open, ENXIO), (.open, ENOTDIR): .noDevice
      case (.open, EACCES), (.open, EPERM): .noPermission
      case (.master, EBUSY), (.master, EINVAL), (_, EACCES), (_, EPERM): .otherMaster
      case (_, ENOMEM), (.createBuffer, ENOSPC): .noMemory
      case (.capability, ENOTTY), (.capability, EINVAL), (.capability, EOPNOTSUPP): .notDisplay
      case (.resources, EINVAL), (.resources, EOPNOTSUPP), (.resources, ENOSYS): .notDisplay
      case (_, EINVAL), (_, ERANGE), (_, ENOSPC): .refused
      default: .other
      }
    self.init(kind, operation, errno: errno)
  }

  /// The error for a `SystemError`.
  init(_ operation: Operation, _ error: SystemError) {
    self.init(operation, errno: error.errno)
  }

  /// Replaces this error by another if that attempt came nearer to a frame on the display.
  ///
  /// With several cards, a card without a display is a better report than a card that may not be
  /// opened, and that is better than a missing card.
  package mutating func yield(to other: KMSError) {
    if other.rank > rank { self = other }
  }

  /// How far the attempt got towards a frame on the display.
  package var rank: Int {
    switch kind {
    case .noDevice: 0
    case .notDisplay: 1
    case .noDumbBuffers: 2
    case .noPermission: 3
    case .noConnector: 4
    case .noLease, .switchedOff, .noMode, .noCRTC, .noPlane, .noBandwidth, .lostDevice, .stalled,
      .noMemory, .refused, .other:
      5
    case .otherMaster: 6
    }
  }

  /// No card was tried, or none exists.
  package static var nothing: KMSError { KMSError(.noDevice, .open, errno: ENOENT) }

  /// Another program is DRM master.
  package static var notMaster: KMSError { KMSError(.otherMaster, .master, errno: EBUSY) }

  /// Whether the failure may pass by itself.
  package var isTransient: Bool {
    switch kind {
    case .noDevice, .noLease, .noConnector, .noCRTC, .otherMaster, .lostDevice, .stalled,
      .noMemory:
      true
    case .noPermission, .notDisplay, .noDumbBuffers, .switchedOff, .noMode, .noPlane, .noBandwidth,
      .refused,
      .other:
      false
    }
  }
}

/// Throws the error for minus an errno.
func check(_ operation: KMSError.Operation, _ result: CInt) throws(KMSError) {
  if result < 0 { throw KMSError(operation, errno: -result) }
}
