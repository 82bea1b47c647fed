// SPDX-License-Identifier: Apache-2.0

/// What a script may use, so that a hostile one ends in about 20 s and within a known memory.
package struct ScriptLimits: Sendable {
  /// The size of the source in bytes.
  package var sourceBytes = 4 << 20
  /// How deep blocks, brackets and operators nest in the source.
  package var nesting = 400
  /// Steps in one call from outside, such as a refresh.
  ///
  /// A step is an evaluated expression or statement. Work that grows with what a script holds takes more of them: one
  /// for 64 bytes of a string that is copied or compared, one for 8 bytes whose characters are counted, one for each
  /// reference in a chain of more than eight, and 1000 for a file that is looked for.
  package var stepsPerCall = 2_000_000
  /// The same in all runs together.
  package var steps = 30_000_000
  /// How deep evaluation nests, calls included.
  package var depth = 1200
  /// Objects that exist at the same time; one takes about 100 bytes.
  package var objects = 1_000_000
  /// The length of one string in bytes.
  package var stringLength = 1 << 20
  /// The length of all strings in bytes.
  package var stringBytes = 64 << 20
  /// Different images, derived ones included.
  package var images = 20_000
  /// Sprites that exist at the same time.
  package var sprites = 2048
  /// The longest side of an image in pixels.
  package var imageSide = 16_384
  /// States of sprites that a trace records, and for which the tracks of a run have room.
  package var states = 2_000_000
  /// Things that follow each other in a trace and are described, such as sprites.
  package var tracks = 512

  /// The usual limits.
  package init() {}
}

/// What is left for all runs of a script.
final class ScriptBudget {
  var steps: Int

  init(_ limits: ScriptLimits) { steps = limits.steps }
}
