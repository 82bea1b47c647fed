// SPDX-License-Identifier: Apache-2.0

import Linux
import Testing

/// The kernel's events of touch screens, mice and tablets (`linux/input-event-codes.h`).
@Suite struct PointerReaderTests {
  private static let (syn, key, rel, abs): (UInt16, UInt16, UInt16, UInt16) = (0, 1, 2, 3)
  private static let (slot, mtX, mtY, tracking): (UInt16, UInt16, UInt16, UInt16) = (
    0x2F, 0x35, 0x36, 0x39
  )
  private static let report: (UInt16, UInt16, Int32) = (syn, 0, 0)
  private static let dropped: (UInt16, UInt16, Int32) = (syn, 3, 0)

  private func reader(_ kind: PointerReader.Kind, _ most: Int32 = 65535) -> PointerReader {
    PointerReader(kind, x: PointerReader.Axis(0, most), y: PointerReader.Axis(0, most))
  }

  private func events(
    _ reader: inout PointerReader, _ list: [(UInt16, UInt16, Int32)]
  ) -> [PointerEvent] {
    var result: [PointerEvent] = []
    for (type, code, value) in list {
      reader.read(type: type, code: code, value: value) { result.append($0) }
    }
    return result
  }

  private func touch(_ id: Int32, _ x: Int32, _ y: Int32) -> [(UInt16, UInt16, Int32)] {
    [(Self.abs, Self.tracking, id), (Self.abs, Self.mtX, x), (Self.abs, Self.mtY, y)]
  }

