// SPDX-License-Identifier: Apache-2.0

package import Text

/// A boot from the start of its splash to the hand-over.
///
/// The daemon appends a line for each unit to a file, and at the hand-over a line with a time alone. A daemon that
/// is started again in the same boot continues the file: the last such line counts.
///
///     flipbook-boot 1 3421
///     812 systemd-journald.service
///     9134
///
/// The number in the first line is the splash's start in milliseconds of the kernel's monotonic clock.
package struct RecordedBoot: Sendable {
  /// A unit, and when it came first.
  struct Unit: Sendable {
    let name: [UInt8]
    let time: Int32
  }

  /// How long the boot took, in milliseconds.
  let total: Int32
  /// The units in the order in which they came, each once.
  let units: [Unit]

  /// Reads a record.
  ///
  /// - Throws: The first fault; also where no hand-over is recorded.
  package init(_ bytes: Span<UInt8>) throws(BootFileError) {
    guard bytes.count <= BootLimits.recordSize else {
      throw BootFileError("larger than 16384 bytes")
    }
    var lines = BootLines()
    guard try lines.advance(in: bytes), BootRecordLine.start(bytes.extracting(lines.range)) != nil
    else { throw BootFileError("expected 'flipbook-boot 1' and a time", line: 1) }
    var (units, end): ([Unit], Int32) = ([], 0)
    while try lines.advance(in: bytes) {
      guard let field = lines.field(in: bytes),
        let time = BootLines.time(bytes.extracting(field))
      else { throw lines.error("expected milliseconds, up to 3600000") }
      guard let name = lines.field(in: bytes) else {
        end = time
        continue
      }
      guard BootLimits.isName(bytes.extracting(name)), lines.field(in: bytes) == nil else {
        throw lines.error("expected a unit's name")
      }
      units.append(Unit(name: [UInt8](bytes.extracting(name)), time: time))
    }
    guard end > 0 else { throw BootFileError("no hand-over is recorded") }
    var kept: [Unit] = []
    for unit in units where unit.time <= end {
      if !kept.contains(where: { $0.name == unit.name }) { kept.append(unit) }
    }
    (total, self.units) = (end, kept)
  }
}

/// The lines of a boot's record.
package enum BootRecordLine {
  private static var header: StaticString { "flipbook-boot 1 " }

  /// The first line: the start in milliseconds of the monotonic clock.
  package static func first(start milliseconds: Int64) -> InlineText<192> {
    var line = InlineText<192>()
    line.append(header)
    line.append(milliseconds)
    line.append("\n")
    return line
  }

  /// The line of a unit, or without a name that of the hand-over.
  package static func line(at milliseconds: Int64, _ name: Span<UInt8>) -> InlineText<192> {
    var line = InlineText<192>()
    line.append(milliseconds)
    if !name.isEmpty { line.append(" ") }
    line.append(name)
    line.append("\n")
    return line
  }

  /// The start in a first line, without what follows it; nil for any other text.
  package static func start(_ text: Span<UInt8>) -> Int64? {
    let length = header.utf8CodeUnitCount
    let end = text.firstPosition(of: UInt8(ascii: "\n"))
    guard text.begins(with: header), length < end, end - length <= 15 else { return nil }
    var number: Int64 = 0
    for index in length..<end {
      guard text[index].isDigit else { return nil }
      number = number * 10 + Int64(text[index] - UInt8(ascii: "0"))
    }
    return number
  }
}
