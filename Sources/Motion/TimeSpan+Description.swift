// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  extension TimeSpan: CustomStringConvertible {
    /// The exact number of seconds, or of the largest smaller unit of which there is one at least: `16.666667 ms`.
    public var description: String {
      let units: [(size: UInt64, name: String)] = [
        (1_000_000_000, "s"), (1_000_000, "ms"), (1000, "µs"), (1, "ns"),
      ]
      let all = nanoseconds.magnitude
      let unit = units.first { all >= $0.size } ?? (1, "ns")
      var fraction = String(unit.size + all % unit.size).dropFirst()
      while fraction.last == "0" { fraction.removeLast() }
      let number = fraction.isEmpty ? "\(all / unit.size)" : "\(all / unit.size).\(fraction)"
      return "\(nanoseconds < 0 ? "-" : "")\(number) \(unit.name)"
    }
  }

  extension Instant: CustomStringConvertible {
    /// The time since the clock's zero: `1.5 s`.
    public var description: String { "\(self - Instant.zero)" }
  }
#endif
