// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux

/// Why a display cannot be used, what was tried, and the kernel's reason.
package struct KMSError: Error, Equatable, Sendable {
  /// What the caller can do about it.
  package enum Kind: Equatable, Sendable {
    /// There is no card, or not at the path.
    case noDevice
    /// No lessor hands a lease over.
    case noLease
    /// The card may not be opened.
    case noPermission
    /// What was opened is not a card that can show anything.
    case notDisplay
    /// The card cannot give memory that the CPU can draw into.
    case noDumbBuffers
    /// No display is plugged in.
    case noConnector
    /// All connectors are disabled by output rules.
    case switchedOff
    /// The connector has no usable mode.
    case noMode
    /// All CRTCs that the display could use are taken.
    case noCRTC
    /// No plane of the CRTC shows a format that can be drawn.
    case noPlane
    /// The card has not enough bandwidth for it beside more important displays.
    case noBandwidth
    /// Another program has the card.
    case otherMaster
    /// The card was unplugged, or another driver took it over.
    case lostDevice
    /// The driver does not report that it has shown a frame.
    case stalled
    /// The memory does not suffice.
    case noMemory
    /// The driver does not accept the configuration.
    case refused
    /// Something else.
    case other
  }

  /// What was tried.
  package enum Operation: Equatable, Sendable {
    case open, capability, master, resources, connector, plane, property
    case createBuffer, mapBuffer, addFramebuffer, modeBlob, atomicCommit, setCRTC, pageFlip
    case readEvents
  }

  /// What the caller can do about it.
  package let kind: Kind
  /// What was tried.
  package let operation: Operation
  /// The kernel's reason; 0 where there was none.
  package let errno: CInt

  /// Puts an error together.
  package init(_ kind: Kind, _ operation: Operation, errno: CInt = 0) {
    self.kind = kind
    self.operation = operation
    self.errno = errno
  }

  /// Makes sense of an errno.
  @inline(never)
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

  /// An error of the module below.
  init(_ operation: Operation, _ error: SystemError) {
    self.init(operation, errno: error.errno)
  }

  /// Replaces this error by another one whose attempt came nearer to a frame on the display.
  ///
  /// Of several cards a card without display says more than one that may not be opened, and that more
  /// than one that is not there.
  package mutating func yield(to other: KMSError) {
    if other.rank > rank { self = other }
  }

  /// How near the attempt came to a frame on the display.
  package var rank: Int {
    switch kind {
    case .noDevice: 0
    case .notDisplay: 1
    case .noDumbBuffers: 2
    case .noPermission: 3
    case .noConnector: 4
    case .otherMaster: 6
    default: 5
    }
  }

  /// No card was looked at, or none is there.
  package static var nothing: KMSError { KMSError(.noDevice, .open, errno: ENOENT) }

  /// Another program is the master.
  package static var notMaster: KMSError { KMSError(.otherMaster, .master, errno: EBUSY) }

  /// Whether waiting alone may help.
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

/// Throws what minus an errno stands for.
func check(_ operation: KMSError.Operation, _ result: CInt) throws(KMSError) {
  if result < 0 { throw KMSError(operation, errno: -result) }
}
