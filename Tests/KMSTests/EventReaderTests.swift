// SPDX-License-Identifier: Apache-2.0

@testable import KMS
import Motion
import Linux
import Testing

@Suite struct EventReaderTests {
  @Test func `a flip is read with its time and number`() {
    var reader = EventReader()
    let event = flip(userData: 0x1_0000_0007, seconds: 3, microseconds: 16_667, sequence: 9)
    reader.receive(event.span)
    #expect(
      reader.nextInBuffer()
        == FlipEvent(
          userData: 0x1_0000_0007, instant: Instant(nanoseconds: 3_016_667_000), sequence: 9,
          crtc: CRTCID(rawValue: 40)))
    #expect(reader.nextInBuffer() == nil)
  }

  @Test func `other events are passed over`() {
    var reader = EventReader()
    let vblank = flip(type: 1, userData: 1, seconds: 0, microseconds: 0, sequence: 1)
    let short = words([99, 8])
    reader.receive(
      (vblank + short + flip(userData: 2, seconds: 0, microseconds: 0, sequence: 2)).span)
    #expect(reader.nextInBuffer()?.userData == 2)
    #expect(reader.nextInBuffer() == nil)
  }

  @Test(arguments: [0, 7, 33, UInt32.max])
  func `a length that cannot be ends the buffer`(length: UInt32) {
    var reader = EventReader()
    reader.receive(
      flip(length: length, userData: 2, seconds: 0, microseconds: 0, sequence: 2).span)
    #expect(reader.nextInBuffer() == nil)
  }

  @Test func `events are read from a descriptor and then there are none`() throws {
    let pipe = try FileDescriptor.pipe()
    try pipe.reader.setNonblocking()
    let kernel = LibDRM(adopting: try pipe.reader.duplicated())
    let events =
      flip(userData: 1, seconds: 0, microseconds: 5, sequence: 2)
      + flip(userData: 2, seconds: 0, microseconds: 9, sequence: 3)
    try pipe.writer.writeAll(events.span)
    var reader = EventReader()
    #expect(try reader.next(from: kernel)?.sequence == 2)
    #expect(try reader.next(from: kernel)?.sequence == 3)
    #expect(try reader.next(from: kernel) == nil)
  }

  @Test func `the kernel is not read again where it had no more`() throws {
    let pipe = try FileDescriptor.pipe()
    try pipe.reader.setNonblocking()
    let kernel = LibDRM(adopting: try pipe.reader.duplicated())
    var reader = EventReader()
    for sequence in 1...2 as ClosedRange<UInt32> {
      let event = flip(userData: 1, seconds: 0, microseconds: 5, sequence: sequence)
      try pipe.writer.writeAll(event.span)
      #expect(try reader.next(from: kernel)?.sequence == sequence)
      // A later event is for the next poll: a read for it alone would be one more call per frame.
      let later = flip(userData: 1, seconds: 0, microseconds: 5, sequence: 9)
      try pipe.writer.writeAll(later.span)
      #expect(try reader.next(from: kernel) == nil)
      #expect(try reader.next(from: kernel)?.sequence == 9)
      #expect(try reader.next(from: kernel) == nil)
    }
  }

  @Test func `more events than are read at once are all read`() throws {
    let pipe = try FileDescriptor.pipe()
    try pipe.reader.setNonblocking()
    let kernel = LibDRM(adopting: try pipe.reader.duplicated())
    var reader = EventReader()
    for sequence in 1...40 as ClosedRange<UInt32> {
      try pipe.writer.writeAll(
        flip(userData: 1, seconds: 0, microseconds: 5, sequence: sequence).span)
    }
    for sequence in 1...40 as ClosedRange<UInt32> {
      #expect(try reader.next(from: kernel)?.sequence == sequence)
    }
    #expect(try reader.next(from: kernel) == nil)
  }

  private func flip(
    type: UInt32 = 2, length: UInt32 = 32, userData: UInt64, seconds: UInt32, microseconds: UInt32,
    sequence: UInt32
  ) -> [UInt8] {
    words([
      type, length, UInt32(truncatingIfNeeded: userData), UInt32(userData >> 32), seconds,
      microseconds, sequence, 40,
    ])
  }

  private func words(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }
}
