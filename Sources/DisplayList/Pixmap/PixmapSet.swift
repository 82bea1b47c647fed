// SPDX-License-Identifier: Apache-2.0

/// How much work the pixmaps of a look are, for all outputs together.
package final class PixmapBudget {
  /// The most: a photo in their own size on nine displays of 3840 × 2160 pixels.
  package static var limit: Int64 { 5 << 26 }

  private var used: Int64 = 0

  package init() {}

  /// Reserves some of it; false where it has not so much left.
  func reserve(_ work: Int64) -> Bool {
    if work > PixmapBudget.limit - used { return false }
    used += work
    return true
  }

  /// Gives back what an output took that is gone.
  func release(_ work: Int64) { used -= work }
}

/// The pixmaps of an output, by their numbers in its scenes.
package final class PixmapSet {
  /// The most bytes of an output's pixmaps together.
  private static var limit: Int { 128 << 20 }

  private(set) var list: [Pixmap] = []
  private let budget: PixmapBudget
  private var size = 0
  private var work: Int64 = 0

  /// Makes an empty set; the work of its pixmaps is part of a budget.
  package init(_ budget: PixmapBudget = PixmapBudget()) { self.budget = budget }

  deinit { budget.release(work) }

  /// Whether another pixmap has room, and takes no more time than a boot can spare; its image has so many pixels,
  /// which are all decoded, and for a sequence kept.
  package func takesRoom(
    for fit: PixmapFit, of image: (width: Int, height: Int), isSequence: Bool = false
  ) -> Bool {
    let work = PixmapMaker.work(size: image, fit: fit)
    let kept = isSequence ? 4 * image.width * image.height : 0
    guard 4 * fit.visible.pixelCount <= PixmapSet.limit - size - kept, budget.reserve(work) else {
      return false
    }
    self.work += work
    size += kept
    return true
  }

  /// Removes all; shapes that are painted with one are not drawn any more.
  package func removeAll() { list = [] }

  /// Whether a pixmap can be drawn.
  package func isMade(_ number: Int) -> Bool {
    list.indices.contains(number) && list[number].isMade
  }

  /// An image by its number; nil where there is none.
  func image(_ number: Int) -> Pixmap? { list.indices.contains(number) ? list[number] : nil }

  /// The number of an image, which becomes one of the first `count`; images beyond these may be replaced.
  func use(_ image: Pixmap, _ count: inout Int) -> Int {
    for index in 0..<count where list[index] === image { return index }
    var index = count
    while index < list.count && list[index] !== image { index += 1 }
    if index < list.count {
      list.swapAt(index, count)
    } else if count < list.count {
      list[count] = image
    } else {
      list.append(image)
    }
    count += 1
    return count - 1
  }

  /// Adds one; returns its number.
  package func add(_ pixmap: Pixmap) -> Int {
    size += 4 * pixmap.width * pixmap.height
    list.append(pixmap)
    return list.count - 1
  }
}
