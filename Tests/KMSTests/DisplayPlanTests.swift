// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import KMS
import Scanout
import Testing

@Suite struct DisplayPlanTests {
  private let crtcs = [40, 41, 42].map { CRTCID(rawValue: $0) }

  @Test func `every connected display is lit the most important first`() {
    let all = [
      connector(1, .hdmi, width: 1024), connector(2, .hdmi, width: 3840),
      connector(3, .embeddedDisplayPort, width: 800),
    ]
    #expect(plan(all).pipes.map { $0.connector } == [2, 1, 0])
  }

  @Test(arguments: [ConnectorKind.embeddedDisplayPort, .lvds, .dsi, .dpi])
  func `an internal panel is more important than a larger monitor`(kind: ConnectorKind) {
    let all = [connector(1, .displayPort, width: 3840), connector(2, kind, width: 800)]
    #expect(plan(all).pipes.first?.connector == 1)
  }

  @Test func `of equals the first is more important`() {
    let all = [connector(1, .hdmi), connector(2, .displayPort)]
    #expect(plan(all).pipes.map { $0.connector } == [0, 1])
  }

  @Test func `what is not connected is absent`() {
    let all = [connector(1, .lvds, connection: .disconnected), connector(2, .hdmi)]
    #expect(plan(all).assignments[0] == .absent && plan(all).pipes.count == 1)
  }

  @Test func `an unknown connection counts only where nothing is connected`() {
    let all = [connector(1, .lvds, connection: .unknown), connector(2, .hdmi, width: 640)]
    #expect(plan(all).pipes.map { $0.connector } == [1])
    #expect(plan(all).assignments[0] == .absent)
    #expect(plan([all[0]]).pipes.map { $0.connector } == [0])
  }

  @Test func `a headset is left alone and keeps its CRTC`() {
    let headset = connector(1, .hdmi, isNonDesktop: true, on: 40)
    let plan = plan([headset, connector(2, .hdmi)])
    #expect(plan.assignments[0] == .absent && plan.pipes.map { $0.crtc } == [1])
  }

  @Test func `what is switched off is left alone and keeps its CRTC`() throws {
    var rules = OutputRules()
    var off = OutputRule()
    (off.isOff, off.said) = (true, .isOff)
    let all = [connector(1, .hdmi, on: 40), connector(2, .displayPort)]
    let isAdded = rules.add(off, for: all[0].name, from: .program)
    let plan = DisplayPlan(connectors: all, crtcs: crtcs, planes: nil, rules: rules)
    #expect(isAdded && plan.assignments[0] == .unlit(.off) && plan.pipes.map { $0.crtc } == [1])
  }

  @Test func `the mode that was asked for is taken`() throws {
    var rules = OutputRules()
    var rule = OutputRule()
    rule.mode = ModeRequest(size: mode(640).size)
    rule.said = .mode
    let all = [connector(1, .hdmi, modes: [mode(1920, isPreferred: true), mode(640)])]
    let isAdded = rules.add(rule, for: nil, from: .kernel)
    let plan = DisplayPlan(connectors: all, crtcs: crtcs, planes: nil, rules: rules)
    #expect(isAdded && plan.pipes.map { $0.mode } == [1])
  }

  @Test func `a display without modes stays unlit`() {
    #expect(plan([connector(1, .hdmi, modes: [])]).assignments == [.unlit(.noMode)])
  }

  @Test func `with too few CRTCs the least important stay unlit`() {
    let all = (1...4).map { connector(UInt32($0), .hdmi, width: 100 * $0) }
    let plan = plan(all)
    #expect(plan.assignments[0] == .unlit(.noCRTC) && plan.pipes.map { $0.connector } == [3, 2, 1])
  }

  @Test func `a display that is lit stays lit however important a new one is`() {
    let all = [
      connector(1, .hdmi, width: 640, on: 42), connector(2, .hdmi, width: 640, on: 41),
      connector(3, .hdmi, width: 640, on: 40), connector(4, .lvds, width: 3840),
    ]
    let plan = plan(all)
    #expect(plan.assignments[3] == .unlit(.noCRTC))
    #expect(plan.pipes.map { $0.crtc } == [2, 1, 0])
  }

  @Test func `displays that show the same are parted where there is room`() {
    let plan = plan([connector(1, .hdmi, on: 41), connector(2, .hdmi, on: 41)])
    #expect(plan.pipes.map { $0.crtc } == [1, 0])
  }

  @Test func `each display has a plane of its own`() {
    let planes = [plane(1, .primary), plane(2, .overlay), plane(3, .primary)]
    let all = [connector(1, .hdmi), connector(2, .hdmi), connector(3, .hdmi)]
    let plan = DisplayPlan(connectors: all, crtcs: crtcs, planes: planes)
    #expect(plan.pipes.map { $0.plane } == [0, 2])
    #expect(plan.assignments[2] == .unlit(.noPlane))
  }

