// SPDX-License-Identifier: Apache-2.0

import Keymaps
import Theme

/// Reads theme packs and keymaps.
///
/// Their size and hash are corrected, so that the other checks run.
enum PackFeeder {
  static func feed(_ input: [UInt8]) {
    var file = input
    if file.count >= PackHeader.size {
      for index in 0..<4 {
        file[PackHeader.fileSize + index] = UInt8(truncatingIfNeeded: file.count >> (8 * index))
      }
      let hash = PackHash.hash(of: file.span)
      for index in 0..<8 {
        file[PackHeader.hash + index] = UInt8(truncatingIfNeeded: hash >> (8 * index))
      }
    }
    if let pack = read(file, isKeymap: false) { precondition(pack.count(.nodes) > 0) }
    if let pack = read(file, isKeymap: true) { type(with: pack) }
  }

  private static func read(_ file: [UInt8], isKeymap: Bool) -> Pack? {
    do throws(PackError) {
      return try Pack(file, isKeymap: isKeymap)
    } catch {
      var size = 0
      error.write { text in size += text.count }
      precondition(size > 0)
      return nil
    }
  }

  /// Types every key of each layout with AltGr, without, and behind the key before, which may be dead.
  private static func type(with pack: Pack) {
    var keys = KeyTranslator(pack)
    for _ in 0..<pack.count(.keymaps) {
      _ = keys.layoutName
      for key in 0..<256 {
        for modifier in [100, 42, 58] {
          _ = keys.bytes(for: modifier, action: 1)
          precondition(keys.bytes(for: key, action: 1) >> 48 == 0)
          _ = keys.bytes(for: modifier, action: 0)
        }
      }
      keys.releaseAll()
      _ = keys.bytes(for: 125, action: 1)
      _ = keys.bytes(for: 57, action: 1)
    }
  }
}
