// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// The reference for a pack's relative lengths: a stage in points.
package struct PackStage {
  package let width, height: Fixed
  /// The cap height of the stage's text.
  package private(set) var capHeight: Fixed = 0
  /// The free margin along the edges.
  package private(set) var margin: Fixed = 0

  /// A stage of a size in points, with a variant's record of the pack.
  package init(width: Fixed, height: Fixed, _ pack: Pack, variant: Int) {
    (self.width, self.height) = (min(width, 65536), min(height, 65536))
    let record = pack[StageRecord.self, variant]
    capHeight = (points(record.textSize) ?? 9).clamped(to: 1...4096)
    margin = (points(record.margin) ?? 0).clamped(to: 0...min(self.width, self.height) / 2)
  }

  /// A length in points; nil for the content's natural size.
  package func points(_ length: Length) -> Fixed? {
    let value = Fixed(q16: length.value)
    var points: Fixed
    switch length.unit {
    case .point: points = value
    case .percent: points = value * min(width, height) / 100
    case .percentOfWidth: points = value * width / 100
    case .percentOfHeight: points = value * height / 100
    case .cap: points = value * capHeight
    case .automatic: return nil
    }
    // Large enough for any stage; sums of such lengths do not overflow.
    points = points.clamped(to: -65536...65536)
    let (least, most) = (length.minimum, length.maximum)
    let limited = most == .max ? points : min(points, Fixed(Int(most), over: 4))
    return least == .max ? limited : max(limited, Fixed(Int(least), over: 4))
  }
}

extension Pack {
  /// The variant with a name; nil where there is none, 0 for the empty name.
  package func variant(named name: Span<UInt8>) -> Int? {
    if name.count == 0 { return 0 }
    for index in 0..<count(.variants) {
      let text = string(self[VariantRecord.self, index].name)
      if text.order(before: name) == 0 { return index + 1 }
    }
    return nil
  }
}

extension Pack {
  /// The first text of the language that best matches a locale such as `de_AT.UTF-8`.
  package func firstText(of locale: Span<UInt8>) -> Int {
    var (best, first) = (0, 0)
    for index in 0..<count(.locales) {
      let language = self[LocaleRecord.self, index]
      if index == 0 { first = Int(language.firstText) }
      var length = 0
      while length < min(16, locale.count), language.name[length] == locale[length],
        locale[length] > 0
      {
        length += 1
      }
      // The whole name, without a further letter of the language or country after it.
      guard length == 16 || language.name[length] == 0, length > best else { continue }
      let next = length < locale.count ? locale[length] : 0
      if next >= 0x30 && next != UInt8(ascii: "_") && next != UInt8(ascii: "@") { continue }
      (best, first) = (length, Int(language.firstText))
    }
    return first
  }

  /// The translation of a text that programs are known to send; nil for other texts.
  ///
  /// O(log n) comparisons: known texts are sorted (`KnownTextRecord.isConsistent`). Longer ones than a message,
  /// `PackLimit.textBytes`, are not found.
  package func knownText(_ text: Span<UInt8>) -> Int? {
    var (first, end) = (0, count(.knownTexts))
    while first < end {
      let middle = first + (end - first) / 2
      let record = self[KnownTextRecord.self, middle]
      let order = string(record.sent).order(before: text)
      if order == 0 { return record.text }
      if order < 0 { first = middle + 1 } else { end = middle }
    }
    return nil
  }
}

extension Span<UInt8> {
  /// Negative where these bytes are sorted before others, positive where they are sorted after them, 0 where they
  /// are the same.
  fileprivate func order(before other: Span<UInt8>) -> Int {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return Int(self[index]) - Int(other[index])
    }
    return count - other.count
  }
}
