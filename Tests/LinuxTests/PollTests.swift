// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import Testing

extension PollSlot {
  fileprivate static let pipe = PollSlot(rawValue: 0)
  fileprivate static let other = PollSlot(rawValue: 1)
}

@Suite struct PollTests {
  @Test func `only the ready slot has events`() throws {
    let pipe = try FileDescriptor.pipe()
    let other = try FileDescriptor.pipe()
    var poll = Poll<2>()
    poll.watch(.pipe, pipe.reader)
    poll.watch(.other, other.reader)
    #expect(try poll.wait(timeoutNanoseconds: 0) == 0)
    _ = try pipe.writer.write([1].span)
    #expect(try poll.wait() == 1)
    #expect(poll[.pipe] == .readable)
    #expect(poll[.other] == [])
  }

  @Test func `an ignored slot has no events`() throws {
    let pipe = try FileDescriptor.pipe()
    var poll = Poll<2>()
    poll.watch(.pipe, pipe.reader)
    _ = try pipe.writer.write([1].span)
    poll.ignore(.pipe)
    #expect(try poll.wait(timeoutNanoseconds: 0) == 0)
    #expect(poll[.pipe] == [])
  }

  @Test func `the death of the writer is a hang-up`() throws {
    var pipe = try FileDescriptor.pipe()
    var poll = Poll<1>()
    poll.watch(.pipe, pipe.reader)
    pipe.writer = try FileDescriptor(opening: Path("/dev/null"), for: .readWrite)
    #expect(try poll.wait() == 1)
    #expect(poll[.pipe].contains(.hungUp))
  }

  @Test func `a timeout ends the wait and not before`() throws {
    var poll = Poll<1>()
    let start = MonotonicClock.nanoseconds
    #expect(try poll.wait(timeoutNanoseconds: 3_000_000) == 0)
    #expect(MonotonicClock.nanoseconds - start >= 3_000_000)
  }

  @Test func `only slots from the first one on count`() throws {
    let pipe = try FileDescriptor.pipe()
    var poll = Poll<2>()
    poll.watch(.pipe, pipe.reader)
    _ = try pipe.writer.write([1].span)
    #expect(try poll.wait() == 1)
    let (all, others) = (poll.hasEvents(from: 0), poll.hasEvents(from: 1))
    #expect(all)
    #expect(!others)
  }

  @Test func `an emptied slot has no events to count`() throws {
    let pipe = try FileDescriptor.pipe()
    var poll = Poll<2>()
    poll.watch(.other, pipe.reader)
    _ = try pipe.writer.write([1].span)
    poll.ignore(.other)
    #expect(try poll.wait(timeoutNanoseconds: 0) == 0)
    let any = poll.hasEvents(from: 0)
    #expect(!any)
  }

  @Test func `a path is cut back and extended again`() throws {
    var path = Path("/dev/dri/card")
    let count = path.bytes.count
    try path.append(decimal: 12)
    path.removeLast(path.bytes.count - count)
    try path.append(decimal: 3)
    #expect((0..<path.bytes.count).map { path.bytes[$0] } == Array("/dev/dri/card3".utf8))
  }
}
