// SPDX-License-Identifier: Apache-2.0

import DisplayList
package import ToolSupport
import OutputConfiguration
import Animations
import KMS
import Scanout

extension DoctorReport {
  /// The report for programs.
  ///
  /// Schema 1 only ever gets additional members.
  package var json: JSON {
    .object([
      ("schema", .number(1)),
      ("program", .string(program)),
      ("kernel", .string(kernel)),
      ("user", .number(Int(userNumber))),
      ("shows", .bool(!litNames.isEmpty)),
      ("displays", .array(litNames.map { .string($0) })),
      ("conclusion", .string(conclusion)),
      ("cards", .array(cards.map { $0.json(rules, animation, shown: daemonDisplays) })),
      ("framebuffers", .array(framebuffers.map(\.json))),
      ("activeTerminal", .optional(activeTerminal)),
      ("kernelWords", .array(kernelWords.map { .string($0) })),
      ("kernelProblems", .array(kernelProblems.map { .string($0) })),
      ("daemon", daemon.json),
    ])
  }
}

extension DaemonReport {
  fileprivate var json: JSON {
    .object([
      ("socket", .string(socket)), ("status", .optional(status)), ("failure", .optional(failure)),
    ])
  }
}

extension FramebufferDeviceReport {
  fileprivate var json: JSON {
    .object([
      ("path", .string(path)), ("name", .string(name)), ("width", .number(width)),
      ("height", .number(height)), ("bitsPerPixel", .number(bitsPerPixel)),
      ("format", .optional(format)), ("accessible", .bool(isAccessible)),
    ])
  }
}

extension CardReport {
  fileprivate func json(
    _ rules: OutputRules, _ animation: StageConfiguration.AnimationKind, shown: [String]?
  ) -> JSON {
    .object([
      ("path", .string(path)),
      ("obstacle", .optional(obstacle)),
      ("driver", .string(driver)),
      ("driverVersion", .string(driverVersion)),
      ("driverDescription", .string(driverDescription)),
      ("bus", .string(bus)),
      ("firmware", .bool(isFirmware)),
      ("atomic", .bool(isAtomic)),
      ("otherMaster", .bool(hasOtherMaster)),
      ("master", .optional(master)),
      ("capabilities", .object(capabilities.map { ($0.name, .number(Int(clamping: $0.value))) })),
      (
        "connectors",
        .array(zip(connectors, verdicts(rules, animation, shown: shown)).map { json($0, $1) })
      ),
      ("crtcs", .array(crtcs.map(\.json))),
      ("planes", .array(planes.map(json))),
    ])
  }

  private func json(_ connector: Connector, _ verdict: Verdict) -> JSON {
    let size = connector.sizeInMillimetres
    return .object([
      ("name", .string(connector.text)),
      ("id", .number(Int(connector.id.rawValue))),
      ("connection", .string("\(connector.connection)")),
      ("nonDesktop", .bool(connector.isNonDesktop)),
      ("display", .optional(displays[connector.id]?.line)),
      ("widthInMillimetres", size.map { .number($0.width) } ?? .null),
      ("heightInMillimetres", size.map { .number($0.height) } ?? .null),
      ("panelOrientation", .optional(connector.panelOrientation?.words)),
      ("crtc", connector.crtc.map { .number(Int($0.rawValue)) } ?? .null),
      ("modes", .array(connector.modes.map(\.json))),
      ("verdict", verdict.json),
    ])
  }

  private func json(_ report: PlaneReport) -> JSON {
    let plane = report.plane
    let possible = crtcs.indices.filter { plane.possibleCRTCs.contains(index: $0) }
    return .object([
      ("id", .number(Int(plane.id.rawValue))),
      ("kind", .string("\(plane.kind)")),
      ("possibleCRTCs", .array(possible.map { .number(Int(crtcs[$0].id.rawValue)) })),
      ("crtc", plane.crtc.map { .number(Int($0.rawValue)) } ?? .null),
      ("formats", .array(report.formats.map { .string($0) })),
      ("framebuffer", report.framebuffer?.json ?? .null),
    ])
  }
}

extension CRTCReport {
  fileprivate var json: JSON {
    .object([
      ("id", .number(Int(id.rawValue))), ("mode", .optional(mode)),
      ("framebuffer", framebuffer?.json ?? .null),
    ])
  }
}

extension FramebufferReport {
  fileprivate var json: JSON {
    .object([
      ("id", .number(Int(id))), ("width", .number(width)), ("height", .number(height)),
      ("format", .string(format)),
    ])
  }
}

extension Mode {
  fileprivate var json: JSON {
    .object([
      ("width", .number(size.width)), ("height", .number(size.height)),
      ("hertz", .decimal(Mode.hertz(refreshMillihertz))), ("interlaced", .bool(isInterlaced)),
      ("preferred", .bool(isPreferred)), ("fromUser", .bool(isFromUser)),
    ])
  }
}

extension Verdict {
  fileprivate var json: JSON {
    guard let lighting else {
      return .object([("lit", .bool(false)), ("remark", .optional(remark))])
    }
    return .object([
      ("lit", .bool(true)),
      ("remark", .optional(remark)),
      ("mode", .string(lighting.mode.text)),
      ("crtc", .number(Int(lighting.crtc.rawValue))),
      ("plane", lighting.plane.map { .number(Int($0.rawValue)) } ?? .null),
      ("format", .string(lighting.format.text)),
      ("scale", .decimal(lighting.scale.text)),
      ("rotation", .number(lighting.rotation.degrees)),
      ("rotationReason", .string("\(lighting.reason)")),
    ])
  }
}
