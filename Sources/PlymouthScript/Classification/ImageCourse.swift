// SPDX-License-Identifier: Apache-2.0

/// One image over all refreshes: where it is, how large, how opaque, and how far it is turned.
struct ImageCourse {
  /// The place and the look of the image at a refresh.
  struct State {
    /// The left upper corner in the window, and the size.
    var box: Box
    /// 0…255.
    var opacity: Int
    /// Clockwise, in radians.
    var angle: Double
  }

  /// The image that is moved, which is not turned.
  let image: ImageRecipe
  /// Nil where it is not visible.
  let states: [State?]
  /// Whether it is turned at any refresh.
  let isTurned: Bool

  /// The course of a track; nil for one that shows several images, or an image in several shapes.
  init?(_ track: Track, _ book: RecipeBook) {
    var cores: [Int: (recipe: ImageRecipe, angle: Double)] = [:]
    var isTurned = false
    for number in Set(track.states.compactMap { $0?.image }) {
      if case .rotated(let inner, let angle) = book.recipes[number] {
        cores[number] = (inner, angle)
        isTurned = true
      } else {
        cores[number] = (book.recipes[number], 0)
      }
    }
    guard let image = Self.common(cores.values.map(\.recipe)) else { return nil }
    let states = track.states.map { state in
      state.map {
        State(box: book.box($0), opacity: $0.opacity, angle: cores[$0.image]?.angle ?? 0)
      }
    }
    // A motion scales both sides alike.
    let boxes = states.compactMap(\.?.box)
    guard let largest = boxes.max(by: { $0.width < $1.width }), largest.height > 0 else {
      return nil
    }
    let isAlike = boxes.allSatisfy { box in
      abs(box.width * largest.height - box.height * largest.width)
        <= 2 * max(largest.width, largest.height)
    }
    guard isAlike else { return nil }
    (self.image, self.states, self.isTurned) = (image, states, isTurned)
  }

  /// The image that all recipes show, whole and in any size; nil if there is none.
  private static func common(_ recipes: [ImageRecipe]) -> ImageRecipe? {
    guard let first = recipes.first else { return nil }
    if first.style != nil { return nil }
    if recipes.allSatisfy({ $0 == first }) { return first }
    let inner = { (recipe: ImageRecipe) in
      if case .scaled(let inner, _, _) = recipe { inner } else { recipe }
    }
    let common = inner(first)
    return recipes.allSatisfy { inner($0) == common } ? common : nil
  }

  /// The refresh that gives the image at rest: the last of a motion that ends, else that with the largest, most opaque
  /// image.
  ///
  /// An image that ends with less than half of its size is at rest before that, so that it is sharp.
  func rest(in refreshes: [Int], endsThere: Bool) -> Int? {
    let visible = refreshes.filter { states[$0] != nil }
    let key = { (index: Int) in
      states[index].map { ($0.box.width, $0.opacity, -index) } ?? (0, 0, 0)
    }
    let largest = visible.max { key($0) < key($1) }
    guard endsThere, let last = visible.last, let largest else { return largest }
    return 2 * key(last).0 >= key(largest).0 ? last : largest
  }
}
