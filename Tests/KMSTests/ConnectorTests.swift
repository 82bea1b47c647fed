// SPDX-License-Identifier: Apache-2.0

import KMS
import Testing

@Suite struct ConnectorTests {
  @Test func theNameIsTheKernels() {
    #expect(ConnectorKind.embeddedDisplayPort.name.description == "eDP")
    #expect(ConnectorKind.virtual.name.description == "Virtual")
    #expect(ConnectorKind(rawValue: 99).name.description == "Unknown")
  }
}

@Suite struct CRTCAssignmentTests {
  private let crtcs = [40, 41, 42].map { CRTCID(rawValue: $0) }

  @Test func aConnectorKeepsItsCRTC() {
    #expect(crtcIndices([connector(0b111, on: 42)]) == [2])
  }

  @Test func aDarkConnectorGetsTheFirstFreeCRTC() {
    #expect(crtcIndices([connector(0b111, on: 40), connector(0b111)]) == [0, 1])
  }

  @Test func whatKeepsItsCRTCIsNotRobbedByAMoreImportantOne() {
    #expect(crtcIndices([connector(0b111), connector(0b111, on: 40)]) == [1, 0])
  }

  @Test func aConnectorMovesWhenAnotherHasNoChoice() {
    #expect(crtcIndices([connector(0b011), connector(0b001)]) == [1, 0])
  }

  @Test func aWholeChainMoves() {
    #expect(crtcIndices([connector(0b011), connector(0b110), connector(0b001)]) == [1, 2, 0])
  }

  @Test func withTooFewCRTCsTheLeastImportantStaysDark() {
    let all = [connector(0b011), connector(0b011), connector(0b011)]
    #expect(crtcIndices(all) == [0, 1, nil])
  }

  @Test func aTakenCRTCIsLeftAlone() {
    #expect(crtcIndices([connector(0b011, on: 40)], excluding: CRTCMask(index: 0)) == [1])
    #expect(crtcIndices([connector(0b001)], excluding: CRTCMask(index: 0)) == [nil])
  }

  @Test func aCRTCThatItCannotUseIsNotKept() {
    #expect(crtcIndices([connector(0b010, on: 40)]) == [1])
  }

  @Test func everyMatchingOfSmallCardsIsLargest() {
    // All cards of three connectors: as many get a CRTC as an exhaustive search can give one.
    for masks in 0..<512 {
      let parts = [masks & 7, masks >> 3 & 7, masks >> 6 & 7]
      let found = crtcIndices(parts.map { connector(UInt32($0)) })
      #expect(found.compactMap { $0 }.count == largest(parts), "masks \(parts)")
      #expect(Set(found.compactMap { $0 }).count == found.compactMap { $0 }.count)
      for (index, place) in found.enumerated() {
        if let place { #expect(parts[index] >> place & 1 == 1) }
      }
    }
  }

  private func largest(_ masks: [Int], used: Int = 0) -> Int {
    guard let first = masks.first else { return 0 }
    let rest = Array(masks.dropFirst())
    var best = largest(rest, used: used)
    for place in 0..<3 where first >> place & 1 == 1 && used >> place & 1 == 0 {
      best = max(best, 1 + largest(rest, used: used | 1 << place))
    }
    return best
  }

  private func crtcIndices(_ connectors: [Connector], excluding taken: CRTCMask = []) -> [Int?] {
    let assignment = CRTCAssignment(connectors: connectors, crtcs: crtcs, excluding: taken)
    return connectors.indices.map { assignment.crtcIndex(ofConnector: $0) }
  }

  private func connector(_ mask: UInt32, on crtc: UInt32? = nil, id: UInt32 = 1) -> Connector {
    Connector(
      id: ConnectorID(rawValue: id), kind: .hdmi, modes: [mode(640)],
      possibleCRTCs: CRTCMask(rawValue: mask), crtc: crtc.map { CRTCID(rawValue: $0) })
  }
}

@Suite struct PlaneTests {
  private let crtc = CRTCID(rawValue: 40)

  @Test func thePrimaryPlaneOfTheCRTCIsBest() {
    let planes = [
      plane(1, .cursor, on: 40), plane(2, .overlay), plane(3, .primary), plane(4, .primary, on: 40),
    ]
    #expect(Plane.best(of: planes, for: crtc, at: 0) == 3)
  }

  @Test func anotherCRTCsPlaneIsNotStolen() {
    #expect(Plane.best(of: [plane(1, .primary, on: 41)], for: crtc, at: 0) == nil)
  }

  @Test func aPlaneThatCannotBeOnTheCRTCIsNotChosen() {
    #expect(Plane.best(of: [plane(1, .primary)], for: crtc, at: 1) == nil)
  }

  @Test func aPlaneWithoutOurFormatIsNotChosen() {
    let plane = Plane(
      id: PlaneID(rawValue: 1), kind: .primary, possibleCRTCs: CRTCMask(index: 0),
      format: nil)
    #expect(Plane.best(of: [plane], for: crtc, at: 0) == nil)
  }

  private func plane(_ id: UInt32, _ kind: Plane.Kind, on crtc: UInt32? = nil) -> Plane {
    Plane(
      id: PlaneID(rawValue: id), kind: kind, possibleCRTCs: CRTCMask(index: 0),
      crtc: crtc.map { CRTCID(rawValue: $0) })
  }
}
