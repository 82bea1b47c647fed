/// A percentage with APT's four digits behind the point, from 0 to 100.
struct AptPercent: Comparable, CustomStringConvertible, Sendable {
  /// The percentage times 10000.
  let tenThousandths: Int

  static let zero = AptPercent(tenThousandths: 0)
  static let hundred = AptPercent(tenThousandths: 1_000_000)

  /// Takes the percentage times 10000.
  init(tenThousandths: Int) {
    self.tenThousandths = min(max(tenThousandths, 0), 1_000_000)
  }

  /// Reads a number, where what is above 100 becomes 100; nil for anything else.
  init?(_ text: some StringProtocol) {
    guard let number = DecimalNumber(text) else { return nil }
    let scaled = (Int128(number.digits) * 10000) / Int128(number.divisor)
    self.init(tenThousandths: Int(min(scaled, 1_000_000)))
  }

  /// This part of a range of percentages, rounded down.
  func mapped(from start: AptPercent, to end: AptPercent) -> AptPercent {
    let length = end.tenThousandths - start.tenThousandths
    return AptPercent(
      tenThousandths: start.tenThousandths + length * tenThousandths / 1_000_000)
  }

  /// The number without superfluous digits, as the `progress` command takes it.
  var description: String {
    let (whole, fraction) = tenThousandths.quotientAndRemainder(dividingBy: 10000)
    guard fraction > 0 else { return "\(whole)" }
    var digits = String(10000 + fraction).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  static func < (a: AptPercent, b: AptPercent) -> Bool {
    a.tenThousandths < b.tenThousandths
  }
}
