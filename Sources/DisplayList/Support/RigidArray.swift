// SPDX-License-Identifier: Apache-2.0

/// An array of a fixed capacity, allocated once on the heap and owned by one holder.
///
/// All memory that a frame needs is in these, so that drawing allocates nothing. Accesses are
/// checked against the initialised elements. The holder keeps its own count, which may be less, so
/// that emptying the array costs nothing. The name is that of swift-collections' type.
///
/// Where there is no memory the capacity is 0, which whoever makes one of a size from outside has to look at.
///
/// Its deinitialiser must be visible where a holder is destroyed, which Embedded Swift does in place.
@safe
@usableFromInline
package struct RigidArray<Element: BitwiseCopyable>: ~Copyable {
  /// How many elements there can be: as many as were asked for, or none; never changes.
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
  /// Capacity that is never used costs no memory, since its pages are never touched.
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

  /// Allocates `capacity` elements that are stored before they are read, and so count as initialised.
  ///
  /// That is the holder's promise: others have any value. Memory that is not used is never touched.
  @unsafe
  @inlinable
  package init(storedFirst capacity: Int) {
    self.init(capacity: capacity)
    initializedCount = self.capacity
  }

  /// Appends an element and counts it.
  @inline(__always)
  @inlinable
  package mutating func append(_ value: Element, counting count: inout Int) {
    append(value, at: count)
    count += 1
  }

  /// Appends an element at the holder's count `index`; traps beyond the initialised elements or the capacity.
  ///
  /// - Complexity: O(1)
  @inline(__always)
  @inlinable
  package mutating func append(_ value: Element, at index: Int) {
    precondition(index >= 0 && index <= initializedCount && index < capacity, "Out of order.")
    // In range; a trivial element may be initialised again.
    unsafe base[index] = value
    initializedCount = max(initializedCount, index + 1)
  }

  /// Initialises the first elements, or stores them again, each with the same value; traps beyond the capacity.
  @inlinable
  package mutating func fill(_ count: Int, _ value: Element) {
    // All of it is reserved, and initialised here.
    unsafe reserve(count, at: 0).initialize(repeating: value, count: count)
    unsafe noteInitialized(upTo: count)
  }

  @inlinable
  deinit {
    if capacity > 0 { unsafe CheckedHeap.free(base) }
  }

  /// One element; traps outside of the initialised ones.
  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always)
    get {
      check(index)
      // In range, and initialised.
      return unsafe base[index]
    }
    @inline(__always)
    set {
      check(index)
      // In range, and initialised.
      unsafe base[index] = newValue
    }
    @inline(__always)
    _modify {
      check(index)
      // In range, and initialised.
      yield unsafe &base[index]
    }
  }

  @inlinable
  @inline(__always)
  func check(_ index: Int) {
    precondition(
      UInt(bitPattern: index) < UInt(bitPattern: initializedCount), "Index out of range.")
  }

  /// The address of the elements from an index on, to initialise up to `count` of them.
  ///
  /// Traps beyond the capacity, or where some before them are not initialised. Call
  /// `noteInitialized(upTo:)` before anything else.
  @unsafe
  @inlinable
  package mutating func reserve(_ count: Int, at index: Int) -> UnsafeMutablePointer<Element> {
    precondition(
      index >= 0 && index <= initializedCount && count >= 0 && count <= capacity - index,
      "Out of order.")
    return unsafe base + index
  }

  /// Notes that all elements before an index are initialised; `end` is within what was reserved.
  @unsafe
  @inlinable
  package mutating func noteInitialized(upTo end: Int) {
    precondition(end <= capacity, "Index out of range.")
    initializedCount = max(initializedCount, end)
  }

  /// The elements' address, for loops that cannot afford a check at each access.
  ///
  /// Traps if fewer than `count` are initialised. No more than these may be accessed, only during the
  /// holder's lifetime and under its exclusive access.
  @unsafe
  @inlinable
  package mutating func pointer(to count: Int) -> UnsafeMutablePointer<Element> {
    precondition(count >= 0 && count <= initializedCount, "Index out of range.")
    return unsafe base
  }

  /// Likewise, read-only.
  @unsafe
  @inline(__always)
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
    // In range; the memory lives as long as `self`, which the span borrows for itself alone.
    return unsafe _overrideLifetime(buffer.mutableSpan, mutating: &self)
  }
}

extension RigidArray {
  /// Moves an element to its position among those before it, which are in order from an index on.
  @inlinable
  package mutating func sortIn(
    _ index: Int, from first: Int = 0, before isBefore: (Element, Element) -> Bool
  ) {
    // Most are in order already.
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
  @inline(__always)
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
