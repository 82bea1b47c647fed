// SPDX-License-Identifier: Apache-2.0

import Text

/// A position in a message, from which values are read by their signature.
///
/// The bytes are passed to each call: a span cannot be stored.
struct BusCursor {
  /// The deepest nesting of containers; the protocol allows 64, and no message of a followed service needs more
  /// than 6.
  static var deepest: Int { 16 }

  /// The most values of a message; no memory is taken for more.
  static var mostValues: Int { 32768 }

  /// The offset from the message's first byte, by which values are aligned.
  var position = 0
  /// The end of the readable part.
  var end: Int
  private let isBigEndian: Bool
  private var valuesLeft = BusCursor.mostValues
  /// Whether values were left out, as they are too many or nested too deep.
  private(set) var isIncomplete = false

  /// Begins at a message's first byte, of which there are 16 bytes at least.
  init(messageHeader bytes: Span<UInt8>) throws(BusReader.Fault) {
    switch bytes[0] {
    case UInt8(ascii: "l"): isBigEndian = false
    case UInt8(ascii: "B"): isBigEndian = true
    default: throw .malformed
    }
    // The version of the protocol.
    guard bytes[3] == 1 else { throw .malformed }
    end = bytes.count
  }

  /// Moves to the next multiple of an alignment.
  mutating func align(to alignment: Int) throws(BusReader.Fault) {
    let next = (position + alignment - 1) / alignment * alignment
    guard next <= end else { throw .malformed }
    position = next
  }

  /// Reads an unsigned number of 32 bits.
  mutating func word(_ bytes: Span<UInt8>) throws(BusReader.Fault) -> UInt32 {
    UInt32(truncatingIfNeeded: try number(bytes, size: 4))
  }

  /// Reads a number of 1, 2, 4 or 8 bytes.
  mutating func number(_ bytes: Span<UInt8>, size: Int) throws(BusReader.Fault) -> UInt64 {
    try align(to: size)
    guard end - position >= size else { throw .malformed }
    var number: UInt64 = 0
    for index in 0..<size {
      let place = isBigEndian ? position + index : position + size - 1 - index
      number = number << 8 | UInt64(bytes[place])
    }
    position += size
    return number
  }

  /// Reads a text that has its length before it and a zero after it.
  mutating func text(
    _ bytes: Span<UInt8>, lengthSize: Int
  ) throws(BusReader.Fault) -> Range<Int> {
    let length = try number(bytes, size: lengthSize)
    guard length < UInt64(end - position) else { throw .malformed }
    let range = position..<position + Int(length)
    guard bytes[range.upperBound] == 0 else { throw .malformed }
    position = range.upperBound + 1
    return range
  }

  /// Reads all values of a signature.
  mutating func values(
    _ bytes: Span<UInt8>, _ signature: Span<UInt8>
  ) throws(BusReader.Fault) -> [BusValue] {
    var values: [BusValue] = []
    var index = 0
    while index < signature.count, !isIncomplete {
      values.append(try value(bytes, signature, &index, depth: 0))
    }
    return values
  }

