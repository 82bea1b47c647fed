// SPDX-License-Identifier: Apache-2.0

/// Some pixels of one row: up to four spans of columns from left to right, with gaps between.
///
/// A span that does not fit joins the two with the smallest gap: the set grows, it never shrinks.
struct SpanSet: Equatable, BitwiseCopyable {
  /// The most spans that a row has.
  static var capacity: Int { 4 }

  /// The first column of each span and the first one beyond it, in turns; without a meaning beyond the last span.
  private var limits = InlineArray<8, UInt16>(repeating: 0)
  private var used: UInt16 = 0

  init() {}

  /// The columns of one span, all below 2¹⁶.
  init(_ columns: Range<Int>) {
    if columns.isEmpty { return }
    (limits[0], limits[1]) = (UInt16(columns.lowerBound), UInt16(columns.upperBound))
    used = 1
  }

  /// How many spans there are.
  var count: Int { Int(used) }

  /// Whether there are no pixels.
  var isEmpty: Bool { used == 0 }

  /// One of the spans.
  subscript(index: Int) -> Range<Int> { start(index)..<end(index) }

  /// From the leftmost to the rightmost column.
  var extent: Range<Int> { used == 0 ? 0..<0 : start(0)..<end(count - 1) }

  /// How many pixels there are.
  var pixelCount: Int {
    var sum = 0
    for index in 0..<count { sum += end(index) - start(index) }
    return sum
  }

  /// Whether a column is among them.
  func contains(_ column: Int) -> Bool {
    for index in 0..<count where column < end(index) { return column >= start(index) }
    return false
  }

  static func == (a: SpanSet, b: SpanSet) -> Bool {
    if a.used != b.used { return false }
    for index in 0..<2 * a.count where a.limits[index] != b.limits[index] { return false }
    return true
  }

  /// Adds columns, all below 2¹⁶.
  mutating func insert(_ columns: Range<Int>) {
    if columns.isEmpty { return }
    // Most rows have one span, and what comes belongs to it.
    if used == 1 && columns.lowerBound <= end(0) && columns.upperBound >= start(0) {
      return set(0, min(columns.lowerBound, start(0))..<max(columns.upperBound, end(0)))
    }
    var new = columns
    // What touches the new span becomes part of it.
    var first = 0
    while first < count && end(first) < new.lowerBound { first += 1 }
    var last = first
    while last < count && start(last) <= new.upperBound {
      new = min(new.lowerBound, start(last))..<max(new.upperBound, end(last))
      last += 1
    }
    if first < last {
      set(first, new)
      remove(first + 1..<last)
    } else if count < SpanSet.capacity {
      for index in stride(from: count, to: first, by: -1) { set(index, self[index - 1]) }
      set(first, new)
      used += 1
    } else {
      join(new, at: first)
    }
  }

  /// Cuts off what lies outside of some columns.
  mutating func clip(to columns: Range<Int>) {
    var result = SpanSet()
    for index in 0..<count {
      let clipped = self[index].clamped(to: columns)
      if clipped.isEmpty { continue }
      result.set(result.count, clipped)
      result.used += 1
    }
    self = result
  }

  /// Joins the two neighbours with the smallest gap, the new span among them, where all is full.
  private mutating func join(_ new: Range<Int>, at position: Int) {
    var (best, least) = (0, Int.max)
    for index in 0..<count {
      // The gap after the span `index` of the five.
      let left = index < position ? end(index) : index == position ? new.upperBound : end(index - 1)
      let right =
        index + 1 < position
        ? start(index + 1) : index + 1 == position ? new.lowerBound : start(index)
      if right - left < least { (best, least) = (index, right - left) }
    }
    if best == position {
      set(position, new.lowerBound..<end(position))
    } else if best + 1 == position {
      set(best, start(best)..<new.upperBound)
    } else {
      let joined = best < position ? best : best - 1
      set(joined, start(joined)..<end(joined + 1))
      remove(joined + 1..<joined + 2)
      insert(new)
    }
  }

  private mutating func remove(_ spans: Range<Int>) {
    for index in spans.upperBound..<max(count, spans.upperBound) {
      set(index - spans.count, self[index])
    }
    used -= UInt16(spans.count)
  }

  private mutating func set(_ index: Int, _ columns: Range<Int>) {
    limits[2 * index] = UInt16(columns.lowerBound)
    limits[2 * index + 1] = UInt16(columns.upperBound)
  }

  private func start(_ index: Int) -> Int { Int(limits[2 * index]) }
  private func end(_ index: Int) -> Int { Int(limits[2 * index + 1]) }
}
