// SPDX-License-Identifier: Apache-2.0

import BootTimes
import Motion
import Testing

@Suite struct BootProgressTests {
  private let start = Instant(nanoseconds: 77_000_000_000)

  private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

  private func progress() throws -> BootProgress {
    var progress = BootProgress(from: start)
    progress.remember(try memory(Array(repeating: (units: [1000], total: 10_000), count: 8)))
    return progress
  }

  @Test func `without remembered boots it is unknown, and nothing is due`() {
    var progress = BootProgress(from: start)
    #expect(progress.report(at: start) == nil)
    #expect(progress.deadline == nil)
    #expect(progress.end() == nil)
  }

  @Test func `each half percent is reported when it is due`() throws {
    var progress = try progress()
    #expect(progress.report(at: start) == 0)
    for number in 1..<98 {
      let deadline = try #require(progress.deadline)
      // 0.5 % are 50 ms here: not more often than every 100 ms.
      #expect(deadline == at(100 * number))
      if number == 10 { progress.record(Array("a.service".utf8).span, at: deadline) }
      let report = progress.report(at: deadline)
      #expect(report == 100 * number)
    }
  }

  @Test func `it waits while a person is asked`() throws {
    var progress = try progress()
    #expect(progress.report(at: at(900)) == 900)
    progress.set(isAsking: true, at: at(1000))
    progress.set(isAsking: true, at: at(20_000))
    #expect(progress.deadline == nil)
    #expect(progress.elapsed(at: at(30_000)) == 1000)
    #expect((progress.report(at: at(30_000)) ?? 0) <= 1000)
    progress.set(isAsking: false, at: at(31_000))
    #expect(progress.elapsed(at: at(32_000)) == 2000)
    progress.record(Array("a.service".utf8).span, at: at(31_000))
    #expect(progress.report(at: at(33_000)) == 3000)
    progress.set(isAsking: true, at: at(34_000))
    progress.set(isAsking: false, at: at(34_500))
    #expect(progress.elapsed(at: at(35_000)) == 4500)
  }

  @Test func `a client's progress suppresses it, and afterwards it is reported again`() throws {
    var progress = try progress()
    #expect(progress.report(at: start) == 0)
    progress.isSuppressed = true
    #expect(progress.report(at: at(500)) == nil)
    #expect(progress.deadline == nil)
    progress.isSuppressed = false
    #expect(progress.report(at: at(500)) == 500)
    progress.repeatReport()
    #expect(progress.report(at: at(500)) == 500)
    #expect(progress.report(at: at(500)) == nil)
  }

  @Test func `newer remembered boots do not make it fall`() throws {
    var progress = try progress()
    #expect(progress.report(at: at(900)) == 900)
    progress.remember(try memory([([], 90_000)]))
    #expect((progress.report(at: at(1000)) ?? 900) == 900)
  }

  @Test func `it ends at 100, once`() throws {
    var progress = try progress()
    #expect(progress.end() == 10_000)
    #expect(progress.end() == nil)
    #expect(progress.report(at: at(9000)) == nil)
    #expect(progress.deadline == nil)
  }

  @Test func `under a client's progress it has no end of its own`() throws {
    var progress = try progress()
    progress.isSuppressed = true
    #expect(progress.end() == nil)
  }
}
