/// A fixed number of elements on the heap, allocated once and owned by one holder.
///
/// All that a frame needs lives in these, so that drawing allocates nothing. Every access is
/// checked against the capacity. The one unsafe place of this module.
@safe
@usableFromInline
struct Storage<Element: BitwiseCopyable>: ~Copyable {
  /// How many elements there are; never changes.
  let capacity: Int

  private let base: UnsafeMutablePointer<Element>

  /// Allocates `capacity` elements, each equal to `initial`.
  init(capacity: Int, initial: Element) {
    precondition(capacity >= 0, "A negative capacity.")
    self.capacity = capacity
    // Never freed before `deinit`, and every element is initialised here.
    unsafe base = .allocate(capacity: capacity)
    unsafe base.initialize(repeating: initial, count: capacity)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// One element; traps outside of `0 ..< capacity`.
  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: capacity), "Index out of range.")
      // In range, and initialised since `init`.
      return unsafe base[index]
    }
    @inline(__always)
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: capacity), "Index out of range.")
      // In range, and initialised since `init`.
      unsafe base[index] = newValue
    }
    @inline(__always)
    _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: capacity), "Index out of range.")
      // In range, and initialised since `init`.
      yield unsafe &base[index]
    }
  }

  /// Some elements, to be read; traps outside of `0 ..< capacity`.
  @_lifetime(borrow self)
  func span(_ range: Range<Int>) -> Span<Element> {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity, "Range out of bounds.")
    let buffer = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    // In range; the memory lives as long as `self`, which the span borrows.
    return unsafe _overrideLifetime(buffer.span, borrowing: self)
  }

  /// Some elements, to be changed; traps outside of `0 ..< capacity`.
  @_lifetime(&self)
  mutating func mutableSpan(_ range: Range<Int>) -> MutableSpan<Element> {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity, "Range out of bounds.")
    let buffer = unsafe UnsafeMutableBufferPointer(
      start: base + range.lowerBound, count: range.count)
    // In range; the memory lives as long as `self`, which the span borrows for itself alone.
    return unsafe _overrideLifetime(buffer.mutableSpan, mutating: &self)
  }
}
