// SPDX-License-Identifier: Apache-2.0

/// Some pixels of one row: up to four spans of columns from left to right, with gaps between.
///
/// If a span does not fit, the two spans with the smallest gap are joined: the set grows, it never shrinks.
package struct SpanSet: Equatable, BitwiseCopyable {
  /// The most spans of a row.
  package static var capacity: Int { 4 }

  /// The start and the end of each span, alternating; undefined after the last span.
  ///
  /// There is room for one more than the capacity while a span is added.
  private var limits = InlineArray<10, UInt16>(repeating: 0)
  private var used: UInt16 = 0

  /// No columns.
  package init() {}

  /// The columns of one span, all below 2¹⁶.
  package init(_ columns: Range<Int>) {
    if columns.isEmpty { return }
    (limits[0], limits[1]) = (UInt16(columns.lowerBound), UInt16(columns.upperBound))
    used = 1
  }

  /// The number of spans.
  package var count: Int { Int(used) }

  /// Whether there are no pixels.
  package var isEmpty: Bool { used == 0 }

  /// One of the spans.
  package subscript(index: Int) -> Range<Int> { start(index)..<end(index) }

  /// From the leftmost to the rightmost column.
  package var extent: Range<Int> { used == 0 ? 0..<0 : start(0)..<end(count - 1) }

  /// The number of pixels.
  package var pixelCount: Int {
    var sum = 0
    for index in 0..<count { sum += end(index) - start(index) }
    return sum
  }

  /// Whether the set contains a column.
  package func contains(_ column: Int) -> Bool {
    for index in 0..<count where column < end(index) { return column >= start(index) }
    return false
  }

  /// Whether both have the same columns.
  package static func == (a: SpanSet, b: SpanSet) -> Bool {
    if a.used != b.used { return false }
    for index in 0..<2 * a.count where a.limits[index] != b.limits[index] { return false }
    return true
  }

  /// Adds columns, all below 2¹⁶.
  package mutating func insert(_ columns: Range<Int>) {
    if columns.isEmpty { return }
    // Most rows have one span, and the new columns touch it.
    if used == 1 && columns.lowerBound <= end(0) && columns.upperBound >= start(0) {
      return set(0, min(columns.lowerBound, start(0))..<max(columns.upperBound, end(0)))
    }
    var new = columns
    // Spans that touch the new one become part of it.
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
    } else {
      for index in stride(from: count, to: first, by: -1) { set(index, self[index - 1]) }
      set(first, new)
      used += 1
      if count > SpanSet.capacity { joinNearest() }
    }
  }

  /// Joins the two neighbours with the smallest gap.
  private mutating func joinNearest() {
    var best = 0
    for index in 1..<count - 1
    where start(index + 1) - end(index) < start(best + 1) - end(best) {
      best = index
    }
    set(best, start(best)..<end(best + 1))
    remove(best + 1..<best + 2)
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
