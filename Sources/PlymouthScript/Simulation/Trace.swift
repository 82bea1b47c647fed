// SPDX-License-Identifier: Apache-2.0

/// What a sprite shows at a refresh.
package struct SpriteState: Hashable, Sendable {
  /// The number of its image.
  package var image: Int
  /// The image's left upper corner in the window.
  package var x, y: Int
  /// 1/255 steps: finer ones are not seen.
  package var opacity: Int
}

/// The states of a sprite from the refresh at which it was visible first.
package struct SpriteHistory {
  /// The refresh of the first state.
  package let start: Int
  /// Nil where it is not visible; the last is a state.
  package private(set) var states: [SpriteState?] = []

  init(start: Int) { self.start = start }

  mutating func append(_ state: SpriteState, at refresh: Int) {
    while start + states.count < refresh { states.append(nil) }
    states.append(state)
  }

  /// The state at a refresh; nil where it is not visible.
  package subscript(refresh: Int) -> SpriteState? {
    let index = refresh - start
    return index >= 0 && index < states.count ? states[index] : nil
  }
}

/// What a script showed, refresh by refresh.
package struct Trace {
  /// The simulated window, mode and progress.
  package let setting: Simulation.Setting
  /// The images; the states have their numbers.
  package let images: ImageStore
  /// The number of refreshes.
  package private(set) var count = 0
  /// The states of each sprite by its ordinal.
  package private(set) var sprites: [Int: SpriteHistory] = [:]
  /// The ordinals in drawing order, as of the last refresh at which each was visible.
  package private(set) var order: [Int] = []
  /// The colours at the top and at the bottom, 0xRRGGBB, at the end.
  package private(set) var background = (top: 0, bottom: 0)
  /// Whether the background's colours changed after the first refresh.
  package private(set) var backgroundChanges = false
  /// Refreshes in a second, at the end.
  package private(set) var refreshRate = 50.0
  /// Whether the script asked for the mode, or for random numbers.
  package private(set) var readsMode = false
  package private(set) var usesRandom = false
  /// Whether the recording ended early, as there was too much of it.
  package private(set) var isCut = false
  /// Faults of the script that Plymouth passes over.
  package private(set) var warnings: [ScriptWarning] = []
  /// The functions that the script set, as `Refresh`.
  package private(set) var functions: Set<String> = []
  private var stateCount = 0
  private var ranks: [Int: Int] = [:]

  init(_ setting: Simulation.Setting, images: ImageStore) {
    (self.setting, self.images) = (setting, images)
  }

  /// Records a refresh; false if there is no room for more.
  mutating func record(_ world: World, limit: Int) -> Bool {
    if count > 1, background != (world.topColor, world.bottomColor) { backgroundChanges = true }
    background = (world.topColor, world.bottomColor)
    for (position, sprite) in world.sprites.enumerated() {
      guard let state = state(of: sprite) else { continue }
      let before = sprites[sprite.ordinal]?.states.count ?? 0
      sprites[sprite.ordinal, default: SpriteHistory(start: count)].append(state, at: count)
      stateCount += (sprites[sprite.ordinal]?.states.count ?? 0) - before
      ranks[sprite.ordinal] = position
    }
    count += 1
    isCut = stateCount + sprites.count * 64 > limit
    return !isCut
  }

  private func state(of sprite: Sprite) -> SpriteState? {
    guard let image = sprite.image, sprite.opacity >= 0.011 else { return nil }
    guard sprite.x < setting.width, sprite.y < setting.height, sprite.x + image.width > 0,
      sprite.y + image.height > 0
    else { return nil }
    return SpriteState(
      image: image.id, x: sprite.x, y: sprite.y,
      opacity: Int((min(1, sprite.opacity) * 255).rounded()))
  }

  mutating func finish(_ world: World, warnings: [ScriptWarning]) {
    order = ranks.sorted {
      ($0.value, $0.key) < ($1.value, $1.key)
    }.map(\.key)
    (refreshRate, readsMode, usesRandom) = (world.refreshRate, world.readsMode, world.usesRandom)
    self.warnings = warnings
    functions = Set(world.functions.keys)
  }
}
