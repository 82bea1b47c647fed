// SPDX-License-Identifier: Apache-2.0

import CDRM
import CLinux
package import Linux

/// An open KMS device; only its DRM master may configure it.
///
/// Closing it drops DRM master, and the kernel frees its objects.
package struct Card<Kernel: KernelInterface & ~Copyable>: ~Copyable {
  /// The numbers that a card can have.
  package static var numbers: Range<UInt32> { 0..<UInt32(CL_CARD_NUMBERS) }

  /// The numbers of the existing cards, as bits: bit 0 for `/dev/dri/card0`.
  ///
  /// All bits are set where the directory cannot be read.
  package static var presentNumbers: UInt64 { cl_card_numbers() }

  /// The kernel's interface to it.
  package let kernel: Kernel

  /// Whether it supports atomic commits.
  package let isAtomic: Bool

  /// The card's CRTCs, in the order of `CRTCMask`.
  package let crtcs: [CRTCID]

  /// Takes over an open card.
  ///
  /// - Throws: `.noDumbBuffers`, or `.notDisplay` for a node without CRTCs or connectors, such as a render node.
  package init(_ kernel: consuming Kernel) throws(KMSError) {
    var value: UInt64 = 0
    try check(.capability, kernel.capability(DRM_CAP_DUMB_BUFFER, &value))
    if value == 0 { throw KMSError(.noDumbBuffers, .capability) }
    let lists = try kernel.resources()
    if lists.crtcs.isEmpty || lists.connectors.isEmpty {
      throw KMSError(.notDisplay, .resources)
    }
    // The atomic capability enables universal planes too. A driver may have neither.
    isAtomic = kernel.enable(UInt64(DRM_CLIENT_CAP_ATOMIC)) == 0
    // Kernels from 6.8 on hide virtual machines' cursor planes from clients without this capability, and a
    // hidden cursor cannot be disabled. Older kernels do not have it.
    if isAtomic { _ = kernel.enable(cdrm_cap_cursor_hotspot()) }
    crtcs = lists.crtcs
    self.kernel = kernel
  }

  /// All connectors from cached probes.
  ///
  /// Nil where the kernel has not probed all of them, or none is usable. Their modes are those of the last
  /// probe.
  ///
  /// - Throws: `.lostDevice` and the like; a connector that disappears meanwhile is no error.
  package func knownConnectors() throws(KMSError) -> [Connector]? {
    let known = try connectors(forcesProbe: false)
    // A kernel without fbcon may have probed none, or only one.
    var isAnyUsable = false
    for connector in known {
      if connector.connection == .unknown { return nil }
      if connector.connection == .connected && connector.isUsable { isAnyUsable = true }
    }
    return isAnyUsable ? known : nil
  }

  /// All connectors, with a forced probe of each; may take a while on real hardware.
  ///
  /// The list is read again too: connectors of DisplayPort MST hubs come and go. Those that disappear
  /// meanwhile are left out.
  package func connectors() throws(KMSError) -> [Connector] { try connectors(forcesProbe: true) }

  private func connectors(forcesProbe: Bool) throws(KMSError) -> [Connector] {
    let lists = try kernel.resources()
    // A revoked lease has no connectors any more.
    if lists.connectors.isEmpty { throw KMSError(.lostDevice, .resources) }
    return try [Connector](capacity: lists.connectors.count) { connectors throws(KMSError) in
      for id in lists.connectors {
        do throws(KMSError) {
          connectors.append(try kernel.connector(id, forcesProbe: forcesProbe))
        } catch {
          if error.errno != ENOENT { throw error }
        }
      }
    }
  }

  /// All planes; none with drivers without atomic commits, where planes are not used.
  package func planes() throws(KMSError) -> [Plane] {
    isAtomic ? try kernel.planes() : []
  }

  /// Becomes DRM master; does nothing if it is already.
  ///
  /// The first opener is master implicitly. Others have to request it, and fail while there is a master.
  ///
  /// - Throws: `.otherMaster` while there is one, with `EACCES` where requesting is not permitted at all.
  package func becomeMaster() throws(KMSError) {
    if kernel.isMaster { return }
    try check(.master, kernel.setMaster())
  }

  /// Drops DRM master.
  package func dropMaster() {
    // Fails only for a client that is not master, or when the card is gone.
    _ = kernel.dropMaster()
  }
}

extension Card where Kernel == LibDRM {
  /// Opens the card at a path.
  ///
  /// The first to open a card without a master becomes its master.
  ///
  /// - Throws: `.noDevice`, `.noPermission`, and the errors of `init(_:)`.
  package init(opening path: borrowing Path) throws(KMSError) {
    let file: FileDescriptor
    do {
      file = try FileDescriptor(opening: path, for: .readWrite, nonblocking: true)
    } catch {
      throw KMSError(.open, error)
    }
    try self.init(LibDRM(adopting: file))
  }
}
