// SPDX-License-Identifier: Apache-2.0

import DisplayList
import OutputConfiguration
import FixedPoint
import Animations
import KMS
import Raster
import Scanout

extension DoctorReport {
  /// The report as text for a bug report; it ends with the conclusion.
  package var text: String {
    var lines = [
      "\(program) on Linux \(kernel), as \(userNumber == 0 ? "root" : "user \(userNumber)")"
    ]
    for card in cards { lines += [""] + card.lines(rules, animation, shown: daemonDisplays) }
    lines.append("")
    if cards.isEmpty { lines.append("No display device: there is no /dev/dri/card*.") }
    for device in framebuffers { lines += self.lines(device) }
    if framebuffers.isEmpty { lines.append("No framebuffer device: there is no /dev/fb*.") }
    lines.append("Virtual terminal: \(activeTerminal.map { "\($0) is active" } ?? "none")")
    let words = kernelWords.isEmpty ? "nothing about displays" : kernelWords.joined(separator: " ")
    lines.append("Kernel command line: \(words)")
    lines += kernelProblems.map { "  ! \($0)" }
    lines.append(daemonLine)
    lines += ["", conclusion]
    return lines.map { $0 + "\n" }.joined()
  }

  /// The conclusion, in a sentence.
  package var conclusion: String {
    let names = litNames
    if !names.isEmpty {
      let verb = daemon.status == nil ? "would show" : "shows"
      return "Flipbook \(verb) the splash on \(names.joined(separator: ", "))."
    }
    if let reason = cards.compactMap({ $0.obstacle }).first {
      return "Flipbook would show nothing: \(reason)."
    }
    if cards.isEmpty {
      return "Flipbook would show nothing: \(KMSError(.noDevice, .open).advice)."
    }
    return "Flipbook would show nothing: no display is connected that it can drive."
  }

  private var daemonLine: String {
    if let status = daemon.status { return "Daemon at \(daemon.socket): \(status)" }
    return "Daemon: \(daemon.failure ?? "not asked")"
  }

  private func lines(_ device: FramebufferDeviceReport) -> [String] {
    let format = device.format.map { " as \($0)" } ?? ""
    let facts =
      "\(device.path): \(device.name), \(device.width)x\(device.height), "
      + "\(device.bitsPerPixel) bits per pixel\(format)"
    let verdict =
      if !device.isAccessible {
        "nothing: no permission to open it: run as root or as a member of the group video"
      } else if device.format == nil {
        "nothing: its pixel layout is not supported"
      } else if device == lastResort {
        "lit: there is no display device that can be opened"
      } else {
        "nothing: it is only used as long as no display device can be opened"
      }
    return [facts, "  => \(verdict)"]
  }
}

extension CardReport {
  /// Why none of its displays can show anything; nil where one can.
  package var obstacle: String? {
    if let failure { return "\(path): \(failure.advice)" }
    if hasOtherMaster {
      let who = master.map { " (\($0))" } ?? ""
      return "\(path): another program has the display\(who); flipbookd waits for it"
    }
    return nil
  }

  fileprivate func lines(
    _ rules: OutputRules, _ animation: StageConfiguration.AnimationKind, shown: [String]?
  ) -> [String] {
    var lines = [headline]
    if let failure {
      let why = failure.errno == 0 ? "" : ": error \(failure.errno)"
      return lines + ["  => nothing: \(failure.advice) (\(failure.operationName)\(why))"]
    }
    let words = capabilities.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    lines.append("  \(isAtomic ? "atomic" : "not atomic")\(words.isEmpty ? "" : ", \(words)")")
    if hasOtherMaster { lines.append("  master: \(master ?? "another program")") }
    for (connector, verdict) in zip(connectors, verdicts(rules, animation, shown: shown)) {
      lines += self.lines(connector, verdict)
    }
    lines += crtcs.map(line) + planes.map(line)
    return lines
  }

  private var headline: String {
    if driver.isEmpty { return path }
    let description = driverDescription.isEmpty ? "" : " (\(driverDescription))"
    let place = bus.isEmpty ? "" : ", \(bus)"
    let kind = isFirmware ? "the firmware's framebuffer" : "native driver"
    return "\(path): \(driver) \(driverVersion)\(description)\(place), \(kind)"
  }

