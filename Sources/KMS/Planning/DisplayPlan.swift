// SPDX-License-Identifier: Apache-2.0

package import OutputConfiguration
import Scanout

/// Which displays of a card are lit, with their CRTCs, planes and modes, and which stay unlit and why.
///
/// A pure function of the kernel's probe results and the rules.
package struct DisplayPlan: Sendable {
  /// The pipe of one display, as indices into the lists that the plan was made from.
  package struct Pipe: Equatable, Sendable {
    /// The display.
    package let connector: Int
    /// Its CRTC.
    package let crtc: Int
    /// The mode, as an index into the connector's modes.
    package let mode: Int
    /// The primary plane; nil for drivers without atomic commits.
    package let plane: Int?
    /// Whether it has fewer pixels than the display's best mode, because that was refused.
    package let isReduced: Bool
  }

  /// Why a connected display stays unlit.
  package enum UnlitReason: Equatable, Sendable {
    /// It is disabled by an output rule.
    case off
    /// It has no usable mode.
    case noMode
    /// All CRTCs that could drive it drive others.
    case noCRTC
    /// No plane of its CRTC supports a format that the renderer draws.
    case noPlane
    /// The card has not enough bandwidth for any of its modes beside more important displays.
    case noBandwidth
  }

  /// The use of a connector.
  package enum Assignment: Equatable, Sendable {
    /// It is not a display to be used: disconnected, or non-desktop.
    case absent
    /// It is used for output.
    case lit(Pipe)
    /// It gets no output.
    case unlit(UnlitReason)
  }

  /// The use of each connector.
  package private(set) var assignments: [Assignment]

  /// The pipes, the most important display first.
  package private(set) var pipes: [Pipe] = []

  /// Plans outputs; `planes` is nil for drivers without atomic commits.
  ///
  /// As many displays as possible are lit. A driven display keeps its CRTC, if all others can do without
  /// that, and its plane. A driven display that is not used, such as a headset, always keeps its CRTC.
  package init(
    connectors: [Connector], crtcs: [CRTCID], planes: [Plane]?, rules: OutputRules = OutputRules(),
    limits: ModeLimits = ModeLimits()
  ) {
    func best(_ connector: Connector, _ limit: Int64) -> Int? {
      connector.bestMode(
        asked: rules.rule(for: connector.name).mode, upTo: limit,
        isTile: planes != nil && connector.tile?.isWhole(in: connectors) == true)
    }
    assignments = Array(repeating: .absent, count: connectors.count)
    var taken = CRTCMask()
    let candidates = [Int](capacity: connectors.count) { candidates in
      for connectorIndex in DisplayPlan.byImportance(connectors) {
        let connector = connectors[connectorIndex]
        let isOff = rules.rule(for: connector.name).isOff
        if isOff || connector.isNonDesktop {
          taken.formUnion(DisplayPlan.mask(of: connector.crtc, in: crtcs))
          if !connector.isNonDesktop { set(.unlit(.off), of: connectorIndex) }
        } else if limits.limit(of: connector.id) == 0 {
          set(.unlit(.noBandwidth), of: connectorIndex)
        } else if Mode.best(of: connector.modes) == nil {
          set(.unlit(.noMode), of: connectorIndex)
        } else {
          candidates.append(connectorIndex)
        }
      }
    }
    let assignment = CRTCAssignment(
      connectors: [Connector](capacity: candidates.count) { list in
        for connectorIndex in candidates { list.append(connectors[connectorIndex]) }
      }, crtcs: crtcs, excluding: taken)
    pipes = [Pipe](capacity: candidates.count) { pipes in
      for index in candidates.indices {
        let connectorIndex = candidates[index]
        let connector = connectors[connectorIndex]
        guard let crtc = assignment.crtcIndex(ofConnector: index),
          let mode = best(connector, limits.limit(of: connector.id))
        else {
          set(.unlit(.noCRTC), of: connectorIndex)
          continue
        }
        var plane: Int?
        if let planes {
          plane = Plane.best(of: planes, for: crtcs[crtc], at: crtc, beside: pipes.span)
          if plane == nil {
            set(.unlit(.noPlane), of: connectorIndex)
            continue
          }
        }
        let pipe = Pipe(
          connector: connectorIndex, crtc: crtc, mode: mode, plane: plane,
          isReduced: mode != best(connector, .max))
        set(.lit(pipe), of: connectorIndex)
        pipes.append(pipe)
      }
    }
  }

  private mutating func set(_ assignment: Assignment, of connectorIndex: Int) {
    assignments[connectorIndex] = assignment
  }

  /// Whether a pipe is that of a tile, and each tile of the display has one in its size: then they are one
  /// output.
  ///
  /// Without atomic commits two pipes cannot change in the same frame, so this is false.
  package func isPart(_ pipe: Pipe, _ connectors: [Connector], _ planes: [Plane]?) -> Bool {
    guard let planes, let plane = pipe.plane, let tile = connectors[pipe.connector].tile else {
      return false
    }
    var found: UInt32 = 0
    for other in pipes {
      let connector = connectors[other.connector]
      if let own = connector.tile, own.isBeside(tile), let otherPlane = other.plane,
        connector.modes[other.mode].size == tile.size,
        planes[otherPlane].format == planes[plane].format
      {
        found |= own.bit
      }
    }
    return found == tile.allBits
  }

  /// The indices of the connectors with a display, non-desktop ones included, the most important first.
  ///
  /// A connector of unknown status counts only if no other is connected.
  private static func byImportance(_ connectors: [Connector]) -> [Int] {
    let isAnyConnected = connectors.contains { $0.connection == .connected && !$0.isNonDesktop }
    return [Int](capacity: connectors.count) { order in
      for (connectorIndex, connector) in connectors.enumerated()
      where connector.connection != .disconnected {
        if connector.connection == .unknown && isAnyConnected { continue }
        order.append(connectorIndex)
        var index = order.count - 1
        while index > 0 && connector.isBetter(than: connectors[order[index - 1]]) {
          order.swapAt(index, index - 1)
          index -= 1
        }
      }
    }
  }

  private static func mask(of crtc: CRTCID?, in crtcs: [CRTCID]) -> CRTCMask {
    for crtcIndex in 0..<min(crtcs.count, 32) where crtcs[crtcIndex] == crtc {
      return CRTCMask(index: crtcIndex)
    }
    return []
  }
}
