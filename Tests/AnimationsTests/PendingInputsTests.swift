// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Testing

@Suite struct PendingInputsTests {
  private func drained(_ queue: PendingInputs) -> [MotionInput] {
    var (queue, inputs) = (queue, [MotionInput]())
    while let input = queue.popFirst() { inputs.append(input) }
    return inputs
  }

  @Test func `a later order of a kind takes the later place`() {
    var queue = PendingInputs()
    queue.append(.progress(1))
    queue.append(.fail)
    queue.append(.unknown)
    #expect(drained(queue) == [.fail, .unknown])
  }

  @Test func `a reset removes what waits before it`() {
    var queue = PendingInputs()
    queue.append(.start)
    queue.append(.progress(1))
    queue.append(.reset)
    queue.append(.start)
    #expect(drained(queue) == [.reset, .start])
    queue.append(.reset)
    #expect(drained(queue) == [.reset])
  }

  @Test func `at most four wait whatever comes`() {
    var queue = PendingInputs()
    var random = SystemRandomNumberGenerator()
    let all: [MotionInput] = [.start, .progress(0), .progress(1), .unknown, .fail, .reset]
    var most = 0
    for _ in 0..<2000 {
      queue.append(all[Int(random.next() % 6)])
      most = max(most, queue.count)
    }
    #expect(most == 4)
  }

  @Test func `what is put before the others comes first`() {
    var queue = PendingInputs()
    queue.append(.start)
    queue.append(.progress(1))
    queue.prepend(.fail)
    #expect(drained(queue) == [.fail, .start, .progress(1)])
  }
}
