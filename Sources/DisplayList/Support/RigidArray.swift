// SPDX-License-Identifier: Apache-2.0

/// An array of a fixed capacity, allocated once on the heap and owned by one holder.
///
/// All memory that a frame needs is in such arrays, so that drawing allocates nothing. Accesses are checked
/// against the initialised elements. The holder keeps its own count, which may be less, so that emptying the
/// array costs nothing. The name is that of swift-collections' type.
///
/// Without memory the capacity is 0; a caller with a size from outside must check that. Its deinitialiser must
/// be visible where a holder is destroyed, because Embedded Swift destroys it in place.
@safe
@usableFromInline
package struct RigidArray<Element: BitwiseCopyable>: ~Copyable {
  /// The capacity in elements, as requested, or 0 without memory; never changes.
  @usableFromInline
  package let capacity: Int

  @usableFromInline
  let base: UnsafeMutablePointer<Element>

  /// The number of initialised elements, from the first on.
  @usableFromInline
  var initializedCount: Int

  /// Allocates `capacity` elements, each equal to `initial`.
  @inlinable
  package init(capacity: Int, initial: Element) {
    self.init(capacity: capacity)
    // Every element is initialised here.
    unsafe base.initialize(repeating: initial, count: self.capacity)
    initializedCount = self.capacity
  }

  /// Allocates `capacity` elements without a value, to be appended one after the other.
  ///
  /// Unused capacity costs no memory, since its pages are never touched.
  @inlinable
  package init(capacity: Int) {
    precondition(capacity >= 0, "A negative capacity.")
    let (stride, alignment) = (MemoryLayout<Element>.stride, MemoryLayout<Element>.alignment)
    initializedCount = 0
    if capacity > 0,
      let memory = unsafe CheckedHeap.allocate(capacity, stride: stride, alignment: alignment)
    {
      self.capacity = capacity
      // Never freed before `deinit`; no element is read before it is appended.
      unsafe base = memory.bindMemory(to: Element.self, capacity: capacity)
    } else {
      self.capacity = 0
      // An address of no element, as there is none; an alignment is not 0.
      unsafe base = UnsafeMutablePointer(bitPattern: alignment).unsafelyUnwrapped
    }
  }

  /// Allocates `capacity` elements that count as initialised.
  ///
  /// The holder must store each element before it reads it: others have an undefined value. Unused memory is
  /// never touched.
  @unsafe
  @inlinable
  package init(storedFirst capacity: Int) {
    self.init(capacity: capacity)
    initializedCount = self.capacity
  }

  /// Appends an element and counts it.
  @inlinable
  package mutating func append(_ value: Element, counting count: inout Int) {
    append(value, at: count)
    count += 1
  }

  /// Appends an element at the holder's count `index`; traps beyond the initialised elements or the capacity.
  ///
  /// - Complexity: O(1)
  @inlinable
  package mutating func append(_ value: Element, at index: Int) {
    precondition(index >= 0 && index <= initializedCount && index < capacity, "Out of order.")
    // In range; a trivial element may be initialised again.
    unsafe base[index] = value
    initializedCount = max(initializedCount, index + 1)
  }

  /// Initialises or overwrites the first elements with the same value; traps beyond the capacity.
  @inlinable
  package mutating func fill(_ count: Int, _ value: Element) {
    // All of it is reserved, and initialised here.
    unsafe reserve(count, at: 0).initialize(repeating: value, count: count)
    unsafe recordInitialized(upTo: count)
  }

  @inlinable
  deinit {
    if capacity > 0 { unsafe CheckedHeap.free(base) }
  }

  /// An element; traps outside of the initialised ones.
  @inlinable
  package subscript(index: Int) -> Element {
    get {
      check(index)
      // In range, and initialised.
      return unsafe base[index]
    }
    set {
      check(index)
      // In range, and initialised.
      unsafe base[index] = newValue
    }
    _modify {
      check(index)
      // In range, and initialised.
      yield unsafe &base[index]
    }
  }

  @inlinable
  func check(_ index: Int) {
    precondition(
      UInt(bitPattern: index) < UInt(bitPattern: initializedCount), "Index out of range.")
  }

  /// The address of the elements from an index on, to initialise up to `count` of them.
  ///
  /// Traps beyond the capacity, or if an element before the index is not initialised. Call
  /// `recordInitialized(upTo:)` before any other call.
  @unsafe
  @inlinable
  package mutating func reserve(_ count: Int, at index: Int) -> UnsafeMutablePointer<Element> {
    precondition(
      index >= 0 && index <= initializedCount && count >= 0 && count <= capacity - index,
      "Out of order.")
    return unsafe base + index
  }

  /// Records that all elements before an index are initialised; `end` is within the reserved elements.
  @unsafe
  @inlinable
  package mutating func recordInitialized(upTo end: Int) {
    precondition(end <= capacity, "Index out of range.")
    initializedCount = max(initializedCount, end)
  }

  /// The elements' address, for loops that cannot afford a check at each access.
  ///
  /// Traps if fewer than `count` are initialised. Only these may be accessed, only during the holder's
  /// lifetime and under its exclusive access.
  @unsafe
  @inlinable
  package mutating func pointer(to count: Int) -> UnsafeMutablePointer<Element> {
    precondition(count >= 0 && count <= initializedCount, "Index out of range.")
    return unsafe base
  }

  /// The elements' address, read-only; the same rules apply.
  @unsafe
  @inlinable
  package func readPointer(to count: Int) -> UnsafePointer<Element> {
    precondition(count >= 0 && count <= initializedCount, "Index out of range.")
    return unsafe UnsafePointer(base)
  }

  /// Some elements, read-only; traps outside of the initialised ones.
  @_lifetime(borrow self)
  @inlinable
  package func span(_ range: Range<Int>) -> Span<Element> {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= initializedCount, "Range out of bounds.")
    let buffer = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    // In range; the memory lives as long as `self`, which the span borrows.
    return unsafe _overrideLifetime(buffer.span, borrowing: self)
  }

  /// Some elements, mutable; traps outside of the initialised ones.
  @_lifetime(&self)
  @inlinable
  package mutating func mutableSpan(_ range: Range<Int>) -> MutableSpan<Element> {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= initializedCount, "Range out of bounds.")
    let buffer = unsafe UnsafeMutableBufferPointer(
      start: base + range.lowerBound, count: range.count)
    // In range; the memory lives as long as `self`, which the span borrows exclusively.
    return unsafe _overrideLifetime(buffer.mutableSpan, mutating: &self)
  }
}

extension RigidArray {
  /// Inserts an element at its sorted position among the previous elements, which are sorted from an index
  /// on.
  @inlinable
  package mutating func sortIn(
    _ index: Int, from first: Int = 0, before isBefore: (Element, Element) -> Bool
  ) {
    // Most elements are in order already.
    if index == first || !isBefore(self[index], self[index - 1]) { return }
    let element = self[index]
    var position = index
    while position > first && isBefore(element, self[position - 1]) {
      self[position] = self[position - 1]
      position -= 1
    }
    self[position] = element
  }
}

extension RigidArray where Element: Equatable {
  /// Whether some elements are equal to those of another array.
  @inlinable
  package func equals(_ range: Range<Int>, _ other: borrowing RigidArray, _ others: Range<Int>)
    -> Bool
  {
    if range.count != others.count { return false }
    for offset in 0..<range.count
    where self[range.lowerBound + offset] != other[others.lowerBound + offset] {
      return false
    }
    return true
  }
}
