// SPDX-License-Identifier: Apache-2.0

/// One message in the layout of an SWUpdate release, built from the table of their headers, without
/// the reader's own offsets.
package struct SWUpdateBytes {
  package enum Version: CaseIterable {
    case y2019, y2022, y2023, y2024, y2025

    package var size: Int {
      switch self {
      case .y2019: 2400
      case .y2022, .y2023, .y2024: 2416
      case .y2025: 2408
      }
    }

    package var word: UInt32 {
      switch self {
      case .y2019, .y2022: 0
      case .y2023: 0x010000
      case .y2024, .y2025: 0x020000
      }
    }

    /// The first bytes of a new connection.
    package var greeting: [UInt8] {
      switch self {
      case .y2019, .y2022, .y2023: []
      case .y2024, .y2025: [0, 0, 2, 0] + Array("ACK\0".utf8)
      }
    }
  }

  package var status: UInt32
  package var download = 0
  package var downloadBytes = 0
  package var steps: UInt32 = 0
  package var step: UInt32 = 0
  package var percent: UInt32 = 0
  package var image = ""
  package var handler = ""
  package var info = ""

  package init(
    status: UInt32, download: Int = 0, downloadBytes: Int = 0, steps: UInt32 = 0, step: UInt32 = 0,
    percent: UInt32 = 0, image: String = "", handler: String = "", info: String = ""
  ) {
    (self.status, self.download, self.downloadBytes) = (status, download, downloadBytes)
    (self.steps, self.step, self.percent) = (steps, step, percent)
    (self.image, self.handler, self.info) = (image, handler, info)
  }

  package func bytes(_ version: Version) -> [UInt8] {
    var bytes = words([version.word, status, UInt32(download)])
    switch version {
    case .y2019: break
    case .y2025: bytes += words([UInt32(downloadBytes & 0xFFFF_FFFF), UInt32(downloadBytes >> 32)])
    default:
      bytes += words([0, UInt32(downloadBytes & 0xFFFF_FFFF), UInt32(downloadBytes >> 32)])
    }
    bytes += words([steps, step, percent]) + text(image, 256) + text(handler, 64)
    bytes += words([0, UInt32(info.utf8.count)]) + text(info, 2048)
    return bytes + [UInt8](repeating: 0, count: version.size - bytes.count)
  }

  private func words(_ values: [UInt32]) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }

  private func text(_ text: String, _ size: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
  }
}
