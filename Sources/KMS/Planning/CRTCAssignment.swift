/// Which CRTC drives which connector.
///
/// A matching in a bipartite graph: connectors in the order of their importance each look for a CRTC,
/// and move others to a different one if they can (augmenting paths, as of C. Berge, 1957). A
/// connector that already has a CRTC tries to keep it.
public struct CRTCAssignment: Sendable {
  /// For each connector the place of its CRTC in the card's list; nil where it stays dark.
  public private(set) var places: [Int?]

  private var owners: [Int?]

  /// Assigns CRTCs to connectors, the most important first.
  ///
  /// `crtcs` is the card's list, `taken` the CRTCs that are not to be touched. As many connectors as
  /// possible get one.
  public init(connectors: [Connector], crtcs: [CRTCID], excluding taken: CRTCMask = []) {
    places = Array(repeating: nil, count: connectors.count)
    owners = Array(repeating: nil, count: min(crtcs.count, 32))
    for (index, connector) in connectors.enumerated() {
      for place in owners.indices where crtcs[place] == connector.crtc {
        if owners[place] == nil && connector.possibleCRTCs.subtracting(taken).contains(place: place)
        {
          (owners[place], places[index]) = (index, place)
        }
      }
    }
    for index in connectors.indices where places[index] == nil {
      var tried = taken
      _ = assign(index, connectors, tried: &tried)
    }
  }

  private mutating func assign(
    _ index: Int, _ connectors: [Connector], tried: inout CRTCMask
  ) -> Bool {
    for place in owners.indices
    where connectors[index].possibleCRTCs.contains(place: place) && owners[place] == nil
      && !tried.contains(place: place)
    {
      (owners[place], places[index]) = (index, place)
      return true
    }
    for place in owners.indices
    where connectors[index].possibleCRTCs.contains(place: place) && !tried.contains(place: place) {
      tried.formUnion(CRTCMask(place: place))
      guard let owner = owners[place], assign(owner, connectors, tried: &tried) else { continue }
      (owners[place], places[index]) = (index, place)
      return true
    }
    return false
  }
}
