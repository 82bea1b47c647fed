// SPDX-License-Identifier: Apache-2.0

/// Which CRTC drives which connector.
///
/// A matching in a bipartite graph: connectors, in the order of their importance, are each assigned a CRTC,
/// and move others to a different one if they can (augmenting paths, as of C. Berge, 1957). A
/// connector that already has a CRTC tries to keep it.
package struct CRTCAssignment: Sendable {
  /// For each connector the index of its CRTC in the card's list; nil where it gets none.
  package private(set) var crtcIndices: [Int?]

  private var owners: [Int?]

  /// Assigns CRTCs to connectors, the most important first.
  ///
  /// `crtcs` is the card's list, `taken` the CRTCs that are not to be touched. As many connectors as
  /// possible get one.
  package init(connectors: [Connector], crtcs: [CRTCID], excluding taken: CRTCMask = []) {
    crtcIndices = Array(repeating: nil, count: connectors.count)
    owners = Array(repeating: nil, count: min(crtcs.count, 32))
    for (index, connector) in connectors.enumerated() {
      for crtcIndex in owners.indices where crtcs[crtcIndex] == connector.crtc {
        if owners[crtcIndex] == nil
          && connector.possibleCRTCs.subtracting(taken).contains(index: crtcIndex)
        {
          (owners[crtcIndex], crtcIndices[index]) = (index, crtcIndex)
        }
      }
    }
    for index in connectors.indices where crtcIndices[index] == nil {
      var tried = taken
      _ = assign(index, connectors, tried: &tried)
    }
  }

  private mutating func assign(
    _ index: Int, _ connectors: [Connector], tried: inout CRTCMask
  ) -> Bool {
    for crtcIndex in owners.indices
    where connectors[index].possibleCRTCs.contains(index: crtcIndex) && owners[crtcIndex] == nil
      && !tried.contains(index: crtcIndex)
    {
      (owners[crtcIndex], crtcIndices[index]) = (index, crtcIndex)
      return true
    }
    for crtcIndex in owners.indices
    where connectors[index].possibleCRTCs.contains(index: crtcIndex)
      && !tried.contains(index: crtcIndex)
    {
      tried.formUnion(CRTCMask(index: crtcIndex))
      guard let owner = owners[crtcIndex], assign(owner, connectors, tried: &tried) else {
        continue
      }
      (owners[crtcIndex], crtcIndices[index]) = (index, crtcIndex)
      return true
    }
    return false
  }
}
