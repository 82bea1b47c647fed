// SPDX-License-Identifier: Apache-2.0

/// The type of a key's value.
enum ValueType: Equatable {
  /// Points, hundredths of the stage or cap heights; negative only for offsets.
  case length(negative: Bool)
  /// Two lengths.
  case lengths
  /// A point of the stage or of an element, in fractions.
  case point
  /// A colour; `none` if it may be unpainted.
  case color(none: Bool)
  /// A number of colours within a range.
  case colors(ClosedRange<Int>)
  /// 1 to 128 colours, or a name of a palette.
  case palette
  case boolean
  case integer(ClosedRange<Int>)
  /// A number with decimals; the range is in thousandths.
  case number(ClosedRange<Int>)
  /// A time in seconds; the range is in thousandths.
  case time(ClosedRange<Int>)
  case choice([String])
  /// Four fractions: the two ends of an axis.
  case axis
  /// How many of an image's pixels each edge has.
  case slice
  /// A file below the theme's folder.
  case file
  /// A text, or a template with placeholders, or a list of up to a number of them.
  case text(Int)
  /// Plain text.
  case string
  /// A list of plain texts.
  case strings
  /// A name of `[fonts]`.
  case font
  /// A table of variation axes.
  case axes
  /// A list of a motion's keyframes.
  case keyframes

  /// The expected value, for errors and the manual.
  var expected: String {
    switch self {
    case .length:
      "a length: 12, \"18%\", \"60%w\", \"30%h\", \"2cap\" or { size = …, min = …, max = … }"
    case .lengths: "two lengths: [x, y]"
    case .point: "a point: [x, y] of 0 to 1, or center, top, bottom-left …"
    case .color(let none):
      "a colour: RRGGBB, RRGGBBAA or a name of [colors]\(none ? ", or none" : "")"
    case .colors(let range):
      range.count == 1
        ? "\(range.lowerBound) colours" : "\(range.lowerBound) to \(range.upperBound) colours"
    case .palette: "rainbow, red, or 1 to 128 colours"
    case .boolean: "true or false"
    case .integer(let range): "a whole number of \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number of \(ValueType.decimal(range.lowerBound)) to \(ValueType.decimal(range.upperBound))"
    case .time(let range):
      "seconds, \(ValueType.decimal(range.lowerBound)) to \(ValueType.decimal(range.upperBound))"
    case .choice(let words): words.joined(separator: ", ")
    case .axis: "four fractions: [x0, y0, x1, y1]"
    case .slice: "four whole numbers: [left, top, right, bottom]"
    case .file: "a file below the theme's folder"
    case .text(let count): count == 1 ? "a text" : "a text, or a list of up to \(count)"
    case .string: "a text"
    case .strings: "a list of texts"
    case .font: "a name of [fonts]"
    case .axes: "a table of axes: { wght = 500 }"
    case .keyframes: "a list of keyframes: [{ opacity = 0 }, { opacity = 1 }]"
    }
  }

  /// Thousandths as a decimal number.
  static func decimal(_ thousandths: Int) -> String {
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    var digits = String(rest + 1000).dropFirst()
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return (thousandths < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
  }
}
