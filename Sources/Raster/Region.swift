/// A set of pixels, kept as a few rectangles that never overlap.
///
/// Holds at most `Region.capacity` rectangles. What does not fit makes the set larger, never
/// smaller: as damage, a pixel too many costs a little, a missing one is a wrong picture.
public struct Region: Equatable, BitwiseCopyable, Sendable {
  /// The largest number of rectangles.
  public static var capacity: Int { 16 }

  private var rectangles = InlineArray<16, PixelRectangle>(repeating: .empty)

  /// How many rectangles there are.
  public private(set) var count = 0

  /// Makes the empty set.
  public init() {}

  /// Makes the set of a rectangle's pixels.
  public init(_ rectangle: PixelRectangle) {
    insert(rectangle)
  }

  /// Whether it has no pixels.
  public var isEmpty: Bool { count == 0 }

  /// How many pixels it has.
  public var pixelCount: Int {
    var sum = 0
    for index in 0..<count { sum += rectangles[index].pixelCount }
    return sum
  }

  /// One of its rectangles, in no particular order; traps outside of `0 ..< count`.
  public subscript(index: Int) -> PixelRectangle {
    precondition(index >= 0 && index < count, "Index out of range.")
    return rectangles[index]
  }

  /// The smallest rectangle around it.
  public var bounds: PixelRectangle {
    var bounds = PixelRectangle.empty
    for index in 0..<count { bounds = bounds.union(rectangles[index]) }
    return bounds
  }

  /// Whether a pixel belongs to it.
  public func contains(x: Int, y: Int) -> Bool {
    for index in 0..<count where rectangles[index].contains(x: x, y: y) { return true }
    return false
  }

  /// Adds the pixels of another set.
  public mutating func formUnion(_ other: Region) {
    for index in 0..<other.count { insert(other.rectangles[index]) }
  }

  /// The pixels of both sets.
  public func union(_ other: Region) -> Region {
    var result = self
    result.formUnion(other)
    return result
  }

  /// The pixels that lie inside of a rectangle.
  public func clipped(to rectangle: PixelRectangle) -> Region {
    var result = Region()
    for index in 0..<count {
      let part = rectangles[index].intersection(rectangle)
      if !part.isEmpty { result.append(part) }
    }
    return result
  }

  /// Removes all pixels.
  public mutating func removeAll() {
    count = 0
  }

  /// Whether both hold the same rectangles in the same order.
  public static func == (a: Region, b: Region) -> Bool {
    if a.count != b.count { return false }
    for index in 0..<a.count where a.rectangles[index] != b.rectangles[index] { return false }
    return true
  }

  /// Adds the pixels of a rectangle.
  ///
  /// Rectangles that the new one covers go away; one that it nearly fills up with (where their
  /// bounds hold few pixels more) is taken in; of others only what is outside is added.
  public mutating func insert(_ rectangle: PixelRectangle) {
    var new = rectangle
    if new.isEmpty { return }
    // Each round removes at least one rectangle.
    var index = 0
    while index < count {
      let old = rectangles[index]
      if old.contains(new) { return }
      let both = old.union(new)
      let excess = both.pixelCount - old.pixelCount - new.pixelCount
      if excess <= both.pixelCount / 8 && !old.intersection(new).isEmpty || excess <= 0 {
        new = both
        remove(at: index)
        index = 0
      } else {
        index += 1
      }
    }
    insertParts(of: new)
  }

  /// Adds what of a rectangle lies outside of all that is there.
  private mutating func insertParts(of new: PixelRectangle) {
    for index in 0..<count {
      let old = rectangles[index]
      let common = old.intersection(new)
      if common.isEmpty { continue }
      let parts: [4 of PixelRectangle] = [
        PixelRectangle(left: new.x, top: new.y, right: new.right, bottom: common.y),
        PixelRectangle(left: new.x, top: common.y, right: common.x, bottom: common.bottom),
        PixelRectangle(left: common.right, top: common.y, right: new.right, bottom: common.bottom),
        PixelRectangle(left: new.x, top: common.bottom, right: new.right, bottom: new.bottom),
      ]
      // Each part is checked against everything again: making room may have grown a rectangle.
      for part in 0..<4 where !parts[part].isEmpty { insertParts(of: parts[part]) }
      return
    }
    if count < Region.capacity {
      append(new)
    } else {
      makeRoom(for: new)
    }
  }

  /// Joins the new rectangle with the one whose bounds grow least, and takes in what that touches.
  private mutating func makeRoom(for new: PixelRectangle) {
    var (best, least) = (0, Int.max)
    for index in 0..<count {
      let growth = rectangles[index].union(new).pixelCount - rectangles[index].pixelCount
      if growth < least { (best, least) = (index, growth) }
    }
    var joined = rectangles[best].union(new)
    remove(at: best)
    var index = 0
    while index < count {
      if rectangles[index].intersection(joined).isEmpty {
        index += 1
      } else {
        joined = joined.union(rectangles[index])
        remove(at: index)
        index = 0
      }
    }
    append(joined)
  }

  private mutating func append(_ rectangle: PixelRectangle) {
    rectangles[count] = rectangle
    count += 1
  }

  private mutating func remove(at index: Int) {
    count -= 1
    rectangles[index] = rectangles[count]
  }
}
