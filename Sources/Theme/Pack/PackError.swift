// SPDX-License-Identifier: Apache-2.0

/// Why a file cannot be used as a theme.
package enum PackError: Error, Equatable, Sendable {
  /// It has no pack's magic number, or is too short.
  case notAPack
  /// It has another major version.
  case otherVersion(UInt16)
  /// It has an unknown section (by its tag) that is not optional.
  case unknownSection(UInt32)
  /// The file is shorter than its header says.
  case cutOff(of: UInt32, Int)
  /// The file is damaged: its hash differs.
  case wrongHash
  /// A record of a section (by its tag) is invalid.
  case outOfBounds(UInt32, Int)
  /// It has more bytes than a pack may have.
  case tooLarge(UInt32)

  /// Its still images have more pixels than `PackWork.stillPixels`.
  case tooManyPixels
  /// Its drawings have more points than `PackWork.points`, more shapes than `PackWork.shapes`, or use the same outlines
  /// too often.
  case tooManyPoints
  /// More of its images move than `PackLimit.motions`.
  case tooManyMotions

  /// Writes the error's text for a log line, after the file's name.
  package func write(_ put: (Span<UInt8>) -> Void) {
    switch self {
    case .notAPack: PackError.write("not a theme pack", put)
    case .otherVersion(let version):
      PackError.write("made for version ", put)
      PackError.write(Int(version), put)
      PackError.write(", this program reads 1", put)
    case .unknownSection(let tag):
      PackError.write("needs '", put)
      PackError.write(tag: tag, put)
      PackError.write("', which this program does not know", put)
    case .cutOff(let size, let count):
      PackError.write("cut off: ", put)
      PackError.write(count, put)
      PackError.write(" of ", put)
      PackError.write(Int(size), put)
      PackError.write(" bytes", put)
    case .wrongHash: PackError.write("damaged: the check does not fit", put)
    case .outOfBounds(let tag, let index):
      PackError.write("damaged: ", put)
      PackError.write(tag: tag, put)
      PackError.write(" ", put)
      PackError.write(index, put)
      PackError.write(" is out of bounds", put)
    case .tooManyPixels:
      PackError.write("too much work: more than ", put)
      PackError.write(PackWork.stillPixels >> 20, put)
      PackError.write(" million pixels in images", put)
    case .tooManyPoints:
      PackError.write("too much work: more than ", put)
      PackError.write(PackWork.points, put)
      PackError.write(" points or ", put)
      PackError.write(PackWork.shapes, put)
      PackError.write(" shapes in drawings", put)
    case .tooManyMotions:
      PackError.write("too much work: more than ", put)
      PackError.write(PackLimit.motions, put)
      PackError.write(" images move", put)
    case .tooLarge(let count):
      PackError.write("too large: ", put)
      PackError.write(Int(count >> 20) + (count & 0xFFFFF == 0 ? 0 : 1), put)
      PackError.write(" MB, 64 are possible", put)
    }
  }

  private static func write(_ text: StaticString, _ put: (Span<UInt8>) -> Void) {
    // A literal lives as long as the program and has this many bytes.
    put(unsafe Span(_unsafeStart: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes a number of 0 or more.
  private static func write(_ number: Int, _ put: (Span<UInt8>) -> Void) {
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var (first, rest) = (20, UInt(bitPattern: number))
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    put(digits.span.extracting(first..<20))
  }

  /// Writes the four letters of a tag, with `?` for other bytes.
  private static func write(tag: UInt32, _ put: (Span<UInt8>) -> Void) {
    var letters = InlineArray<4, UInt8>(repeating: 0)
    for index in 0..<4 {
      let byte = UInt8(truncatingIfNeeded: tag >> UInt32(8 * index))
      letters[index] = byte > 0x20 && byte < 0x7F ? byte : UInt8(ascii: "?")
    }
    put(letters.span)
  }
}
