// SPDX-License-Identifier: Apache-2.0

import Theme

/// Reads theme packs, whose size and hash are made right: what else is wrong has to be found.
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
    do throws(PackError) {
      let pack = try Pack(file)
      precondition(pack.count(.nodes) > 0)
    } catch {
      var size = 0
      error.write { text in size += text.count }
      precondition(size > 0)
    }
  }
}
