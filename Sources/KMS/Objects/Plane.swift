// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A plane's state at its last query.
///
/// Corresponds to `drmModePlane`.
package struct Plane: Sendable {
  /// The kind of a plane.
  package enum Kind: UInt64, Sendable {
    case overlay = 0
    case primary = 1
    case cursor = 2
  }

  /// The kernel's number.
  package let id: PlaneID
  /// The kind.
  package let kind: Kind
  /// The CRTCs that it can be on.
  package let possibleCRTCs: CRTCMask
  /// The CRTC that it is on now.
  package let crtc: CRTCID?
  /// The best supported pixel format; nil if the renderer supports none of them.
  package let format: PixelFormat?

  /// A plane of these values; for tests of the selection of planes.
  package init(
    id: PlaneID, kind: Kind, possibleCRTCs: CRTCMask, crtc: CRTCID? = nil,
    format: PixelFormat? = .xrgb8888
  ) {
    self.id = id
    self.kind = kind
    self.possibleCRTCs = possibleCRTCs
    self.crtc = crtc
    self.format = format
  }

  /// The best of the formats that a plane supports, by their DRM codes; nil if there is none.
  ///
  /// Formats of 32 bits with 8 per channel come first: they are the fastest, and the same on all
  /// displays.
  package static func bestFormat(of codes: Span<UInt32>) -> PixelFormat? {
    let preferred: [6 of PixelFormat] = [
      .xrgb8888, .xbgr8888, .argb8888, .xrgb2101010, .rgb888, .rgb565,
    ]
    for index in preferred.indices {
      for code in codes.indices where codes[code] == preferred[index].rawValue {
        return preferred[index]
      }
    }
    return nil
  }

  /// The index of the best plane for a CRTC: a primary plane, preferably its present plane.
  ///
  /// Planes of other pipes of the plan are excluded.
  package static func best(
    of planes: [Plane], for crtc: CRTCID, at crtcIndex: Int,
    beside pipes: Span<DisplayPlan.Pipe> = Span()
  ) -> Int? {
    var best: Int?
    for (index, plane) in planes.enumerated()
    where plane.kind == .primary && plane.format != nil
      && plane.possibleCRTCs.contains(index: crtcIndex)
      && !pipes.indices.contains(where: { pipes[$0].plane == index })
    {
      if plane.crtc == crtc { return index }
      // A plane on another CRTC must not be taken from it.
      if best == nil && plane.crtc == nil { best = index }
    }
    return best
  }
}
