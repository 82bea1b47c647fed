import Scanout
import Testing

@Suite struct SingleBufferTests {
  @Test func aSingleBufferIsDrawnIntoWhileItIsShown() throws {
    var queue = BufferQueue(count: 1)
    let first = queue.acquire()
    #expect(first?.age == 0)
    queue.submitPending()
    #expect(!queue.canAcquire)
    queue.showQueued()
    let second = queue.acquire()
    #expect(second?.index == 0)
    #expect(second?.age == 1)
    #expect(queue.current == 0 && queue.pending == 0)
  }
}
