// SPDX-License-Identifier: Apache-2.0

package import OutputConfiguration
import CLinux
package import Scanout
package import Linux

/// A card with its DRM master state, its saved configuration and its events.
///
/// A class, for arrays of devices (compiler-workarounds.md: array-of-owners).
package final class DisplayDevice<Kernel: KernelInterface & ~Copyable> {
  /// The card.
  package let card: Card<Kernel>

  /// Its number, as in `/dev/dri/card0`; nil for one that was opened by another path.
  package let number: UInt32?

  /// The path that it was opened by.
  package let path: Path

  /// Whether requesting DRM master is not permitted: then only opening the card without a master gives it.
  package private(set) var mayNotAsk = false

  /// Whether this client is DRM master.
  package private(set) var isMaster = false

  /// Whether its connectors have been probed, beyond the kernel's cached results.
  package private(set) var hasAskedDisplays = false

  /// How many times in a row reading its events has failed; the device manager counts.
  package var readFailureCount = 0

  private var events: EventReader
  private var saved: SavedDisplays?
  private var isFirst = true
  private var outputCount: UInt32 = 0
  /// The limits of connectors after a refused first commit.
  private(set) var limits = ModeLimits()
  private var connectedCount = 0

  /// Takes over a card that was opened by a path.
  package init(_ card: consuming Card<Kernel>, _ path: borrowing Path, _ number: UInt32?) {
    self.card = card
    events = EventReader()
    self.path = copy path
    self.number = number
  }

  /// Tries to become DRM master; returns whether it is.
  ///
  /// - Throws: Errors that do not pass by themselves; not `.otherMaster`.
  package func becomeMaster() throws(KMSError) -> Bool {
    do throws(KMSError) {
      try card.becomeMaster()
      isMaster = true
    } catch {
      isMaster = false
      if error.kind != .otherMaster { throw error }
      // A former master may request it again.
      mayNotAsk = error.errno == EACCES && saved == nil
    }
    return isMaster
  }

  /// Records that another client is DRM master.
  package func recordLostMaster() { isMaster = false }

  /// Drops DRM master.
  package func dropMaster() {
    if isMaster { card.dropMaster() }
    isMaster = false
  }

  /// Probes all connectors, and plans outputs for them; may take a while on real hardware.
  ///
  /// The first scan uses the kernel's cached probe results, if it has them for all connectors; later changes
  /// are found at the next scan.
  ///
  /// - Throws: `.lostDevice`, or another failure of a probe.
  package func scan(_ rules: borrowing OutputRules) throws(KMSError) -> DisplayScan {
    let known = isFirst ? try card.knownConnectors() : nil
    isFirst = false
    hasAskedDisplays = known == nil
    let connectors: [Connector]
    if let known { connectors = known } else { connectors = try card.connectors() }
    let planes = try card.planes()
    if isMaster && saved == nil {
      saved = SavedDisplays(card, connectors: connectors, planes: planes)
    }
    // With one display less there may be bandwidth for other modes.
    var count = 0
    for connector in connectors where connector.connection == .connected { count += 1 }
    if count < connectedCount { limits = ModeLimits() }
    connectedCount = count
    return plan(connectors, planes, rules)
  }

  /// Excludes a pipe's mode from later scans, and all modes that send more than three quarters of its pixels.
  ///
  /// The driver has refused it, perhaps because the displays together need too much bandwidth. So a mode is
  /// found in a few tries, and more important displays keep theirs.
  ///
  /// - Returns: false where no mode is left; all modes may then be tried again.
  package func refuseMode(of pipe: DisplayPipe) -> Bool {
    limits.refuse(pipe.mode, of: pipe.connector)
  }

  /// Creates an output for a pipe; it reads the present instant from `time`.
  ///
  /// - Throws: `.noMemory` without memory for one buffer; `.refused` where the driver lacks a property.
  package func makeOutput(_ pipe: DisplayPipe, time: TimeSource) throws(KMSError) -> KMSOutput<
    Kernel
  > {
    outputCount &+= 1
    return try KMSOutput(on: card, pipe, serial: outputCount << 20, time: time)
  }

  /// The next page flip that the kernel reports; nil when there is none now.
  package func nextEvent() throws(KMSError) -> FlipEvent? {
    try events.next(from: card.kernel)
  }

  /// Restores the saved configuration.
  ///
  /// Call it before this program's framebuffers are removed, which would switch the displays off.
  package func restore() {
    if isMaster { saved?.restore(on: card.kernel) }
  }

  /// Whether displays come back from suspend only after another mode-set.
  ///
  /// These drivers do nothing at suspend and resume (Linux 6.1 and 6.12), and assume that the mode is still
  /// set after the firmware has lost it.
  package var losesModeAtSuspend: Bool {
    card.kernel.isDriver("simpledrm") || card.kernel.isDriver("cirrus")
  }
}

extension DisplayDevice where Kernel == LibDRM {
  /// Opens a card.
  ///
  /// Not an initialiser, which would throw for most numbers that are tried (compiler-workarounds.md:
  /// throwing-initialiser).
  package static func open(
    _ path: borrowing Path, number: UInt32?
  ) throws(KMSError) -> DisplayDevice<LibDRM> {
    DisplayDevice(try Card(opening: path), path, number)
  }

  /// Takes over a card that another program has opened, or the connectors of a lease; a path identifies it.
  package static func adopt(
    _ card: consuming FileDescriptor, _ path: borrowing Path, number: UInt32?
  ) throws(KMSError) -> DisplayDevice<LibDRM> {
    DisplayDevice(try Card(LibDRM(adopting: card)), path, number)
  }
}

/// The result of a card's scan: its connectors, and the plan for them.
package struct DisplayScan: Sendable {
  /// All connectors of the card.
  package let connectors: [Connector]
  /// The pipes of the displays to be used, the most important first.
  package let pipes: [DisplayPipe]
  /// The connected displays that stay unlit, with the reasons.
  package let unlit: [(connector: Connector, reason: DisplayPlan.UnlitReason)]

  /// Plans outputs; `planes` is nil for drivers without atomic commits.
  package init(
    connectors: [Connector], crtcs: [CRTCID], planes: [Plane]?, rules: borrowing OutputRules,
    limits: ModeLimits = ModeLimits()
  ) {
    self.connectors = connectors
    let plan = DisplayPlan(
      connectors: connectors, crtcs: crtcs, planes: planes, rules: rules, limits: limits)
    pipes = [DisplayPipe](capacity: plan.pipes.count) { pipes in
      for pipe in plan.pipes {
        var tiles: [DisplayPipe] = []
        if plan.isPart(pipe, connectors, planes), let tile = connectors[pipe.connector].tile {
          // The upper left tile's pipe includes the others.
          if !tile.isFirst { continue }
          for other in plan.pipes where other != pipe {
            guard connectors[other.connector].tile?.isBeside(tile) == true else { continue }
            tiles.append(
              DisplayPipe(other, connectors: connectors, crtcs: crtcs, planes: planes))
          }
        }
        pipes.append(
          DisplayPipe(
            pipe, connectors: connectors, crtcs: crtcs, planes: planes, otherTiles: tiles))
      }
    }
    unlit = [(connector: Connector, reason: DisplayPlan.UnlitReason)](capacity: connectors.count) {
      unlit in
      for (index, assignment) in plan.assignments.enumerated() {
        if case .unlit(let reason) = assignment { unlit.append((connectors[index], reason)) }
      }
    }
  }
}
