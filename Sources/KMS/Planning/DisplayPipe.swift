// SPDX-License-Identifier: Apache-2.0

package import Scanout

/// The display pipe of one output: connector, CRTC, mode and plane, by their kernel ids.
///
/// For a display with several connectors it is the upper left tile's pipe, which has those of the other
/// tiles: all scan out their parts of one framebuffer. A class, because it is shared and immutable.
package final class DisplayPipe: Sendable {
  /// The connector, at its last probe.
  package let connector: Connector
  /// Its CRTC.
  package let crtc: CRTCID
  /// Its mode.
  package let mode: Mode
  /// The primary plane; nil for drivers without atomic commits.
  package let plane: Plane?
  /// Other objects that the first commit has to disable.
  package let obstacles: Obstacles
  /// Whether its mode has fewer pixels than the display's best mode, because that was refused.
  package let isReduced: Bool

  /// The pipes of the display's other tiles; empty for a display with one connector.
  package let otherTiles: [DisplayPipe]

  /// Looks up a plan's pipe in the lists that the plan was made from.
  package init(
    _ pipe: DisplayPlan.Pipe, connectors: [Connector], crtcs: [CRTCID], planes: [Plane]?,
    otherTiles: [DisplayPipe] = []
  ) {
    self.otherTiles = otherTiles
    let plane: Plane? = if let index = pipe.plane, let planes { planes[index] } else { nil }
    connector = connectors[pipe.connector]
    crtc = crtcs[pipe.crtc]
    mode = connectors[pipe.connector].modes[pipe.mode]
    self.plane = plane
    isReduced = pipe.isReduced
    obstacles = Obstacles(
      to: connectors[pipe.connector], crtc: crtcs[pipe.crtc], plane: plane?.id,
      connectors: connectors, planes: planes ?? [])
  }

  /// The size of the framebuffer, in pixels.
  package var size: PixelSize {
    guard !otherTiles.isEmpty, let tile = connector.tile else { return mode.size }
    return PixelSize(width: tile.columns * tile.size.width, height: tile.rows * tile.size.height)
  }

  /// Whether it is the same pipe with the same timings to the same display.
  package func isSame(as other: DisplayPipe) -> Bool {
    connector.id == other.connector.id && crtc == other.crtc && plane?.id == other.plane?.id
      && mode.hasSameTimings(as: other.mode)
      && connector.sizeInMillimetres == other.connector.sizeInMillimetres
      && connector.panelOrientation == other.connector.panelOrientation
      && hasSameTiles(as: other)
  }

  private func hasSameTiles(as other: DisplayPipe) -> Bool {
    guard otherTiles.count == other.otherTiles.count else { return false }
    for (tile, otherTile) in zip(otherTiles, other.otherTiles)
    where !tile.isSame(as: otherTile) { return false }
    return true
  }
}

/// Objects on a pipe that a previous master enabled and the first commit disables.
package struct Obstacles: Sendable {
  /// Connectors that the CRTC drives but should not drive any more.
  package let connectors: [ConnectorID]
  /// The CRTC that drove the connector and then drives none.
  package let crtc: CRTCID?
  /// Overlays and cursors on the CRTC, and all planes of a CRTC that then drives nothing.
  package let planes: [PlaneID]

  /// Finds the objects to be disabled.
  init(
    to connector: Connector, crtc: CRTCID, plane: PlaneID?, connectors all: [Connector],
    planes: [Plane]
  ) {
    var feedsOthers = false
    connectors = [ConnectorID](capacity: all.count) { connectors in
      for other in all where other.id != connector.id {
        if other.crtc == crtc { connectors.append(other.id) }
        if other.crtc != nil && other.crtc == connector.crtc { feedsOthers = true }
      }
    }
    let left = connector.crtc != crtc && !feedsOthers ? connector.crtc : nil
    self.crtc = left
    self.planes = [PlaneID](capacity: planes.count) { found in
      for other in planes where other.id != plane && other.crtc != nil {
        if other.crtc == crtc || other.crtc == left { found.append(other.id) }
      }
    }
  }
}
