// SPDX-License-Identifier: Apache-2.0

package import OutputConfiguration
import CDRM
import Scanout

extension Mode {
  /// The index of the mode that is nearest to a requested one; nil where none matches.
  ///
  /// The size must be equal, and the rate within half a hertz: 60 also matches 59.94. The nearest
  /// rate is chosen, or the best mode without a rate; an interlaced mode only where there is no
  /// other.
  package static func best(of modes: [Mode], for request: ModeRequest) -> Int? {
    for isInterlaced in [false, true] {
      var found: Int?
      var rank = Int.max
      for (index, mode) in modes.enumerated()
      where mode.size == request.size && mode.isInterlaced == isInterlaced {
        var own = mode.isFromUser ? 0 : mode.isPreferred ? 1 : 2
        if let rate = request.refreshMillihertz {
          own = abs(mode.refreshMillihertz - rate)
          if own > 500 { continue }
        }
        if own < rank { (found, rank) = (index, own) }
      }
      if let found { return found }
    }
    return nil
  }

  /// Whether a frame has two fields.
  package var isInterlaced: Bool { Flags(rawValue: info.flags).contains(.interlaced) }
}

extension Connector {
  /// The kernel's name of it, such as `HDMI-A-1`.
  package var name: ConnectorName { ConnectorName(kind.name, number: number) }
}
