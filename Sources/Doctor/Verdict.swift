// SPDX-License-Identifier: Apache-2.0

import ToolSupport
package import OutputConfiguration
package import Animations
package import FixedPoint
package import KMS
package import DisplayList
package import Raster
import FlipbookClient
import Scanout
import Text

/// Flipbook's use of one connector, with the reason for limits; computed by the daemon's own code.
package struct Verdict {
  /// The configuration of a lit display.
  package struct Lighting {
    package let mode: Mode
    package let crtc: CRTCID
    /// Nil with drivers without atomic commits.
    package let plane: PlaneID?
    package let format: PixelFormat
    package let scale: Fixed
    package let rotation: Rotation
    package let reason: RotationReason
  }

  /// Nil where it stays unlit.
  package var lighting: Lighting?
  /// Why it stays unlit, or a request that is not fulfilled.
  package var remark: String?
}

extension CardReport {
  /// The verdict for each connector, in their order; `shown` names the displays of a running daemon.
  package func verdicts(
    _ rules: OutputRules, _ animation: StageConfiguration.AnimationKind, shown: [String]? = nil
  ) -> [Verdict] {
    let plan = DisplayPlan(
      connectors: connectors, crtcs: crtcs.map(\.id),
      planes: isAtomic ? planes.map(\.plane) : nil, rules: rules)
    return zip(connectors, plan.assignments).map { connector, assignment in
      switch assignment {
      case .absent: return Verdict(remark: absence(connector))
      case .unlit(let reason): return Verdict(remark: Self.words(reason))
      case .lit(let pipe):
        if plan.isPart(pipe, connectors, isAtomic ? planes.map(\.plane) : nil),
          connector.tile?.isFirst == false
        {
          return Verdict(remark: "it is a part of a display that is another connector's")
        }
        return
          compared(verdict(connector, pipe, rules, animation), of: connector, shown: shown)
      }
    }
  }

  /// The verdict, corrected by the displays that the daemon has given up: only the card's master can query
  /// what the driver refuses.
  private func compared(_ verdict: Verdict, of connector: Connector, shown: [String]?) -> Verdict {
    guard hasOtherMaster, let shown, connectors.contains(where: { shown.contains($0.text) })
    else { return verdict }
    if !shown.contains(connector.text) {
      return Verdict(
        remark: "the daemon has given it up: the driver refused it, perhaps beside the others")
    }
    guard let mode = connector.currentMode, let lighting = verdict.lighting,
      !mode.hasSameTimings(as: lighting.mode)
    else { return verdict }
    var verdict = verdict
    verdict.remark =
      "the daemon shows \(mode.text): the driver refused more, perhaps beside the others"
    return verdict
  }

  private func verdict(
    _ connector: Connector, _ pipe: DisplayPlan.Pipe, _ rules: OutputRules,
    _ animation: StageConfiguration.AnimationKind
  ) -> Verdict {
    let mode = connector.modes[pipe.mode]
    var stage = StageConfiguration(animation: animation, widthInPixels: 1, heightInPixels: 1)
    stage.showsMessage = true
    let fit = rules.fit(
      mode.size, connector.sizeInMillimetres, on: connector.name,
      mounted: connector.panelOrientation,
      minimumSize: DisplayScale.MinimumSize(
        width: stage.minimumSize.width, height: stage.minimumSize.height))
    let rotation = rules.rotation(for: connector.name, mounted: connector.panelOrientation)
    let plane = pipe.plane.map { planes[$0].plane }
    var remark: String?
    if let asked = rules.rule(for: connector.name).mode,
      Mode.best(of: connector.modes, for: asked) == nil
    {
      remark = "it has no mode \(asked.text), which was asked for"
    }
    return Verdict(
      lighting: Verdict.Lighting(
        mode: mode, crtc: crtcs[pipe.crtc].id, plane: plane?.id,
        format: plane?.format ?? .xrgb8888,
        scale: fit.scale, rotation: rotation.rotation, reason: rotation.reason),
      remark: remark)
  }

  private func absence(_ connector: Connector) -> String {
    if connector.isNonDesktop { return "it is a headset or the like" }
    return switch connector.connection {
    case .disconnected: "no display is connected"
    case .unknown: "whether a display is connected is unknown, and other connectors have one"
    case .connected: "it is not usable"
    }
  }

  private static func words(_ reason: DisplayPlan.UnlitReason) -> String {
    switch reason {
    case .off: "it was switched off by flipbook.output="
    case .noMode: "\(KMSError(.noMode, .connector).advice)"
    case .noCRTC: "all CRTCs that could drive it drive other displays"
    case .noBandwidth: "\(KMSError(.noBandwidth, .atomicCommit).advice)"
    case .noPlane: "no plane of its CRTC shows a format that can be drawn"
    }
  }
}

extension DoctorReport {
  /// The animation that the daemon shows, or would show: its size affects the scale.
  package var animation: StageConfiguration.AnimationKind {
    let words = options.split { $0 == " " || $0 == "=" }
    let configured = words.lastIndex(of: "--animation").flatMap { index in
      words.indices.contains(index + 1) ? String(words[index + 1]) : nil
    }
    let name = daemon.status.flatMap { DaemonStatus($0)["animation"] } ?? configured ?? ""
    return StageConfiguration.AnimationKind(Array(name.utf8).span) ?? .flow
  }

  /// The names of the displays that the daemon would use, or uses already.
  package var litNames: [String] {
    if let shown = daemonDisplays { return shown }
    if let framebuffer = lastResort { return [framebuffer.path] }
    return cards.filter { $0.failure == nil && !$0.hasOtherMaster }.flatMap { card in
      zip(card.connectors, card.verdicts(rules, animation)).filter { $0.1.lighting != nil }.map {
        $0.0.text
      }
    }
  }

  /// The framebuffer device that the daemon uses as long as no card can be opened.
  package var lastResort: FramebufferDeviceReport? {
    guard cards.allSatisfy({ $0.failure != nil }) else { return nil }
    return framebuffers.first { $0.isUsable }
  }

  /// The displays of a running daemon; nil without a daemon or a display.
  var daemonDisplays: [String]? {
    guard let status = daemon.status else { return nil }
    let names = DaemonStatus(status).fields.filter {
      $0.key.hasPrefix("display") && $0.value != "none"
    }
    return names.isEmpty ? nil : names.map(\.value)
  }
}

extension Connector {
  /// The name as text.
  package var text: String {
    let name = self.name
    return String(copying: name.bytes)
  }
}

extension ModeRequest {
  /// In the notation of the command line.
  package var text: String {
    let rate = refreshMillihertz.map { "@\(Mode.hertz($0))" } ?? ""
    return "\(size.width)x\(size.height)\(rate)"
  }
}

extension Mode {
  /// A size and a rate, such as `1280x800@59.81`, with an `i` for interlaced modes.
  package var text: String {
    "\(size.width)x\(size.height)\(isInterlaced ? "i" : "")@\(Mode.hertz(refreshMillihertz))"
  }

  /// Hertz with two decimals.
  package static func hertz(_ millihertz: Int) -> String {
    let hundredths = (millihertz + 5) / 10
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
