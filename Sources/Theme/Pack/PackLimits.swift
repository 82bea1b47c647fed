// SPDX-License-Identifier: Apache-2.0

/// The largest numbers that a pack may contain.
package enum PackLimit {
  package static var variants: Int { 3 }
  package static var nodes: Int { 64 }
  package static var selectors: Int { 256 }
  package static var records: Int { 1024 }
  package static var texts: Int { 512 }
  package static var pieces: Int { 256 }
  package static var locales: Int { 64 }
  package static var images: Int { 64 }
  package static var stillSide: Int { 4096 }
  /// Pixels of a frame, frames of a pack, and the largest distance between key frames.
  package static var framePixels: Int { 1 << 22 }
  package static var frames: Int { 2048 }
  package static var keyDistance: Int { 16 }
  package static var stackDepth: Int { 3 }
  /// Images that move: each may cover the whole stage in each frame.
  package static var motions: Int { 16 }
  /// Keyframes of a property.
  package static var keyframes: Int { 64 }
  /// The largest width of a word in font units.
  package static var textWidth: UInt32 { 1 << 20 }
  /// The most glyphs of a word; more than a line has.
  package static var wordGlyphs: Int { 512 }
  /// The most stops of a gradient; a scene has no more.
  package static var stops: Int { 512 }
  /// The number of bytes that known texts are sorted by; messages are shorter.
  package static var textBytes: Int { 512 }
}

/// An index in a 16-bit field.
package enum PackIndex {
  /// The value for no index.
  package static var none: UInt16 { 65535 }
}