  private func lines(_ connector: Connector, _ verdict: Verdict) -> [String] {
    var facts = ["\(connector.connection)"]
    if let display = displays[connector.id] { facts.append(display.line) }
    if let size = connector.sizeInMillimetres { facts.append("\(size.width)x\(size.height) mm") }
    if connector.isNonDesktop { facts.append("non-desktop") }
    if let orientation = connector.panelOrientation { facts.append("panel \(orientation.words)") }
    if let crtc = connector.crtc { facts.append("on CRTC \(crtc.rawValue)") }
    var lines = [
      "  \(connector.text) (connector \(connector.id.rawValue)): "
        + facts.joined(separator: ", ")
    ]
    if !connector.modes.isEmpty { lines.append("    modes: \(connector.modeList)") }
    if let lighting = verdict.lighting {
      lines.append("    => \(lighting.words(isAtomic: isAtomic))")
    }
    if let remark = verdict.remark {
      lines.append(verdict.lighting == nil ? "    => nothing: \(remark)" : "    ! \(remark)")
    }
    return lines
  }

  private func line(_ crtc: CRTCReport) -> String {
    let shown = crtc.framebuffer.map { ", \($0.words)" } ?? ""
    return "  CRTC \(crtc.id.rawValue): \(crtc.mode ?? "off")\(shown)"
  }

  private func line(_ report: PlaneReport) -> String {
    let plane = report.plane
    let possible = crtcs.indices.filter { plane.possibleCRTCs.contains(index: $0) }
    let names = possible.map { "\(crtcs[$0].id.rawValue)" }.joined(separator: " ")
    let on = plane.crtc.map { ", on CRTC \($0.rawValue)" } ?? ""
    let shown = report.framebuffer.map { ", \($0.words)" } ?? ""
    return "  plane \(plane.id.rawValue): \(plane.kind) for CRTCs \(names): "
      + report.formats.joined(separator: " ") + on + shown
  }
}

extension Verdict.Lighting {
  fileprivate func words(isAtomic: Bool) -> String {
    let way =
      plane.map { "CRTC \(crtc.rawValue) and plane \($0.rawValue)" } ?? "CRTC \(crtc.rawValue)"
    let calls = isAtomic ? "atomic commits" : "older calls"
    return "lit: \(mode.text) by \(way) as \(format.text), \(calls); scale \(scale.text), \(turn)"
  }

  private var turn: String {
    let reasonWords =
      switch reason {
      case .rule: "by flipbook.output="
      case .video: "by video="
      case .panel: "as the panel is mounted"
      case .console: "by fbcon="
      case .nothing: ""
      }
    let turned = rotation == .degrees0 ? "not turned" : "turned by \(rotation.degrees)"
    return reason == .nothing ? turned : "\(turned) \(reasonWords)"
  }
}

extension Connector {
  /// The modes on one line: the notable ones, and the number of others.
  fileprivate var modeList: String {
    var words: [String] = []
    for mode in modes where words.count < 12 {
      let marks = [mode.isPreferred ? "preferred" : nil, mode.isFromUser ? "from video=" : nil]
      words.append(([mode.text] + marks.compactMap { $0 }).joined(separator: " "))
    }
    let rest = modes.count - words.count
    return words.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension FramebufferReport {
  fileprivate var words: String {
    width == 0 ? "framebuffer \(id)" : "framebuffer \(id): \(width)x\(height) \(format)"
  }
}

extension PanelOrientation {
  /// The kernel's name for it, in lower case.
  package var words: String {
    switch self {
    case .normal: "normal"
    case .upsideDown: "upside down"
    case .leftSideUp: "left side up"
    case .rightSideUp: "right side up"
    }
  }
}

extension PixelFormat {
  /// The four letters of its fourcc.
  package var text: String { String(fourCC: rawValue) }
}

extension String {
  /// The four letters of a fourcc.
  package init(fourCC code: UInt32) {
    self = [0, 8, 16, 24].map { shift in
      let letter = UInt8(truncatingIfNeeded: code >> shift)
      return String(Character(Unicode.Scalar(0x20...0x7E ~= letter ? letter : UInt8(ascii: "?"))))
    }.joined()
  }
}

extension Fixed {
  /// A number without trailing zeros, with at most four decimals.
  package var text: String {
    var digits = "\((self * 10_000).rounded)"
    while digits.utf8.count < 5 { digits = "0" + digits }
    var decimals = String(digits.suffix(4))
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return digits.dropLast(4) + (decimals.isEmpty ? "" : ".") + decimals
  }
}
