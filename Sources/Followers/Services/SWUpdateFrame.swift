// SPDX-License-Identifier: Apache-2.0

package import Text

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
  package let image: LongText
  /// The handler that installs it.
  package let handler: LongText
  /// A text, or an object in JSON.
  package let info: LongText

  /// Whether this is the step without a name with which 2022.12 ends an update, also one that has failed.
  package var isEnd: Bool { step > 0 && image.isEmpty && handler.isEmpty }

  /// Parses a message at the beginning of the bytes; nil where it does not fit the layout.
  package init?(_ bytes: Span<UInt8>, _ layout: SWUpdateLayout) {
    guard bytes.count >= layout.headerSize else { return nil }
    guard let status = Status(rawValue: bytes.word(at: 4)) else { return nil }
    let (download, percent) = (bytes.word(at: 8), bytes.word(at: layout.stepPercent))
    let (count, step) = (bytes.word(at: layout.stepCount), bytes.word(at: layout.step))
    let infoLength = bytes.word(at: layout.infoLength)
    guard download <= 100, percent <= 100, count <= 10_000, step <= count + 1,
      step > 0 || percent == 0, bytes.word(at: layout.source) <= 5, infoLength <= 2048
    else { return nil }
    if let padding = layout.padding, bytes.word(at: padding) != 0 { return nil }
    if let place = layout.byteCount, !bytes.hasPlausibleCount(at: place) { return nil }
    guard let image = bytes.text(at: layout.image, size: 256),
      let handler = bytes.text(at: layout.handler, size: 64)
    else { return nil }
    self.status = status
    downloadPercent = Int(download)
    stepPercent = Int(percent)
    stepCount = Int(count)
    self.step = Int(step)
    self.image = image
    self.handler = handler
    // The length may include a zero at the end, and the text may end before it.
    let end = min(layout.info + Int(infoLength), bytes.count)
    let text = bytes.extracting(layout.info..<end)
    info = LongText(onOneLine: text.extracting(first: text.firstPosition(of: 0)))
  }
}

/// Numbers and texts at offsets from a message's beginning.
extension Span<UInt8> {
  /// Little endian, as all machines for which SWUpdate is supported here.
  fileprivate func word(at offset: Int) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<4 { word |= UInt32(self[offset + index]) << UInt32(8 * index) }
    return word
  }

  /// Text up to a zero; nil where it is not text.
  fileprivate func text(at offset: Int, size: Int) -> LongText? {
    let field = extracting(offset..<offset + size)
    let end = field.firstPosition(of: 0)
    guard end < size else { return nil }
    for index in 0..<end where field[index] < 0x20 { return nil }
    return LongText(onOneLine: field.extracting(first: end))
  }

  /// Whether a 64-bit byte count is plausible: not a small number shifted by 32 bits.
  fileprivate func hasPlausibleCount(at offset: Int) -> Bool {
    word(at: offset + 4) == 0 || word(at: offset) != 0
  }
}
