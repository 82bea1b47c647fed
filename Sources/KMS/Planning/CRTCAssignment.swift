// SPDX-License-Identifier: Apache-2.0

/// The assignment of CRTCs to connectors.
///
/// It is a matching in a bipartite graph: each connector, in the order of importance, gets a CRTC, and may
/// move other connectors to different ones (augmenting paths; C. Berge, 1957). A connector that already has
/// a CRTC tries to keep it.
package struct CRTCAssignment: Sendable {
  /// For each CRTC of the card's list the index of its connector, or -1; the kernel has at most 32.
  private var owners = InlineArray<32, Int>(repeating: -1)
  private let crtcCount: Int

  /// Assigns CRTCs to connectors, the most important first.
  ///
  /// `crtcs` is the card's list, `taken` the CRTCs that must not be touched. As many connectors as possible
  /// get a CRTC.
  package init(connectors: [Connector], crtcs: [CRTCID], excluding taken: CRTCMask = []) {
    crtcCount = min(crtcs.count, 32)
    for (index, connector) in connectors.enumerated() {
      for crtcIndex in 0..<crtcCount where crtcs[crtcIndex] == connector.crtc {
        if owners[crtcIndex] < 0
          && connector.possibleCRTCs.subtracting(taken).contains(index: crtcIndex)
        {
          owners[crtcIndex] = index
        }
      }
    }
    for index in connectors.indices where crtcIndex(ofConnector: index) == nil {
      var tried = taken
      _ = assign(index, connectors, tried: &tried)
    }
  }

  /// The index of a connector's CRTC in the card's list; nil where it gets none.
  package func crtcIndex(ofConnector index: Int) -> Int? {
    for crtcIndex in 0..<crtcCount where owners[crtcIndex] == index { return crtcIndex }
    return nil
  }

  private mutating func assign(
    _ index: Int, _ connectors: [Connector], tried: inout CRTCMask
  ) -> Bool {
    for crtcIndex in 0..<crtcCount
    where connectors[index].possibleCRTCs.contains(index: crtcIndex) && owners[crtcIndex] < 0
      && !tried.contains(index: crtcIndex)
    {
      owners[crtcIndex] = index
      return true
    }
    for crtcIndex in 0..<crtcCount
    where connectors[index].possibleCRTCs.contains(index: crtcIndex)
      && !tried.contains(index: crtcIndex)
    {
      tried.formUnion(CRTCMask(index: crtcIndex))
      if owners[crtcIndex] < 0 || !assign(owners[crtcIndex], connectors, tried: &tried) { continue }
      owners[crtcIndex] = index
      return true
    }
    return false
  }
}
