// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// One message of SWUpdate's progress socket (`struct progress_msg`).
package struct SWUpdateFrame: Equatable {
  /// SWUpdate's state (`RECOVERY_STATUS`).
  package enum Status: UInt32 {
    case idle, start, run, success, failure, download, done, subprocess, progress
  }

  package let status: Status
  /// The progress of the download; 0 without one.
  package let downloadPercent: Int
  /// The number of steps; 0 before it is known.
  package let stepCount: Int
  /// The current step, from 1; it can be one more than the count.
  package let step: Int
  /// The progress of the step.
  package let stepPercent: Int
  /// The file that is being installed.
  package let image: String
  /// The handler that installs it.
  package let handler: String
  /// A text, or an object in JSON.
  package let info: String

  /// Whether this is the step without a name with which 2022.12 ends an update, also one that has failed.
  package var isEnd: Bool { step > 0 && image.isEmpty && handler.isEmpty }

  /// Parses a message at the beginning of the bytes; nil where it does not fit the layout.
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
    // The length may include a zero at the end, and the text may end before it.
    let end = min(layout.info + infoLength, bytes.count)
    let text = bytes.dropFirst(layout.info).prefix(end - layout.info).prefix { $0 != 0 }
    info = String(decoding: text, as: UTF8.self).printable
  }

  /// Reads numbers and texts at offsets from a message's beginning.
  private struct Reader {
    package let bytes: ArraySlice<UInt8>

    /// Little endian, as all machines for which SWUpdate is supported here.
    package func word(at offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[bytes.startIndex + offset + $1]) << (8 * $1) }
    }

    /// Text up to a zero; nil where it is not text.
    package func text(at offset: Int, size: Int) -> String? {
      let field = bytes.dropFirst(offset).prefix(size)
      guard let end = field.firstIndex(of: 0), field[..<end].allSatisfy({ $0 >= 0x20 }) else {
        return nil
      }
      return String(decoding: field[..<end], as: UTF8.self)
    }

    /// Whether padding is zero, or a byte count is plausible: not a small number shifted by 32
    /// bits.
    package func isSane(_ gap: SWUpdateLayout.Gap) -> Bool {
      let (low, high) = (word(at: gap.offset), gap.isCount ? word(at: gap.offset + 4) : 0)
      return gap.isCount ? high == 0 || low != 0 : low == 0
    }
  }
}