  private func plan(_ connectors: [Connector]) -> DisplayPlan {
    DisplayPlan(connectors: connectors, crtcs: crtcs, planes: nil)
  }
}

@Suite struct DisplayPipeTests {
  private let crtcs = [40, 41].map { CRTCID(rawValue: $0) }

  @Test func `nothing is in the way of a display that we have already`() throws {
    let all = [connector(1, .hdmi, on: 40), connector(2, .hdmi, on: 41)]
    let planes = [plane(1, .primary, on: 40), plane(2, .primary, on: 41)]
    let obstacles = try pipe(0, all, planes).obstacles
    #expect(obstacles.connectors.isEmpty && obstacles.crtc == nil && obstacles.planes.isEmpty)
  }

  @Test func `overlays and cursors on the CRTC are in the way`() throws {
    let planes = [
      plane(1, .primary, on: 40), plane(2, .overlay, on: 40), plane(3, .cursor, on: 40),
      plane(4, .cursor, on: 41), plane(5, .overlay),
    ]
    let obstacles = try pipe(0, [connector(1, .hdmi, on: 40)], planes).obstacles
    #expect(obstacles.planes.map { $0.rawValue } == [2, 3])
  }

  @Test func `a display that shows the same is taken off the CRTC`() throws {
    let all = [connector(1, .hdmi, on: 40), connector(2, .hdmi, on: 40)]
    let obstacles = try pipe(0, all, nil).obstacles
    #expect(obstacles.connectors.map { $0.rawValue } == [2] && obstacles.crtc == nil)
  }

  @Test func `a CRTC that feeds nothing any more is switched off with its planes`() throws {
    // The first display can only use the CRTC of the second display, which moves to the other CRTC.
    let all = [
      connector(1, .lvds, possible: 0b01), connector(2, .hdmi, on: 40, possible: 0b11),
    ]
    let planes = [plane(1, .primary, on: 40), plane(2, .primary), plane(3, .cursor, on: 40)]
    let scan = DisplayScan(
      connectors: all, crtcs: crtcs, planes: planes, rules: OutputRules())
    let moved = try #require(scan.pipes.first { $0.connector.id.rawValue == 2 })
    #expect(moved.crtc.rawValue == 41 && moved.plane?.id.rawValue == 2)
    #expect(moved.obstacles.crtc?.rawValue == 40)
    #expect(moved.obstacles.planes.map { $0.rawValue } == [1, 3])
  }

  @Test func `another mode or monitor is another pipe`() throws {
    let before = try pipe(0, [connector(1, .hdmi, width: 640)], nil)
    #expect(before.isSame(as: try pipe(0, [connector(1, .hdmi, width: 640, on: 40)], nil)))
    #expect(!before.isSame(as: try pipe(0, [connector(1, .hdmi, width: 800)], nil)))
    #expect(!before.isSame(as: try pipe(0, [connector(2, .hdmi, width: 640)], nil)))
    let other = connector(1, .hdmi, width: 640, millimetres: PhysicalSize(width: 300, height: 200))
    #expect(!before.isSame(as: try pipe(0, [other], nil)))
  }

  private func pipe(
    _ index: Int, _ connectors: [Connector], _ planes: [Plane]?
  ) throws -> DisplayPipe {
    let plan = DisplayPlan(connectors: connectors, crtcs: crtcs, planes: planes)
    let pipe = try #require(plan.pipes.first { $0.connector == index })
    return DisplayPipe(pipe, connectors: connectors, crtcs: crtcs, planes: planes)
  }
}

private func connector(
  _ id: UInt32, _ kind: ConnectorKind, width: Int = 1024, modes: [Mode]? = nil,
  connection: Connector.Connection = .connected, isNonDesktop: Bool = false, on crtc: UInt32? = nil,
  possible: UInt32 = 0b111, millimetres: PhysicalSize? = nil
) -> Connector {
  Connector(
    id: ConnectorID(rawValue: id), kind: kind, number: id, connection: connection,
    isNonDesktop: isNonDesktop, sizeInMillimetres: millimetres, modes: modes ?? [mode(width)],
    possibleCRTCs: CRTCMask(rawValue: possible), crtc: crtc.map { CRTCID(rawValue: $0) })
}

private func plane(_ id: UInt32, _ kind: Plane.Kind, on crtc: UInt32? = nil) -> Plane {
  Plane(
    id: PlaneID(rawValue: id), kind: kind, possibleCRTCs: CRTCMask(rawValue: 0b111),
    crtc: crtc.map { CRTCID(rawValue: $0) })
}
