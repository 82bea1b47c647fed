import CDRM
import CLinux
public import Linux

/// A display device, opened; ours alone to configure while we are its master.
///
/// Closing it gives the mastership back, and the kernel frees what was made on it.
public struct Card: ~Copyable, Sendable {
  /// Where cards are looked for: `/dev/dri/card0` and so on.
  public static let searchedCardCount: UInt32 = 64

  /// The open file, to poll for events; reads do not wait.
  public let descriptor: FileDescriptor

  /// Whether it takes atomic commits.
  public let isAtomic: Bool

  /// What reads pixels at a mode's rate; their order is that of `CRTCMask`.
  public let crtcs: [CRTCID]

  /// Opens the card at a path.
  ///
  /// Who opens a card that has no master becomes its master.
  public init(opening path: borrowing Path) throws(KMSError) {
    let file: FileDescriptor
    do {
      file = try FileDescriptor(opening: path, for: .readWrite, nonblocking: true)
    } catch {
      throw KMSError(.open, error)
    }
    var value: UInt64 = 0
    // The address is of a local, valid during the call.
    try check(.capability, unsafe cdrm_get_cap(file.number, UInt64(DRM_CAP_DUMB_BUFFER), &value))
    if value == 0 { throw KMSError(.noDumbBuffers, .capability) }
    let lists = try Ioctl.resources(file)
    if lists.crtcs.isEmpty || lists.connectors.isEmpty {
      throw KMSError(.notDisplay, .resources)
    }
    // The atomic capability brings the universal planes with it, and a driver may have neither.
    isAtomic = cdrm_set_client_cap(file.number, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
    // Kernels from 6.8 on hide the cursors of virtual machines from who does not ask for this, and a
    // cursor that is not seen cannot be switched off. Others do not know it.
    if isAtomic { _ = cdrm_set_client_cap(file.number, cdrm_cap_cursor_hotspot(), 1) }
    crtcs = lists.crtcs
    descriptor = file
  }

  /// All connectors as the kernel knows them, for a start; nil where it does not know all of them.
  ///
  /// Their lists of modes are those of when a display was last asked. Nil also where none is of use.
  public func knownConnectors() throws(KMSError) -> [Connector]? {
    let known = try connectors(forcesProbe: false)
    // A kernel that shows no console of its own may have asked none, or one only.
    var isAnyUsable = false
    for connector in known {
      if connector.connection == .unknown { return nil }
      if connector.connection == .connected && connector.isUsable { isAnyUsable = true }
    }
    return isAnyUsable ? known : nil
  }

  /// All connectors, with a forced probe of each; may take a while on real hardware.
  ///
  /// The list is read again too: connectors of DisplayPort MST hubs come and go, and those that disappear
  /// meanwhile are left out.
  public func connectors() throws(KMSError) -> [Connector] { try connectors(forcesProbe: true) }

  private func connectors(forcesProbe: Bool) throws(KMSError) -> [Connector] {
    var connectors: [Connector] = []
    for id in try Ioctl.resources(descriptor).connectors {
      do {
        connectors.append(try Ioctl.connector(descriptor, id, forcesProbe: forcesProbe))
      } catch {
        if error.errno != ENOENT { throw error }
      }
    }
    return connectors
  }

  /// All planes; none of drivers without atomic commits, which need to know of no plane.
  public func planes() throws(KMSError) -> [Plane] {
    isAtomic ? try Ioctl.planes(descriptor) : []
  }

  /// Becomes the master; does nothing if it is.
  ///
  /// The first opener is master without asking; others ask, and are refused while there is one.
  public func becomeMaster() throws(KMSError) {
    if drmIsMaster(descriptor.number) != 0 { return }
    try check(.master, cdrm_set_master(descriptor.number))
  }

  /// Lets others become the master.
  public func dropMaster() {
    // It fails only for who is none, or when the card is gone.
    _ = drmDropMaster(descriptor.number)
  }
}
