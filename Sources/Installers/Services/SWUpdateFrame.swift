// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// One message of SWUpdate's progress socket (`struct progress_msg`).
package struct SWUpdateFrame: Equatable {
  /// What SWUpdate is doing (`RECOVERY_STATUS`).
  package enum Status: UInt32 {
    case idle, start, run, success, failure, download, done, subprocess, progress
  }

  package let status: Status
  /// How much of the download is done; 0 where nothing is downloaded.
  package let downloadPercent: Int
  /// How many steps there are: 0 before that is known.
  package let stepCount: Int
  /// The step at work, from 1; it can come out one above the count.
  package let step: Int
  /// How much of the step is done.
  package let stepPercent: Int
  /// The file that is being installed.
  package let image: String
  /// Who installs it.
  package let handler: String
  /// Words, or an object in JSON.
  package let info: String

  /// Reads what lies at the beginning of the bytes, if it looks like a message of that layout.
  package init?(_ bytes: ArraySlice<UInt8>, _ layout: SWUpdateLayout) {
    guard bytes.count >= layout.headerSize else { return nil }
    let reader = Reader(bytes: bytes)
    guard let status = Status(rawValue: reader.word(at: 4)) else { return nil }
    let percents = [reader.word(at: 8), reader.word(at: layout.stepPercent)]
    let steps = [reader.word(at: layout.stepCount), reader.word(at: layout.step)]
    let infoLength = Int(reader.word(at: layout.infoLength))
    guard percents.allSatisfy({ $0 <= 100 }), steps[0] <= 10_000, steps[1] <= steps[0] + 1,
      steps[1] > 0 || percents[1] == 0, reader.word(at: layout.source) <= 5, infoLength <= 2048,
      layout.gaps.allSatisfy({ reader.isSane($0) }),
      let image = reader.text(at: layout.image, size: 256),
      let handler = reader.text(at: layout.handler, size: 64)
    else { return nil }
    self.status = status
    downloadPercent = Int(percents[0])
    stepPercent = Int(percents[1])
    stepCount = Int(steps[0])
    step = Int(steps[1])
    self.image = image
    self.handler = handler
    // The length may count a NUL at the end, and the text may end before it.
    let end = min(layout.info + infoLength, bytes.count)
    let text = bytes.dropFirst(layout.info).prefix(end - layout.info).prefix { $0 != 0 }
    info = String(decoding: text, as: UTF8.self).printable
  }

  /// Numbers and texts at offsets from a message's beginning.
  private struct Reader {
    package let bytes: ArraySlice<UInt8>

    /// Little endian, as all machines that SWUpdate is built for here.
    package func word(at offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[bytes.startIndex + offset + $1]) << (8 * $1) }
    }

    /// Text up to a NUL; nil where it is none.
    package func text(at offset: Int, size: Int) -> String? {
      let field = bytes.dropFirst(offset).prefix(size)
      guard let end = field.firstIndex(of: 0), field[..<end].allSatisfy({ $0 >= 0x20 }) else {
        return nil
      }
      return String(decoding: field[..<end], as: UTF8.self)
    }

    /// Whether a gap is empty, or a count of bytes is one: not a small number moved up by 32 bits.
    package func isSane(_ gap: SWUpdateLayout.Gap) -> Bool {
      let (low, high) = (word(at: gap.offset), gap.isCount ? word(at: gap.offset + 4) : 0)
      return gap.isCount ? high == 0 || low != 0 : low == 0
    }
  }
}