  /// Reads a value of the type at an index of the signature, and moves the index behind the type.
  private mutating func value(
    _ bytes: Span<UInt8>, _ signature: Span<UInt8>, _ index: inout Int, depth: Int
  ) throws(BusReader.Fault) -> BusValue {
    guard index < signature.count else { throw .malformed }
    guard depth <= BusCursor.deepest, valuesLeft > 0, !isIncomplete else {
      isIncomplete = true
      return .list([])
    }
    valuesLeft -= 1
    let type = signature[index]
    index += 1
    switch type {
    case UInt8(ascii: "y"): return .integer(Int64(try number(bytes, size: 1)))
    case UInt8(ascii: "n"):
      return .integer(Int64(Int16(truncatingIfNeeded: try number(bytes, size: 2))))
    case UInt8(ascii: "q"): return .integer(Int64(try number(bytes, size: 2)))
    case UInt8(ascii: "i"), UInt8(ascii: "b"):
      return .integer(Int64(Int32(bitPattern: try word(bytes))))
    // A descriptor is its index; none is received.
    case UInt8(ascii: "u"), UInt8(ascii: "h"): return .integer(Int64(try word(bytes)))
    case UInt8(ascii: "x"): return .integer(Int64(bitPattern: try number(bytes, size: 8)))
    case UInt8(ascii: "t"): return .integer(Int64(clamping: try number(bytes, size: 8)))
    case UInt8(ascii: "d"): return .double(bits: try number(bytes, size: 8))
    case UInt8(ascii: "s"), UInt8(ascii: "o"):
      return .text(LongText(bytes.extracting(try text(bytes, lengthSize: 4))))
    case UInt8(ascii: "g"):
      return .text(LongText(bytes.extracting(try text(bytes, lengthSize: 1))))
    case UInt8(ascii: "v"): return try variant(bytes, depth: depth + 1)
    case UInt8(ascii: "a"): return try array(bytes, signature, &index, depth: depth + 1)
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      return try structure(
        bytes, signature, &index, endsWith: type + (type == 0x28 ? 1 : 2), depth: depth + 1)
    default: throw .malformed
    }
  }

  private mutating func variant(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(BusReader.Fault) -> BusValue {
    let signature = bytes.extracting(try text(bytes, lengthSize: 1))
    var index = 0
    let content = try value(bytes, signature, &index, depth: depth)
    guard isIncomplete || index == signature.count else { throw .malformed }
    return content
  }

  private mutating func array(
    _ bytes: Span<UInt8>, _ signature: Span<UInt8>, _ index: inout Int, depth: Int
  ) throws(BusReader.Fault) -> BusValue {
    let length = try word(bytes)
    guard index < signature.count else { throw .malformed }
    try align(to: BusCursor.alignment(of: signature[index]))
    guard length <= UInt32(truncatingIfNeeded: end - position) else { throw .malformed }
    let last = position + Int(length)
    let element = index
    index = try BusCursor.end(ofTypeAt: element, in: signature)
    // A value of its own for each byte would be too much memory.
    if signature[element] == UInt8(ascii: "y") {
      position = last
      return .list([])
    }
    var values: [BusValue] = []
    while position < last, !isIncomplete {
      var start = element
      values.append(try value(bytes, signature, &start, depth: depth))
    }
    guard isIncomplete || position == last else { throw .malformed }
    return .list(values)
  }

  private mutating func structure(
    _ bytes: Span<UInt8>, _ signature: Span<UInt8>, _ index: inout Int, endsWith closing: UInt8,
    depth: Int
  ) throws(BusReader.Fault) -> BusValue {
    try align(to: 8)
    var values: [BusValue] = []
    while index < signature.count, signature[index] != closing, !isIncomplete {
      values.append(try value(bytes, signature, &index, depth: depth))
    }
    guard isIncomplete || index < signature.count && !values.isEmpty else { throw .malformed }
    index += 1
    return .list(values)
  }

  /// The index behind a complete type of a signature.
  private static func end(
    ofTypeAt start: Int, in signature: Span<UInt8>
  ) throws(BusReader.Fault) -> Int {
    // A signature has at most 255 bytes, which limits the depth.
    guard start < signature.count else { throw .malformed }
    let opening = signature[start]
    switch opening {
    case UInt8(ascii: "a"): return try end(ofTypeAt: start + 1, in: signature)
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      let closing = opening + (opening == 0x28 ? 1 : 2)
      var index = start + 1
      while index < signature.count, signature[index] != closing {
        index = try end(ofTypeAt: index, in: signature)
      }
      guard index < signature.count else { throw .malformed }
      return index + 1
    default: return start + 1
    }
  }

  private static func alignment(of type: UInt8) -> Int {
    switch type {
    case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("),
      UInt8(ascii: "{"):
      8
    default: 4
    }
  }
}
