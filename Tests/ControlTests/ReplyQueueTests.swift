// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

@Suite struct ReplyQueueTests {
  @Test func `Bytes come out in the order in which they went in`() {
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

  @Test func `A full queue has no room`() {
    var queue = ReplyQueue(capacity: 2)
    queue.append([1, 2].span)
    #expect(queue.room == 0 && !queue.isEmpty)
    queue.removeFirst(2)
    #expect(queue.room == 2 && queue.isEmpty)
  }
}
