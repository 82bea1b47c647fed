/// What places a framebuffer on a CRTC, as it was when it was asked.
///
/// Corresponds to `drmModePlane`.
public struct Plane: Sendable {
  /// What a plane is for.
  public enum Kind: UInt64, Sendable {
    case overlay = 0
    case primary = 1
    case cursor = 2
  }

  /// The kernel's number.
  public let id: PlaneID
  /// What it is for.
  public let kind: Kind
  /// The CRTCs that it can be on.
  public let possibleCRTCs: CRTCMask
  /// The CRTC that it is on now.
  public let crtc: CRTCID?
  /// Whether it shows 32 bits per pixel without opacity.
  public let showsXRGB8888: Bool

  /// Puts a plane together; for tests of what chooses between planes.
  public init(
    id: PlaneID, kind: Kind, possibleCRTCs: CRTCMask, crtc: CRTCID? = nil,
    showsXRGB8888: Bool = true
  ) {
    self.id = id
    self.kind = kind
    self.possibleCRTCs = possibleCRTCs
    self.crtc = crtc
    self.showsXRGB8888 = showsXRGB8888
  }

  /// The place of the best plane for a CRTC: a primary one, best the one that is on it already.
  public static func best(of planes: [Plane], for crtc: CRTCID, at place: Int) -> Int? {
    var best: Int?
    for (index, plane) in planes.enumerated()
    where plane.kind == .primary && plane.showsXRGB8888
      && plane.possibleCRTCs.contains(place: place)
    {
      if plane.crtc == crtc { return index }
      // A plane that another CRTC shows must not be stolen from it.
      if best == nil && plane.crtc == nil { best = index }
    }
    return best
  }
}
