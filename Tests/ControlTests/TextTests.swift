// SPDX-License-Identifier: Apache-2.0

import Control
import FixedPoint
import Testing
import Linux

@Suite struct InlineTextTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (10, "10"), (-305, "-305"), (Int.max, String(Int.max)),
    (Int.min, String(Int.min)),
  ])
  func `a whole number is written in decimal`(number: Int, text: String) {
    var line = InlineText<32>()
    line.append(number)
    #expect(string(line.bytes) == text)
  }

  @Test func `decimals are cut off and never rounded up`() {
    var line = InlineText<64>()
    line.append(Fixed(raw: 100 << 32 - 1), decimals: 2)
    line.append(" ")
    line.append(Fixed(raw: -3 << 31), decimals: 1)
    line.append(" ")
    line.append(Fixed(raw: 7 << 32), decimals: 0)
    #expect(string(line.bytes) == "99.99 -1.5 7")
  }

  @Test func `what does not fit is cut off at a character and nothing follows it`() {
    var line = InlineText<8>()
    line.append("abcdef")
    #expect(!line.isTruncated)
    line.append("é€")
    line.append("x")
    #expect(string(line.bytes) == "abcdefé")
    #expect(line.isTruncated)
  }

  @Test func `quoting makes any bytes fit for one line`() {
    var line = InlineText<64>()
    line.append(quoting: [0x61, 0x0A, 0xFF, 0x62].span)
    #expect(string(line.bytes) == "'a??b'")
  }
}

@Suite struct ReplyQueueTests {
  @Test func `bytes come out in the order in which they went in`() {
    var queue = ReplyQueue(capacity: 8)
    var sent: [UInt8] = []
    var received: [UInt8] = []
    var generator = SplitMix(seed: 3)
    for value in 0..<1000 {
      let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: value), count: value % 5)
      if bytes.count <= queue.room {
        queue.append(bytes.span)
        sent += bytes
      }
      let taken = Int(generator.next() % UInt64(queue.pending.count + 1))
      for index in 0..<taken { received.append(queue.pending[index]) }
      queue.removeFirst(taken)
    }
    for index in 0..<queue.pending.count { received.append(queue.pending[index]) }
    #expect(sent == received && sent.count > 500)
  }

  @Test func `a full queue has no room`() {
    var queue = ReplyQueue(capacity: 2)
    queue.append([1, 2].span)
    #expect(queue.room == 0 && !queue.isEmpty)
    queue.removeFirst(2)
    #expect(queue.room == 2 && queue.isEmpty)
  }
}
