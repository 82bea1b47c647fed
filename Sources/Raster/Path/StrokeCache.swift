// SPDX-License-Identifier: Apache-2.0

/// A cache of the outlines of recently drawn strokes, without overlaps, each to be translated to any position.
///
/// A cached outline depends on its path's form, its pen and its size in pixels
/// alone, never from what was drawn before: the cache changes no pixel.
struct StrokeCache: ~Copyable {
  /// A stroke's identity, independent of its position.
  struct Key: Equatable, BitwiseCopyable {
    /// The pen's radius, Q32.
    var radius: Int64
    /// The number of pixels that a point becomes, Q32, to three digits in base 2.
    var maximumScale: Int64
  }

  /// The bounds of the lines' coordinates.
  struct Box: BitwiseCopyable {
    var left = Int32.max
    var top = Int32.max
    var right = Int32.min
    var bottom = Int32.min

    fileprivate mutating func include(_ x: Int32, _ y: Int32) {
      (left, top) = (min(left, x), min(top, y))
      (right, bottom) = (max(right, x), max(bottom, y))
    }
  }

  /// A stroke's cached outline.
  struct CachedOutline: BitwiseCopyable {
    private var first: Int32
    private var end: Int32
    fileprivate(set) var box = Box()

    fileprivate init(_ lines: Range<Int>) {
      (first, end) = (Int32(lines.lowerBound), Int32(lines.upperBound))
    }

    var lines: Range<Int> { Int(first)..<Int(end) }
  }

  struct Entry: BitwiseCopyable {
    var key: Key
    var elements: Int32
    var elementCount: Int32
    var outline: CachedOutline
  }

  private var entries: RigidArray<Entry>
  private var entryCount = 0
  private var elements: RigidArray<PathElement>
  private var elementCount = 0
  private(set) var lines: RigidArray<OutlineResolver.Line>
  private var lineCount = 0
  private var resolver: OutlineResolver

  /// `edgeCapacity` is the capacity in edges of a stroke, and of all cached ones together.
  init(edgeCapacity: Int) {
    entries = RigidArray(capacity: 96)
    elements = RigidArray(capacity: 16384)
    lines = RigidArray(capacity: edgeCapacity)
    resolver = OutlineResolver(capacity: edgeCapacity)
  }

  /// The lines of a group, if they are there.
  func find(_ group: borrowing StrokeGroups, _ key: Key) -> CachedOutline? {
    for index in 0..<entryCount {
      let entry = entries[index]
      if entry.key == key && entry.elementCount == group.elementCount
        && equals(Int(entry.elements), group)
      {
        return entry.outline
      }
    }
    return nil
  }

  private func equals(_ first: Int, _ group: borrowing StrokeGroups) -> Bool {
    // The first point is the origin of all others; differences are mostly near the end.
    for index in stride(from: group.elementCount - 1, through: 0, by: -1)
    where elements[first + index] != group.elements[index] {
      return false
    }
    return true
  }

  /// Keeps a group, whose edges are given; returns its lines, or nil where there are too many.
  mutating func insert(
    _ group: borrowing StrokeGroups, _ key: Key, _ edges: borrowing EdgeList
  ) -> CachedOutline? {
    let count = group.elementCount
    if count > elements.capacity { return nil }
    if entryCount == entries.capacity || elementCount + count > elements.capacity { removeAll() }
    var end = resolver.resolve(edges, into: &lines, from: lineCount)
    if end == nil && lineCount > 0 {
      removeAll()
      end = resolver.resolve(edges, into: &lines, from: 0)
    }
    guard let end else { return nil }
    var outline = CachedOutline(lineCount..<end)
    for index in outline.lines {
      outline.box.include(lines[index].x0, lines[index].y0)
      outline.box.include(lines[index].x1, lines[index].y1)
    }
    for index in 0..<count { elements.append(group.elements[index], at: elementCount + index) }
    let entry = Entry(
      key: key, elements: Int32(elementCount), elementCount: Int32(count), outline: outline)
    entries.append(entry, at: entryCount)
    (entryCount, elementCount, lineCount) = (entryCount + 1, elementCount + count, end)
    return outline
  }

  /// Forgets all, and overwrites what the paths were.
  mutating func removeAll() {
    for index in 0..<elementCount { elements.append(.close, at: index) }
    (entryCount, elementCount, lineCount) = (0, 0, 0)
  }
}
