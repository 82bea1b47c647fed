// SPDX-License-Identifier: Apache-2.0

/// Changes packs at random, with a correct size and hash, as an attacker would.
package struct PackMutations {
  private var state: UInt64

  /// Begins a sequence; equal seeds give equal ones.
  package init(seed: UInt64) { state = seed }

  /// A number below a limit, by SplitMix64.
  package mutating func number(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(limit))
  }

  /// A pack with flipped bits, extreme numbers, cut or copied pieces, and a correct size and hash.
  package mutating func mutation(of file: [UInt8]) -> [UInt8] {
    PackMaker.sealed(changed(file))
  }

  /// The same with the previous size and hash.
  package mutating func changed(_ file: [UInt8]) -> [UInt8] {
    var file = file
    for _ in 0...number(below: 3) {
      let position = 24 + number(below: max(file.count - 32, 1))
      switch number(below: 10) {
      case 0...4: file[position] ^= 1 << UInt8(number(below: 8))
      case 5: file[position] = [0, 1, 127, 128, 254, 255][number(below: 6)]
      case 6:
        let value: UInt8 = number(below: 2) == 0 ? 0 : 255
        for index in position..<position + [2, 4, 8][number(below: 3)] { file[index] = value }
      case 7:
        let other = 24 + number(below: max(file.count - 40, 1))
        for index in 0..<8 { file[position + index] = file[other + index] }
      case 8: file.removeLast(number(below: 9))
      default: file.insert(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0], at: position)
      }
    }
    return file
  }
}
