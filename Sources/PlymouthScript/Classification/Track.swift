// SPDX-License-Identifier: Apache-2.0

/// A sprite, or several sprites that follow each other and look like a single sprite.
struct Track {
  /// The sprites' ordinals.
  var sprites: [Int]
  /// Nil where it is not visible.
  var states: [SpriteState?]
  /// The position in drawing order.
  var rank: Int

  var first: Int { states.firstIndex { $0 != nil } ?? 0 }
  var last: Int { states.lastIndex { $0 != nil } ?? 0 }

  /// The state that stays from the third refresh on; nil if there is none.
  var still: SpriteState? {
    guard let end = states.last ?? nil, states.dropFirst(2).allSatisfy({ $0 == end }) else {
      return nil
    }
    return end
  }
}

/// The images of several runs, which have the same numbers where they have the same recipes.
final class RecipeBook {
  private(set) var recipes: [ImageRecipe] = []
  private(set) var sizes: [(width: Int, height: Int)] = []
  private var numbers: [ImageRecipe: Int] = [:]

  /// The number of an image of a run; nil for one that is made in too many steps.
  func number(of id: Int, in store: ImageStore) -> Int? {
    guard let recipe = store.recipe(id) else { return nil }
    if let number = numbers[recipe] { return number }
    let image = store.images[id]
    numbers[recipe] = recipes.count
    recipes.append(recipe)
    sizes.append((image.width, image.height))
    return recipes.count - 1
  }

  func box(_ state: SpriteState) -> Box {
    let size = sizes[state.image]
    return Box(x: state.x, y: state.y, width: size.width, height: size.height)
  }

  /// The box around all states of tracks, within a window.
  func box(of tracks: [Track], in setting: Simulation.Setting) -> Box {
    var seen: Set<SpriteState> = []
    var union: Box?
    for track in tracks {
      for case let state? in track.states where seen.insert(state).inserted {
        union = union?.union(box(state)) ?? box(state)
      }
    }
    return (union ?? Box(x: 0, y: 0, width: 1, height: 1))
      .clipped(width: setting.width, height: setting.height)
  }
}

extension Trace {
  /// The tracks in drawing order, with the image numbers of a book.
  ///
  /// Some scripts make a new sprite at each refresh: a sprite that appears as another sprite vanishes continues
  /// its track.
  ///
  /// - Returns: The tracks; no more than the limit, those that appear first.
  func tracks(_ book: RecipeBook, limit: Int) -> [Track] {
    let ranks = Dictionary(
      uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
    var numbers: [Int: Int?] = [:]
    let all = sprites.sorted { ($0.value.start, $0.key) < ($1.value.start, $1.key) }
    var tracks: [Track] = []
    // Tracks that ended, by the refresh at which a successor would begin.
    var ended: [Int: [Int]] = [:]
    for (ordinal, history) in all {
      var index = tracks.count
      if history.start > 0, let predecessor = ended[history.start]?.first {
        ended[history.start]?.removeFirst()
        index = predecessor
        tracks[index].sprites.append(ordinal)
        tracks[index].rank = ranks[ordinal] ?? 0
      } else {
        guard tracks.count < limit else { continue }
        let states = [SpriteState?](repeating: nil, count: count)
        tracks.append(Track(sprites: [ordinal], states: states, rank: ranks[ordinal] ?? 0))
      }
      for (offset, state) in history.states.enumerated() {
        guard var state else { continue }
        let number = numbers[state.image] ?? book.number(of: state.image, in: images)
        numbers[state.image] = .some(number)
        guard let number else { continue }
        state.image = number
        tracks[index].states[history.start + offset] = state
      }
      let next = history.start + history.states.count
      if next < count { ended[next, default: []].append(index) }
    }
    return tracks.sorted { ($0.rank, $0.sprites[0]) < ($1.rank, $1.sprites[0]) }
  }
}
