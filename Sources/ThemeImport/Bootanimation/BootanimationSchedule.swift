// SPDX-License-Identifier: Apache-2.0

/// Which part of a boot animation is the intro, the loop and the outro of a frame sequence.
struct BootanimationSchedule {
  typealias Part = BootanimationDescription.Part

  private(set) var intro: [Part] = []
  private(set) var loop: Part?
  private(set) var outro: [Part] = []

  /// Follows Android: parts are played in their order; when the boot is complete, the present pass ends, and of the
  /// parts behind it only those of the type `c` are played.
  init(_ description: BootanimationDescription, report: inout ImportReport) {
    for part in description.parts {
      if loop == nil {
        if part.count == 0 {
          loop = part
          report.taken("\(part.folder): the loop")
        } else {
          intro.append(part)
          report.taken(
            "\(part.folder): played \(part.count == 1 ? "once" : "\(part.count) times") at first")
        }
      } else if part.kind == .complete {
        outro.append(part)
        report.taken("\(part.folder): played at the end")
      } else if part.count == 0 {
        report.leftOut("\(part.folder): a second loop, which Android does not reach either")
      } else {
        report.leftOut("\(part.folder): Android skips it, as the boot is complete by then")
      }
      if part.hasClock {
        report.leftOut("\(part.folder): its clock; a table [clock.time] adds one")
      }
    }
  }

  /// Ends a schedule without a loop: its last part becomes the loop if its passes take long, or else its last frame stays.
  ///
  /// The boot is most often complete before many passes have ended.
  ///
  /// - Parameters:
  ///   - frames: the frames of a pass, with its pause.
  ///   - rate: frames per second.
  ///   - report: gets a line.
  mutating func end(
    frames: (Part) -> Int, rate: Int, report: inout ImportReport
  ) {
    guard loop == nil, let last = intro.last else { return }
    let seconds = last.count * frames(last) / max(1, rate)
    guard last.count > 1, seconds >= Self.longIntro else {
      return report.changed(
        "no part with a COUNT of 0: the last frame stays until the boot is complete")
    }
    intro.removeLast()
    loop = last.repeated
    report.changed(
      "no part with a COUNT of 0: \(last.folder) is the loop, as its \(last.count) passes take "
        + "\(seconds) s")
  }

  /// Seconds.
  private static let longIntro = 30

  /// All parts that are shown.
  var parts: [Part] { intro + [loop].compactMap(\.self) + outro }

  /// The background `0xRRGGBB` of the loop, or of the first part.
  var background: UInt32 { (loop ?? intro.first)?.background ?? 0 }

  /// Whether the loop's pass is completed before the outro.
  var endsWithPass: Bool { loop?.kind == .complete }

  /// The frames during which the end fades out; nil where it does not.
  var fadeFrames: Int? {
    for part in parts.reversed() {
      if case .fading(let frames) = part.kind { return frames }
    }
    return nil
  }
}
