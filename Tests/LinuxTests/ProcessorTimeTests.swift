// SPDX-License-Identifier: Apache-2.0

import Linux
import Testing

@Suite struct ProcessorTimeTests {
  private func idle(_ line: String) -> Int64? {
    let bytes = Array(line.utf8)
    return ProcessorTime.idleNanoseconds(in: bytes.span)
  }

  @Test func `the second number counts`() {
    #expect(idle("350735.47 234388.90\n") == 234_388_900_000_000)
    #expect(idle("0.00 0.07\n") == 70_000_000)
  }

  @Test(arguments: [
    "", "\n", "350735.47\n", "1.00 12", "1.00 12.3\n", "1.00 99999999999999999999.00\n",
  ])
  func `any other line has no value`(line: String) {
    #expect(idle(line) == nil)
  }

  @Test func `the kernel reports both`() throws {
    let processors = ProcessorTime()
    let found = processors.idleNanoseconds()
    let first = try #require(found)
    let begin = ProcessorTime.ownNanoseconds
    var own = begin
    for _ in 0..<100_000_000 where own - begin < 1_000_000 { own = ProcessorTime.ownNanoseconds }
    #expect(own - begin >= 1_000_000)
    let later = processors.idleNanoseconds()
    #expect(try #require(later) >= first)
  }
}
