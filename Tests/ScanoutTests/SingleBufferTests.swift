// SPDX-License-Identifier: Apache-2.0

import Scanout
import Testing

@Suite struct SingleBufferTests {
  @Test func `a single buffer is drawn into while it is shown`() throws {
    var swapchain = Swapchain(count: 1)
    let first = swapchain.acquire()
    #expect(first?.age == 0)
    swapchain.submitPending()
    #expect(!swapchain.canAcquire)
    swapchain.showQueued()
    let second = swapchain.acquire()
    #expect(second?.index == 0)
    #expect(second?.age == 1)
    #expect(swapchain.current == 0 && swapchain.pending == 0)
  }
}