  @Test func `a finger touches, moves and goes up`() {
    var reader = reader(.touch)
    #expect(events(&reader, touch(9, 100, 200)).isEmpty)
    #expect(events(&reader, [Self.report]) == [.touch(0, x: 100, y: 200)])
    #expect(
      events(&reader, [(Self.abs, Self.mtX, 101), Self.report]) == [.move(0, x: 101, y: 200)])
    #expect(events(&reader, [(Self.abs, Self.tracking, -1), Self.report]) == [.lift(0)])
    #expect(events(&reader, [Self.report]).isEmpty)
  }

  @Test func `two fingers have their slots`() {
    var reader = reader(.touch)
    let second = [(Self.abs, Self.slot, Int32(1))] + touch(10, 7, 8)
    #expect(
      events(&reader, touch(9, 1, 2) + second + [Self.report])
        == [.touch(0, x: 1, y: 2), .touch(1, x: 7, y: 8)])
    // The slot stays until it is changed.
    #expect(events(&reader, [(Self.abs, Self.mtY, 9), Self.report]) == [.move(1, x: 7, y: 9)])
    #expect(
      events(&reader, [(Self.abs, Self.slot, 0), (Self.abs, Self.tracking, -1), Self.report])
        == [.lift(0)])
  }

  @Test func `a position that did not change is not reported again by the kernel`() {
    var reader = reader(.touch)
    var (x, y) = (InlineArray<10, Int32>(repeating: 0), InlineArray<10, Int32>(repeating: 0))
    (x[2], y[2]) = (300, 400)
    reader.setPositions(x: x, y: y, slot: 2)
    #expect(
      events(&reader, [(Self.abs, Self.tracking, 5), Self.report]) == [.touch(2, x: 300, y: 400)])
    _ = events(&reader, [(Self.abs, Self.tracking, -1), Self.report])
    #expect(
      events(&reader, [(Self.abs, Self.tracking, 6), (Self.abs, Self.mtX, 301), Self.report])
        == [.touch(2, x: 301, y: 400)])
  }

  @Test func `another finger in the same slot ends the first`() {
    var reader = reader(.touch)
    _ = events(&reader, touch(1, 10, 10) + [Self.report])
    #expect(
      events(&reader, touch(2, 50, 60) + [Self.report]) == [.lift(0), .touch(0, x: 50, y: 60)])
  }

  @Test func `a finger that goes up where it has moved to moves there first`() {
    var reader = reader(.touch)
    _ = events(&reader, touch(1, 10, 10) + [Self.report])
    #expect(
      events(&reader, [(Self.abs, Self.mtX, 90), (Self.abs, Self.tracking, -1), Self.report])
        == [.move(0, x: 90, y: 10), .lift(0)])
  }

  @Test func `after lost events all fingers are gone, and the rest of the report is ignored`() {
    var reader = reader(.touch)
    _ = events(&reader, touch(1, 10, 10) + [Self.report])
    #expect(
      events(&reader, [(Self.abs, Self.mtX, 20), Self.dropped] + touch(2, 5, 5) + [Self.report])
        == [.lost])
    #expect(events(&reader, [(Self.abs, Self.tracking, -1), Self.report]).isEmpty)
    #expect(events(&reader, touch(3, 6, 6) + [Self.report]) == [.touch(0, x: 6, y: 6)])
  }

  @Test(arguments: [Int32.min, -1, 10, 99, Int32.max])
  func `slots that do not exist are ignored`(slot: Int32) {
    var reader = reader(.touch)
    #expect(events(&reader, [(Self.abs, Self.slot, slot)] + touch(1, 2, 3) + [Self.report]).isEmpty)
  }

  @Test func `a screen with one position reports it by BTN_TOUCH`() {
    var reader = reader(.singleTouch)
    let down: [(UInt16, UInt16, Int32)] = [
      (Self.abs, 0, 40), (Self.abs, 1, 50), (Self.key, 0x14A, 1), Self.report,
    ]
    #expect(events(&reader, down) == [.touch(0, x: 40, y: 50)])
    #expect(events(&reader, [(Self.abs, 0, 41), Self.report]) == [.move(0, x: 41, y: 50)])
    #expect(events(&reader, [(Self.key, 0x14A, 0), Self.report]) == [.lift(0)])
    // Its slots, if it sends some, are the same finger.
    #expect(events(&reader, touch(1, 2, 3) + [Self.report]).isEmpty)
  }

  @Test func `positions are shares of the range that the device has`() {
    for (least, most, value, share) in [
      (0, 65535, 0, 0), (0, 65535, 65535, 65535), (0, 1, 0, 16384), (0, 1, 1, 49152),
      (-100, 99, -100, 163), (-100, 99, 99, 65372), (0, 32767, 16384, 32769), (0, 9, -5, 3276),
      (0, 9, 12, 62259), (Int32.min, Int32.max, 0, 32768), (5, 5, 5, 32768), (7, 3, 7, 32768),
    ] as [(Int32, Int32, Int32, Int32)] {
      let axis = PointerReader.Axis(least, most)
      var reader = PointerReader(.tablet, x: axis, y: axis)
      let got = events(&reader, [(Self.abs, 0, value), (Self.abs, 1, value), Self.report])
      #expect(got == [.position(x: share, y: share)], "\(least)…\(most): \(value)")
    }
  }

  @Test func `a tablet reports its position before its button`() {
    var reader = reader(.tablet)
    #expect(
      events(&reader, [(Self.key, 0x110, 1), (Self.abs, 0, 5), (Self.abs, 1, 6), Self.report])
        == [.position(x: 5, y: 6), .button(true)])
    #expect(events(&reader, [(Self.key, 0x110, 0), Self.report]) == [.button(false)])
    #expect(events(&reader, [(Self.key, 0x111, 1), Self.report]).isEmpty)
  }

  @Test func `a mouse reports the sum of its motion`() {
    var reader = reader(.mouse)
    #expect(
      events(&reader, [(Self.rel, 0, 3), (Self.rel, 1, -2), (Self.rel, 0, 4), Self.report])
        == [.motion(x: 7, y: -2)])
    #expect(events(&reader, [(Self.rel, 8, 1), Self.report]).isEmpty)
    let flood = [(UInt16, UInt16, Int32)](repeating: (Self.rel, 0, Int32.max), count: 9)
    #expect(events(&reader, flood + [Self.report]) == [.motion(x: 1 << 24, y: 0)])
  }

  @Test func `a touchpad's finger moves the pointer from where it comes down`() {
    var reader = reader(.touchpad)
    let down: [(UInt16, UInt16, Int32)] = [
      (Self.abs, 0, 1000), (Self.abs, 1, 1000), (Self.key, 0x14A, 1), Self.report,
    ]
    #expect(events(&reader, down).isEmpty)
    #expect(events(&reader, [(Self.abs, 0, 1010), Self.report]) == [.motion(x: 10, y: 0)])
    #expect(events(&reader, [(Self.key, 0x110, 1), Self.report]) == [.button(true)])
    #expect(events(&reader, [(Self.key, 0x14A, 0), Self.report]).isEmpty)
    #expect(events(&reader, [(Self.abs, 0, 9000), Self.report]).isEmpty)
  }
}
