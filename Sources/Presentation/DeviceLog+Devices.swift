// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import KMS
import Linux
import Motion
import OutputConfiguration
import Scanout
import Text

/// Debug lines about displays; each does nothing unless `isVerbose`.
extension DeviceLog {
  /// An opened card.
  func report(opened device: DisplayDevice) {
    guard isVerbose else { return }
    var line = InlineText<512>()
    line.append("opened: ")
    line.append(device.card.isAtomic ? "atomic commits, " : "legacy modesetting, ")
    line.append(device.card.crtcs.count)
    line.append(" CRTCs")
    let path = device.path
    write(path.bytes, line.bytes, .debug)
  }

  /// A message about a card or an output.
  package func report(_ name: Span<UInt8>, _ what: StaticString) {
    guard isVerbose else { return }
    write(name, what.bytes, .debug)
  }

  /// An attempt that is repeated after a delay.
  func report(_ what: StaticString, after delay: TimeSpan) {
    guard isVerbose else { return }
    var line = InlineText<512>()
    line.append(what)
    line.append(" in ")
    line.append(delay.nanoseconds / 1_000_000)
    line.append(" ms")
    write(("" as StaticString).bytes, line.bytes, .debug)
  }

  /// A failure of an output, also a repeated one that is not logged otherwise.
  func report(_ name: Span<UInt8>, _ failure: OutputFailure) {
    guard isVerbose else { return }
    var line = InlineText<512>()
    line.append("failed: ")
    let text = failure.line
    line.append(text.bytes)
    write(name, line.bytes, .debug)
  }

  /// A card's connectors, and the plan for the connected ones.
  func report(_ scan: borrowing DisplayScan, of path: borrowing Path, isForced: Bool) {
    guard isVerbose else { return }
    report(path.bytes, isForced ? "probed all connectors" : "connectors are as the kernel has them")
    for connector in scan.connectors {
      var line = InlineText<512>()
      line.append(connector.name.bytes)
      switch connector.connection {
      case .connected: line.append(": connected, ")
      case .disconnected: line.append(": disconnected, ")
      case .unknown: line.append(": connection unknown, ")
      }
      line.append(connector.modes.count)
      line.append(" modes")
      if connector.isNonDesktop { line.append(", no desktop display") }
      if connector.isLinkBad { line.append(", link-status bad") }
      write(path.bytes, line.bytes, .debug)
    }
    for pipe in scan.pipes { report(pipe, of: path) }
    for (connector, reason) in scan.unlit {
      var line = InlineText<512>()
      line.append(connector.name.bytes)
      line.append(": stays dark: ")
      line.append(reason.error.advice)
      write(path.bytes, line.bytes, .debug)
    }
  }

  private func report(_ pipe: DisplayPipe, of path: borrowing Path) {
    var line = InlineText<512>()
    line.append("pipe: connector ")
    line.append(pipe.connector.name.bytes)
    line.append(" (")
    line.append(Int64(pipe.connector.id.rawValue))
    line.append("), CRTC ")
    line.append(Int64(pipe.crtc.rawValue))
    if let plane = pipe.plane {
      line.append(", plane ")
      line.append(Int64(plane.id.rawValue))
    }
    line.append(", mode ")
    line.append(pipe.mode.size.width)
    line.append("x")
    line.append(pipe.mode.size.height)
    line.append("@")
    line.append(Fixed(pipe.mode.refreshMillihertz, over: 1000), decimals: 3)
    if pipe.mode.isFromUser {
      line.append(" (video=)")
    } else if pipe.mode.isPreferred {
      line.append(" (preferred)")
    }
    if !pipe.otherTiles.isEmpty { line.append(", tiled") }
    write(path.bytes, line.bytes, .debug)
  }

  /// How an output's display was configured for its first frame.
  func report(_ name: Span<UInt8>, _ setup: DisplaySetup) {
    guard isVerbose else { return }
    var line = InlineText<512>()
    line.append(setup.isModeset ? "modeset" : "first frame without a modeset: the mode was set")
    switch setup.damage {
    case .clips: line.append("; damage: FB_DAMAGE_CLIPS")
    case .dirtyFB: line.append("; damage: DIRTYFB")
    case .wholeFrames: line.append("; damage: whole frames")
    }
    write(name, line.bytes, .debug)
  }
}
