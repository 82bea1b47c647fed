// SPDX-License-Identifier: Apache-2.0

/// The offsets of a pack header's fields, and the header's limits.
package enum PackHeader {
  package static var size: Int { 64 }
  package static var entrySize: Int { 16 }
  package static var major: UInt16 { 1 }
  /// The newest minor version; a pack has the oldest that has all its kinds of elements and sections.
  package static var minor: UInt16 { max(NodeKind.newestVersion, motionIntros) }

  /// The minor version of keymaps with roles, switches or a Compose key.
  package static var keymapOptions: UInt16 { 3 }
  /// The minor version that came with frames that follow the phase.
  package static var phaseFrames: UInt16 { 4 }
  /// The minor version that came with `JOIN`, `LIGA`, `MARK` and `ANCH`.
  package static var shapingMinor: UInt16 { 5 }
  /// The minor version of stages with failed units or a console's font.
  package static var stageOptions: UInt16 { 6 }
  /// The minor version of motions that begin with a part that is played once.
  package static var motionIntros: UInt16 { 7 }

  package static var version: Int { 8 }
  package static var fileSize: Int { 12 }
  package static var hash: Int { 16 }
  package static var sectionCount: Int { 24 }
  /// The `RoomRecord`, which ends the header.
  package static var room: Int { 28 }

  package static var smallestFile: Int { 128 }
  package static var largestFile: Int { 64 << 20 }
  package static var sectionLimit: Int { 64 }
}
