// SPDX-License-Identifier: Apache-2.0

internal import Text

/// The remembered boots: when which unit came, and how long each boot took.
///
/// All times are in milliseconds from the start of the splash, without the time in which a person was asked.
/// The file has a line with the totals, newest boot first, and a line for each unit:
///
///     flipbook-boot-times 1
///     total 9134 9020 8871
///     systemd-journald.service 812 830 799
///     apt-daily.service - 1230 1204
package struct BootMemory: Sendable {
  /// A unit with its times.
  struct Unit {
    let name: [UInt8]
    /// The time in each boot, newest first; -1 where the unit did not come.
    var times = InlineArray<8, Int32>(repeating: -1)
  }

  /// The first line of the file.
  private static var header: StaticString { "flipbook-boot-times 1" }

  /// How long each boot took, newest first, at least one.
  private(set) var totals: [Int32] = []
  /// The units in the file's order.
  private(set) var units: [Unit] = []

  /// No boots.
  package init() {}

  /// Reads a file's bytes.
  ///
  /// - Throws: The first fault.
  package init(_ bytes: Span<UInt8>) throws(BootFileError) {
    guard bytes.count <= BootLimits.memorySize else {
      throw BootFileError("larger than 4096 bytes")
    }
    var lines = BootLines()
    guard try lines.advance(in: bytes),
      bytes.extracting(lines.range).isEqual(to: BootMemory.header)
    else { throw BootFileError("expected 'flipbook-boot-times 1'", line: 1) }
    guard try lines.advance(in: bytes) else { throw BootFileError("the totals are missing") }
    try readTotals(&lines, in: bytes)
    while try lines.advance(in: bytes) { try readUnit(&lines, in: bytes) }
  }

  private mutating func readTotals(
    _ lines: inout BootLines, in bytes: Span<UInt8>
  ) throws(BootFileError) {
    guard let word = lines.field(in: bytes), bytes.extracting(word).isEqual(to: "total") else {
      throw lines.error("expected 'total' and the boots' times")
    }
    while let field = lines.field(in: bytes) {
      guard let total = BootLines.time(bytes.extracting(field)), total > 0 else {
        throw lines.error("expected milliseconds, 1 to 3600000")
      }
      guard totals.count < BootLimits.boots else { throw lines.error("more than 8 boots") }
      totals.append(total)
    }
    guard !totals.isEmpty else { throw lines.error("expected 'total' and the boots' times") }
  }

  private mutating func readUnit(
    _ lines: inout BootLines, in bytes: Span<UInt8>
  ) throws(BootFileError) {
    guard units.count < BootLimits.units else { throw lines.error("more than 48 units") }
    guard let name = lines.field(in: bytes), BootLimits.isName(bytes.extracting(name)) else {
      throw lines.error("expected a unit's name")
    }
    guard index(of: bytes.extracting(name)) == nil else {
      throw lines.error("the unit has a line already")
    }
    var unit = Unit(name: [UInt8](bytes.extracting(name)))
    var count = 0
    while let field = lines.field(in: bytes) {
      guard count < totals.count else { throw lines.error("more times than boots") }
      if !bytes.extracting(field).isEqual(to: "-") {
        guard let time = BootLines.time(bytes.extracting(field)), time <= totals[count] else {
          throw lines.error("expected '-' or milliseconds up to the boot's total")
        }
        unit.times[count] = time
      }
      count += 1
    }
    guard count == totals.count else { throw lines.error("fewer times than boots") }
    units.append(unit)
  }

  /// The position of a unit; nil where it is unknown.
  func index(of name: Span<UInt8>) -> Int? {
    for index in units.indices where units[index].name.isEqual(to: name) { return index }
    return nil
  }

  /// The file's bytes.
  package var bytes: [UInt8] {
    var file: [UInt8] = []
    file.append(BootMemory.header)
    file.append("\ntotal")
    for total in totals {
      file.append(" ")
      file.append(decimal: Int64(total))
    }
    file.append("\n")
    for unit in units { unit.write(to: &file, count: totals.count) }
    return file
  }

  /// Adds a boot as the newest; the oldest is forgotten where there are more than eight.
  package mutating func add(_ boot: RecordedBoot) {
    totals.insert(boot.total, at: 0)
    for index in units.indices {
      for position in (1..<BootLimits.boots).reversed() {
        units[index].times[position] = units[index].times[position - 1]
      }
      units[index].times[0] = -1
    }
    for unit in boot.units {
      if let index = units.firstIndex(where: { $0.name == unit.name }) {
        units[index].times[0] = unit.time
      } else {
        var added = Unit(name: unit.name)
        added.times[0] = unit.time
        units.append(added)
      }
    }
    if totals.count > BootLimits.boots { totals.removeLast() }
    prune()
  }

  /// Removes units until the file is small enough.
  private mutating func prune() {
    // After an update a unit may be gone for good.
    let recent = min(totals.count, 3)
    units.removeAll { unit in unit.count(in: 0..<recent) == 0 }
    units.sort { a, b in a.order < b.order }
    var size = bytes.count
    while units.count > BootLimits.units || size > BootLimits.memorySize {
      var removed: [UInt8] = []
      units.remove(at: leastUseful).write(to: &removed, count: totals.count)
      size -= removed.count
    }
  }

  /// The position of the unit that came in the fewest boots; of several, of that with the nearest neighbours in time.
  private var leastUseful: Int {
    var (least, fewest, nearest) = (0, Int.max, Int32.max)
    let end = totals.median
    for index in units.indices {
      let count = units[index].count(in: 0..<totals.count)
      let before = index > 0 ? units[index - 1].order : 0
      let after = index + 1 < units.count ? units[index + 1].order : end
      if count < fewest || count == fewest && after - before < nearest {
        (least, fewest, nearest) = (index, count, after - before)
      }
    }
    return least
  }
}

extension BootMemory.Unit {
  /// Whether it came, in how many of these boots.
  func count(in boots: Range<Int>) -> Int {
    var count = 0
    for boot in boots where times[boot] >= 0 { count += 1 }
    return count
  }

  /// The median of its times, for their order.
  var order: Int32 {
    var known: [Int32] = []
    for boot in times.indices where times[boot] >= 0 { known.append(times[boot]) }
    return known.median
  }

  /// Appends its line.
  func write(to file: inout [UInt8], count: Int) {
    file += name
    for boot in 0..<count {
      file.append(" ")
      if times[boot] >= 0 { file.append(decimal: Int64(times[boot])) } else { file.append("-") }
    }
    file.append("\n")
  }
}

extension [Int32] {
  /// The middle value, or of an even number the mean of both, rounded down; 0 without any.
  var median: Int32 {
    if isEmpty { return 0 }
    let sorted = self.sorted()
    let (low, high) = (sorted[(count - 1) / 2], sorted[count / 2])
    return low + (high - low) / 2
  }
}

extension [UInt8] {
  /// A copy of bytes.
  init(_ bytes: Span<UInt8>) {
    self.init()
    reserveCapacity(bytes.count)
    append(bytes)
  }

  /// Whether the bytes are those of a span.
  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
