// SPDX-License-Identifier: Apache-2.0

import Testing
import Text

/// The only reader of UTF-8, against the standard library's decoder.
@Suite struct UTF8ReaderTests {
  /// The scalars of some bytes, and whether all of them are UTF-8.
  private func read(_ bytes: [UInt8]) -> (scalars: [Unicode.Scalar], isMalformed: Bool) {
    var reader = UTF8Reader()
    var scalars: [Unicode.Scalar] = []
    var isMalformed = false
    while let scalar = reader.next(in: bytes.span) {
      scalars.append(scalar)
      if reader.isMalformed { isMalformed = true }
    }
    return (scalars, isMalformed)
  }

  @Test func `all pairs of bytes read as the standard library reads them`() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let bytes = [first, second]
        let text = String(decoding: bytes, as: UTF8.self)
        let read = read(bytes)
        let isWell = String(validating: bytes, as: UTF8.self) != nil
        guard read.scalars == Array(text.unicodeScalars), read.isMalformed == !isWell else {
          Issue.record("\(bytes) reads as \(read)")
          return
        }
      }
    }
  }

  @Test func `longer characters read as the standard library reads them`() {
    let tails: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for first in UInt8(0xC0)...UInt8.max {
      for second in tails {
        for third in tails {
          for fourth in tails {
            let bytes = [first, second, third, fourth]
            let text = String(decoding: bytes, as: UTF8.self)
            let read = read(bytes)
            let isWell = String(validating: bytes, as: UTF8.self) != nil
            guard read.scalars == Array(text.unicodeScalars), read.isMalformed == !isWell else {
              Issue.record("\(bytes) reads as \(read)")
              return
            }
          }
        }
      }
    }
  }

  @Test func `a written replacement character is no fault`() {
    let read = read([0xEF, 0xBF, 0xBD])
    #expect(read.scalars == ["\u{FFFD}"] && !read.isMalformed)
  }

  @Test func `reading begins anywhere`() {
    let bytes: [UInt8] = [0x61, 0xC3, 0xA4, 0x62]
    var reader = UTF8Reader(at: 1)
    #expect(reader.next(in: bytes.span) == "ä" && reader.position == 3)
  }
}
