import CLinux
import Linux
import Testing

extension PollSlot {
  fileprivate static let pipe = PollSlot(rawValue: 0)
  fileprivate static let timer = PollSlot(rawValue: 1)
}

@Suite struct PollTests {
  @Test func onlyTheReadySlotHasEvents() throws {
    let pipe = try FileDescriptor.pipe()
    let timer = try Timer()
    var poll = Poll<2>()
    poll.watch(.pipe, pipe.reader)
    poll.watch(.timer, timer.descriptor)
    #expect(try poll.wait(timeoutNanoseconds: 0) == 0)
    _ = try pipe.writer.write([1].span)
    #expect(try poll.wait() == 1)
    #expect(poll[.pipe] == .readable)
    #expect(poll[.timer] == [])
  }

  @Test func anIgnoredSlotHasNoEvents() throws {
    let pipe = try FileDescriptor.pipe()
    var poll = Poll<2>()
    poll.watch(.pipe, pipe.reader)
    _ = try pipe.writer.write([1].span)
    poll.ignore(.pipe)
    #expect(try poll.wait(timeoutNanoseconds: 0) == 0)
    #expect(poll[.pipe] == [])
  }

  @Test func theDeathOfTheWriterIsAHangUp() throws {
    var pipe = try FileDescriptor.pipe()
    var poll = Poll<1>()
    poll.watch(.pipe, pipe.reader)
    pipe.writer = try FileDescriptor(opening: Path("/dev/null"), for: .readWrite)
    #expect(try poll.wait() == 1)
    #expect(poll[.pipe].contains(.hungUp))
  }

  @Test func aTimeoutEndsTheWaitAndNotBefore() throws {
    var poll = Poll<1>()
    let start = MonotonicClock.nanoseconds
    #expect(try poll.wait(timeoutNanoseconds: 3_000_000) == 0)
    #expect(MonotonicClock.nanoseconds - start >= 3_000_000)
  }

  @Test func anArmedTimerWakesThePollAndExpiresOnce() throws {
    let timer = try Timer()
    let due = MonotonicClock.nanoseconds + 2_000_000
    try timer.arm(atNanoseconds: due)
    var poll = Poll<2>()
    poll.watch(.timer, timer.descriptor)
    #expect(try poll.wait() == 1)
    #expect(MonotonicClock.nanoseconds >= due)
    #expect(try timer.takeExpiry())
    #expect(try !timer.takeExpiry())
  }

  @Test func aTimeThatIsPastGoesOffAtOnce() throws {
    let timer = try Timer()
    try timer.arm(atNanoseconds: -5)
    var poll = Poll<2>()
    poll.watch(.timer, timer.descriptor)
    #expect(try poll.wait() == 1)
  }

  @Test func onlySlotsFromTheFirstOneOnCount() throws {
    let pipe = try FileDescriptor.pipe()
    var poll = Poll<2>()
    poll.watch(.pipe, pipe.reader)
    _ = try pipe.writer.write([1].span)
    #expect(try poll.wait() == 1)
    let (all, others) = (poll.hasEvents(from: 0), poll.hasEvents(from: 1))
    #expect(all)
    #expect(!others)
  }

  @Test func anEmptiedSlotHasNoEventsToCount() throws {
    let pipe = try FileDescriptor.pipe()
    var poll = Poll<2>()
    poll.watch(.timer, pipe.reader)
    _ = try pipe.writer.write([1].span)
    poll.ignore(.timer)
    #expect(try poll.wait(timeoutNanoseconds: 0) == 0)
    let any = poll.hasEvents(from: 0)
    #expect(!any)
  }

  @Test func aPathIsCutBackAndGoesOnAnew() throws {
    var path = Path("/dev/dri/card")
    let count = path.bytes.count
    try path.append(decimal: 12)
    path.removeLast(path.bytes.count - count)
    try path.append(decimal: 3)
    #expect((0..<path.bytes.count).map { path.bytes[$0] } == Array("/dev/dri/card3".utf8))
  }

  @Test func aDisarmedTimerForgetsItsExpiry() throws {
    let timer = try Timer()
    try timer.arm(atNanoseconds: 1)
    try timer.disarm()
    #expect(try !timer.takeExpiry())
  }
}
