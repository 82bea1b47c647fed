// SPDX-License-Identifier: Apache-2.0

/// The layout of SWUpdate's messages, of which there are four variants since 2019.
///
/// It is for machines that align a 64-bit number to 8 bytes, as 64-bit ones and 32-bit ARM do.
///
/// The offsets are those of `progress_ipc.h` of each release.
package struct SWUpdateLayout: Equatable {
  package let size: Int
  package let stepCount: Int
  package let step: Int
  package let stepPercent: Int
  package let image: Int
  package let handler: Int
  package let source: Int
  package let infoLength: Int
  package let info: Int
  /// Four bytes of padding before the count; nil without them.
  package let padding: Int?
  /// A 64-bit count of downloaded bytes; nil without it.
  package let byteCount: Int?

  /// The number of bytes before the info.
  package var headerSize: Int { info }

  /// A layout with no gaps between its fields from the step count on.
  private init(size: Int, stepCount: Int, padding: Int? = nil, byteCount: Int? = nil) {
    self.size = size
    self.stepCount = stepCount
    step = stepCount + 4
    stepPercent = stepCount + 8
    image = stepCount + 12
    handler = image + 256
    source = handler + 64
    infoLength = source + 4
    info = source + 8
    self.padding = padding
    self.byteCount = byteCount
  }

  /// 2019.11: without a count of downloaded bytes.
  package static var first: SWUpdateLayout { SWUpdateLayout(size: 2400, stepCount: 12) }

  /// 2020.11 to 2025.05: a 64-bit count, with padding around it.
  package static var padded: SWUpdateLayout {
    SWUpdateLayout(
      size: 2416, stepCount: 24, padding: 12, byteCount: 16)
  }

  /// From 2025.12 on, packed; earlier also from 32-bit x86.
  package static var packed: SWUpdateLayout {
    SWUpdateLayout(size: 2408, stepCount: 20, byteCount: 12)
  }

  /// The layouts that a message's first word allows: the likely ones, and those to try where these
  /// do not fit.
  package static func candidates(firstWord: UInt32) -> (
    likely: [SWUpdateLayout], possible: [SWUpdateLayout]
  ) {
    switch firstWord {
    // A number that was always 0.
    case 0: ([.padded, .first], [.packed])
    // The version of the interface, since 2023.12.
    case 0x010000: ([.padded], [.packed])
    // 2025.12 packed the message and kept the version.
    default: ([.padded, .packed], [])
    }
  }
}
