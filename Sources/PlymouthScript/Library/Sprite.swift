// SPDX-License-Identifier: Apache-2.0

/// An image on the stage.
final class Sprite {
  /// Counted from 0 in the order in which sprites are made.
  let ordinal: Int
  var image: ScriptImage?
  var x = 0
  var y = 0
  var z = 0
  var opacity = 1.0
  /// Whether the script has no reference to it any more.
  var isRemoved = false

  init(ordinal: Int) { self.ordinal = ordinal }
}

/// The script's hold on a sprite, which is removed with its last reference.
final class SpriteHandle {
  let sprite: Sprite

  init(_ sprite: Sprite) { self.sprite = sprite }

  deinit { sprite.isRemoved = true }
}
