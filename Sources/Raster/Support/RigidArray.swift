/// A fixed number of elements on the heap, allocated once and owned by one holder.
///
/// All that a frame needs lives in these, so that drawing allocates nothing. Every access is
/// checked against what has a value.
///
/// Its deinitialiser must be seen where a holder is destroyed, which Embedded Swift does in place.
@safe
@usableFromInline
struct RigidArray<Element: BitwiseCopyable>: ~Copyable {
  /// How many elements there are; never changes.
  let capacity: Int

  private let base: UnsafeMutablePointer<Element>

  /// How many elements, from the first on, have a value.
  private var initializedCount: Int

  /// Allocates `capacity` elements, each equal to `initial`.
  init(capacity: Int, initial: Element) {
    precondition(capacity >= 0, "A negative capacity.")
    self.capacity = capacity
    // Never freed before `deinit`, and every element is initialised here.
    unsafe base = .allocate(capacity: capacity)
    unsafe base.initialize(repeating: initial, count: capacity)
    initializedCount = capacity
  }

  /// Allocates room for `capacity` elements, which get their values one after the other.
  ///
  /// Room that is never used costs no memory, since its pages are never touched.
  init(capacity: Int) {
    precondition(capacity >= 0, "A negative capacity.")
    self.capacity = capacity
    // Never freed before `deinit`; no element is read before `store` gave it a value.
    unsafe base = .allocate(capacity: capacity)
    initializedCount = 0
  }

  /// Takes over what another one holds, in memory of its own.
  init(copying other: borrowing RigidArray) {
    capacity = other.capacity
    // Never freed before `deinit`; as many elements as have a value there get one here.
    unsafe base = .allocate(capacity: other.capacity)
    unsafe base.initialize(from: other.base, count: other.initializedCount)
    initializedCount = other.initializedCount
  }

  /// Gives a value to an element, which has one already or is the first that has none.
  @inline(__always)
  mutating func append(_ value: Element, at index: Int) {
    precondition(index >= 0 && index <= initializedCount && index < capacity, "Out of order.")
    // In range; a trivial element may be initialised again.
    unsafe base[index] = value
    initializedCount = max(initializedCount, index + 1)
  }

  /// One element, which the caller has checked to have a value.
  @unsafe
  subscript(unchecked index: Int) -> Element {
    @inline(__always)
    get { unsafe base[index] }
    @inline(__always)
    _modify { yield unsafe &base[index] }
  }

  deinit {
    unsafe base.deallocate()
  }

  /// One element; traps outside of what has a value.
  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      precondition(
        UInt(bitPattern: index) < UInt(bitPattern: initializedCount), "Index out of range.")
      // In range, and initialised.
      return unsafe base[index]
    }
    @inline(__always)
    set {
      precondition(
        UInt(bitPattern: index) < UInt(bitPattern: initializedCount), "Index out of range.")
      // In range, and initialised.
      unsafe base[index] = newValue
    }
    @inline(__always)
    _modify {
      precondition(
        UInt(bitPattern: index) < UInt(bitPattern: initializedCount), "Index out of range.")
      // In range, and initialised.
      yield unsafe &base[index]
    }
  }

  /// Where the elements from an index on are, to give values to some of them.
  ///
  /// Traps where there is no room for `count`, or some before them have no value. `noteInitialized(upTo:)` tells
  /// how far that came, before anything else is done.
  @unsafe
  mutating func reserve(_ count: Int, at index: Int) -> UnsafeMutablePointer<Element> {
    precondition(
      index >= 0 && index <= initializedCount && count >= 0 && count <= capacity - index,
      "Out of order.")
    return unsafe base + index
  }

  /// Notes that all elements before an index have values, as far as `room` was asked for.
  @unsafe
  mutating func noteInitialized(upTo end: Int) {
    precondition(end <= capacity, "Index out of range.")
    initializedCount = max(initializedCount, end)
  }

  /// Where the elements are, for loops that cannot afford a check at each access.
  ///
  /// Traps if fewer than `count` have a value; no more than these may be accessed, and not after the
  /// holder has ended or while somebody else changes them.
  @unsafe
  mutating func pointer(to count: Int) -> UnsafeMutablePointer<Element> {
    precondition(count >= 0 && count <= initializedCount, "Index out of range.")
    return unsafe base
  }

  /// Likewise, to be read only.
  @unsafe
  @inline(__always)
  func readPointer(to count: Int) -> UnsafePointer<Element> {
    precondition(count >= 0 && count <= initializedCount, "Index out of range.")
    return unsafe UnsafePointer(base)
  }

  /// Some elements, to be read; traps outside of what has a value.
  @_lifetime(borrow self)
  func span(_ range: Range<Int>) -> Span<Element> {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= initializedCount, "Range out of bounds.")
    let buffer = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    // In range; the memory lives as long as `self`, which the span borrows.
    return unsafe _overrideLifetime(buffer.span, borrowing: self)
  }

  /// The first bytes of some elements as values of another trivial type; traps outside of what has a
  /// value.
  @_lifetime(borrow self)
  func span<Other: BitwiseCopyable>(_ range: Range<Int>, as _: Other.Type) -> Span<Other> {
    precondition(
      range.lowerBound >= 0
        && range.upperBound * MemoryLayout<Other>.stride
          <= initializedCount * MemoryLayout<Element>.stride,
      "Range out of bounds.")
    // In range and initialised; both types are trivial, and the memory is aligned for the heap's words.
    let other = unsafe UnsafeRawPointer(base).assumingMemoryBound(to: Other.self)
    let buffer = unsafe UnsafeBufferPointer(start: other + range.lowerBound, count: range.count)
    // The memory lives as long as `self`, which the span borrows.
    return unsafe _overrideLifetime(buffer.span, borrowing: self)
  }

  /// Some elements, to be changed; traps outside of what has a value.
  @_lifetime(&self)
  mutating func mutableSpan(_ range: Range<Int>) -> MutableSpan<Element> {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= initializedCount, "Range out of bounds.")
    let buffer = unsafe UnsafeMutableBufferPointer(
      start: base + range.lowerBound, count: range.count)
    // In range; the memory lives as long as `self`, which the span borrows for itself alone.
    return unsafe _overrideLifetime(buffer.mutableSpan, mutating: &self)
  }

  /// All elements that have a value, to be changed.
  @_lifetime(&self)
  mutating func mutableSpan() -> MutableSpan<Element> {
    let buffer = unsafe UnsafeMutableBufferPointer(start: base, count: initializedCount)
    // Initialised; the memory lives as long as `self`, which the span borrows for itself alone.
    return unsafe _overrideLifetime(buffer.mutableSpan, mutating: &self)
  }
}
