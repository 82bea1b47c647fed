// SPDX-License-Identifier: Apache-2.0

/// The offsets of a pack header's fields, and the header's limits.
package enum PackHeader {
  package static var size: Int { 64 }
  package static var entrySize: Int { 16 }
  package static var major: UInt16 { 1 }
  /// The newest minor version; a pack has the oldest that has all its kinds of elements.
  package static var minor: UInt16 { NodeKind.newestVersion }

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
