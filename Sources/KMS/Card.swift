import CDRM
import CLinux
public import System

/// A display device: opened, and ours alone to configure.
///
/// Closing it gives the mastership back, and the kernel frees what was made on it.
public struct Card: ~Copyable, Sendable {
  /// Where cards are looked for: `/dev/dri/card0` and so on.
  public static let searchedCardCount: UInt32 = 16

  /// The open file, to poll for events; reads do not wait.
  public let descriptor: FileDescriptor

  /// Whether it takes atomic commits.
  public let isAtomic: Bool

  let crtcs: [CRTCID]

  private let connectorIDs: [ConnectorID]

  /// Opens the card at a path and becomes its master.
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
    try Card.becomeMaster(file)
    // The atomic capability brings the universal planes with it, and a driver may have neither.
    isAtomic = cdrm_set_client_cap(file.number, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
    crtcs = lists.crtcs
    connectorIDs = lists.connectors
    descriptor = file
  }

  /// All connectors, each display asked anew; may take a while on real cables.
  ///
  /// Those that go away meanwhile are left out.
  public func connectors() throws(KMSError) -> [Connector] {
    var connectors: [Connector] = []
    for id in connectorIDs {
      do {
        connectors.append(try Ioctl.connector(descriptor, id))
      } catch {
        if error.kind == .lostDevice { throw error }
      }
    }
    return connectors
  }

  /// The first opener is master without asking; others ask, and are refused while there is one.
  private static func becomeMaster(_ file: borrowing FileDescriptor) throws(KMSError) {
    if drmIsMaster(file.number) != 0 { return }
    try check(.master, cdrm_set_master(file.number))
  }
}

extension Card {
  /// Opens the first card that has a display connected.
  ///
  /// Where there is none, the error is the one that is nearest to success: a card without display
  /// says more than a card that may not be opened, and that more than a card that is not there.
  public static func search() throws(KMSError) -> Card {
    var failure = KMSError(.noDevice, .open, errno: ENOENT)
    for number in 0..<searchedCardCount {
      do throws(KMSError) {
        let card = try Card(opening: try path(ofCard: number))
        if Connector.best(of: try card.connectors()) != nil { return card }
        throw KMSError(.noConnector, .connector)
      } catch {
        if rank(error) > rank(failure) { failure = error }
      }
    }
    throw failure
  }

  private static func path(ofCard number: UInt32) throws(KMSError) -> Path {
    var path = Path("/dev/dri/card")
    do {
      try path.append(decimal: number)
    } catch {
      throw KMSError(.open, error)
    }
    return path
  }

  /// How near to a picture an attempt came.
  package static func rank(_ error: KMSError) -> Int {
    switch error.kind {
    case .noDevice: 0
    case .notDisplay: 1
    case .noDumbBuffers: 2
    case .noPermission: 3
    case .noConnector: 4
    case .otherMaster: 6
    default: 5
    }
  }
}
