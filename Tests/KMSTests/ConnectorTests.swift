// SPDX-License-Identifier: Apache-2.0

import KMS
import Testing

@Suite struct ConnectorTests {
  @Test func `the name is the kernel's`() {
    #expect(ConnectorKind.embeddedDisplayPort.name.description == "eDP")
    #expect(ConnectorKind.virtual.name.description == "Virtual")
    #expect(ConnectorKind(rawValue: 99).name.description == "Unknown")
  }
}

@Suite struct CRTCAssignmentTests {
  private let crtcs = [40, 41, 42].map { CRTCID(rawValue: $0) }

  @Test func `a connector keeps its CRTC`() {
    #expect(crtcIndices([connector(0b111, on: 42)]) == [2])
  }

  @Test func `a dark connector gets the first free CRTC`() {
    #expect(crtcIndices([connector(0b111, on: 40), connector(0b111)]) == [0, 1])
  }

  @Test func `what keeps its CRTC is not robbed by a more important one`() {
    #expect(crtcIndices([connector(0b111), connector(0b111, on: 40)]) == [1, 0])
  }

  @Test func `a connector moves when another has no choice`() {
    #expect(crtcIndices([connector(0b011), connector(0b001)]) == [1, 0])
  }

  @Test func `a whole chain moves`() {
    #expect(crtcIndices([connector(0b011), connector(0b110), connector(0b001)]) == [1, 2, 0])
  }

  @Test func `with too few CRTCs the least important stays unlit`() {
    let all = [connector(0b011), connector(0b011), connector(0b011)]
    #expect(crtcIndices(all) == [0, 1, nil])
  }

  @Test func `a taken CRTC is left alone`() {
    #expect(crtcIndices([connector(0b011, on: 40)], excluding: CRTCMask(index: 0)) == [1])
    #expect(crtcIndices([connector(0b001)], excluding: CRTCMask(index: 0)) == [nil])
  }

  @Test func `a CRTC that it cannot use is not kept`() {
    #expect(crtcIndices([connector(0b010, on: 40)]) == [1])
  }

  @Test func `every matching of small cards is largest`() {
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

  @Test func `the primary plane of the CRTC is best`() {
    let planes = [
      plane(1, .cursor, on: 40), plane(2, .overlay), plane(3, .primary), plane(4, .primary, on: 40),
    ]
    #expect(Plane.best(of: planes, for: crtc, at: 0) == 3)
  }

  @Test func `another CRTC's plane is not stolen`() {
    #expect(Plane.best(of: [plane(1, .primary, on: 41)], for: crtc, at: 0) == nil)
  }

  @Test func `a plane that cannot be on the CRTC is not chosen`() {
    #expect(Plane.best(of: [plane(1, .primary)], for: crtc, at: 1) == nil)
  }

  @Test func `a plane without our format is not chosen`() {
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
