// SPDX-License-Identifier: Apache-2.0

/// A permutation of up to 128 elements: for each index, the index of its source.
public struct Permutation: Equatable, Sendable {
  /// The maximum number of elements.
  package static var capacity: Int { 128 }

  private var sources: InlineArray<128, UInt8>

  /// The number of elements.
  package let count: Int

  /// A permutation of 1 to 128 elements from the source of each; nil unless each index occurs
  /// exactly once.
  public init?(_ sources: Span<Int>) {
    guard sources.count > 0 && sources.count <= Permutation.capacity else { return nil }
    var isTaken = InlineArray<128, Bool>(repeating: false)
    self.sources = InlineArray(repeating: 0)
    count = sources.count
    for index in 0..<count {
      let source = sources[index]
      guard source >= 0 && source < count && !isTaken[source] else { return nil }
      isTaken[source] = true
      self.sources[index] = UInt8(source)
    }
  }

  /// A rotation of 1 to 128 elements by a number of positions.
  init(rotating count: Int, by places: Int) {
    precondition(count > 0 && count <= Permutation.capacity, "There are 1 to 128 places.")
    sources = InlineArray(repeating: 0)
    self.count = count
    let first = (places % count + count) % count
    for index in 0..<count { sources[index] = UInt8((first + index) % count) }
  }

  /// The source of an index.
  package subscript(place: Int) -> Int { Int(sources.span[place]) }

  /// The permutation applied a number of times, by repeated squaring.
  package func power(_ exponent: Int64) -> Permutation {
    var result = Permutation(rotating: count, by: 0)
    var square = self
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = result.followed(by: square) }
      square = square.followed(by: square)
      rest >>= 1
    }
    return result
  }

  /// This permutation, then a second one of the same count.
  private func followed(by next: Permutation) -> Permutation {
    var result = self
    for index in 0..<count { result.sources[index] = sources[next[index]] }
    return result
  }

  /// Whether all elements are equal.
  public static func == (a: Permutation, b: Permutation) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a.sources[index] != b.sources[index] { return false }
    return true
  }
}
