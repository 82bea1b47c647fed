// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The shipped themes as packs in `Tests/Packs`, and the hashes of their frames.
///
/// Other versions of libraries may compile other packs; a pack has the same pixels everywhere.
package enum KeptPacks {
  /// The names of the themes, in order.
  package static let names = [
    "download", "firmware", "flow", "installer", "kiosk", "recovery", "ring",
  ]

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where a theme's pack is.
  package static func path(_ name: String) -> String {
    root.appendingPathComponent("Tests/Packs/\(name).pack").path
  }

  /// The bytes of a theme's pack.
  package static func file(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The lines of the hashes of a theme's frames; none where there is no such file.
  package static func frames(_ name: String) -> [String] {
    let path = root.appendingPathComponent("Tests/Packs/\(name).frames")
    let text = try? String(contentsOf: path, encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// Writes changed lines to a place where a developer finds them; returns their file's name.
  package static func write(_ frames: [String], _ name: String) throws -> String {
    let path = root.appendingPathComponent(".build/\(name).frames")
    try Data((frames.joined(separator: "\n") + "\n").utf8).write(to: path)
    return path.path
  }

  /// FNV-1a over the words of a frame, from a hash on.
  package static func hash(_ words: [UInt32], from start: UInt64) -> UInt64 {
    words.reduce(start) { ($0 ^ UInt64($1 & 0xFF_FFFF)) &* 0x100_0000_01B3 }
  }

  /// The start of a hash.
  package static let hashStart: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The largest difference of a channel between a frame and a second, rotated frame.
  ///
  /// The rotation is in quarters of a turn clockwise; a size is that of the second frame.
  package static func difference(
    _ frame: [UInt32], _ rotated: [UInt32], width: Int, height: Int, quarters: Int
  ) -> UInt32 {
    var most: UInt32 = 0
    for y in 0..<height {
      // Where the row's first pixel is in the rotated frame, and how far it is to the next.
      let (first, step) =
        switch quarters {
        case 0: (y * width, 1)
        case 1: (height - 1 - y, height)
        case 2: (width * height - 1 - y * width, -1)
        default: ((width - 1) * height + y, -height)
        }
      for x in 0..<width {
        let (a, b) = (frame[y &* width &+ x], rotated[first &+ x &* step])
        if a == b { continue }
        for shift: UInt32 in [0, 8, 16] {
          let (one, other) = (a &>> shift & 255, b &>> shift & 255)
          most = max(most, one > other ? one &- other : other &- one)
        }
      }
    }
    return most
  }
}
