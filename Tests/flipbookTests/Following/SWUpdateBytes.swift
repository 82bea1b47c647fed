/// One message as SWUpdate's releases lay it out, built from the table of their headers and not with
/// the reader's own offsets.
struct SWUpdateBytes {
  enum Version: CaseIterable {
    case y2019, y2022, y2023, y2024, y2025

    var size: Int {
      switch self {
      case .y2019: 2400
      case .y2022, .y2023, .y2024: 2416
      case .y2025: 2408
      }
    }

    var word: UInt32 {
      switch self {
      case .y2019, .y2022: 0
      case .y2023: 0x010000
      case .y2024, .y2025: 0x020000
      }
    }

    /// What comes when somebody connects.
    var greeting: [UInt8] {
      switch self {
      case .y2019, .y2022, .y2023: []
      case .y2024, .y2025: [0, 0, 2, 0] + Array("ACK\0".utf8)
      }
    }
  }

  var status: UInt32
  var download = 0
  var downloadBytes = 0
  var steps: UInt32 = 0
  var step: UInt32 = 0
  var percent: UInt32 = 0
  var image = ""
  var handler = ""
  var info = ""

  func bytes(_ version: Version) -> [UInt8] {
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
