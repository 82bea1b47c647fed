// SPDX-License-Identifier: Apache-2.0

import Motion
import DisplayList
import Raster
import Scanout
import Testing

extension Swapchain {
  /// Whether a buffer can be acquired.
  var canAcquire: Bool {
    var copy = self
    return copy.acquire() != nil
  }
}

@Suite struct SwapchainTests {
  @Test func `buffers take turns and age`() {
    var swapchain = Swapchain(count: 2)
    var ages: [Int] = []
    for _ in 0..<4 {
      ages.append(swapchain.acquire()?.age ?? -1)
      swapchain.submitPending()
      swapchain.showQueued()
    }
    #expect(ages == [0, 0, 2, 2])
  }

  @Test func `a buffer that is added is taken while the first is on the display`() {
    var swapchain = Swapchain(count: 1)
    #expect(swapchain.acquire()?.index == 0)
    swapchain.submitPending()
    #expect(!swapchain.canAcquire)
    swapchain.addBuffer()
    let second = swapchain.acquire()
    #expect(second?.index == 1)
    #expect(second?.age == 0)
  }

  @Test func `a buffer that is added stays after a restart`() {
    var swapchain = Swapchain(count: 1)
    swapchain.addBuffer()
    swapchain.restart()
    #expect(swapchain.count == 2)
  }

  @Test func `a third buffer rests while two suffice`() {
    var swapchain = Swapchain(count: 3)
    var ages: [Int] = []
    for _ in 0..<6 {
      ages.append(swapchain.acquire()?.age ?? -1)
      swapchain.submitPending()
      swapchain.showQueued()
    }
    // The first free buffer is used: if every commit is shown at once, two buffers are enough.
    #expect(ages == [0, 0, 2, 2, 2, 2])
  }

  @Test func `with both in use there is none`() {
    var swapchain = Swapchain(count: 2)
    _ = swapchain.acquire()
    swapchain.submitPending()
    swapchain.showQueued()
    _ = swapchain.acquire()
    swapchain.submitPending()
    #expect(swapchain.acquire() == nil)
    #expect(!swapchain.canAcquire)
  }

  @Test func `the pending buffer is given again`() {
    var swapchain = Swapchain(count: 2)
    let first = swapchain.acquire()
    #expect(swapchain.acquire() == first)
  }

  @Test func `a restart spares the buffer that may be on the display`() {
    var swapchain = Swapchain(count: 2)
    _ = swapchain.acquire()
    swapchain.submitPending()
    swapchain.showQueued()
    let second = swapchain.acquire()?.index
    swapchain.restart()
    var acquired = swapchain.acquire()
    #expect(swapchain.current == 0 && acquired?.index == 1 && acquired?.age == 0)
    swapchain.submitPending()
    swapchain.restart()
    #expect(second == 1 && swapchain.queued == nil && swapchain.current == 1)
    acquired = swapchain.acquire()
    #expect(acquired?.index == 0 && acquired?.age == 0)
  }

  @Test func `a single buffer is drawn into while it is shown`() {
    var swapchain = Swapchain(count: 1)
    #expect(swapchain.acquire()?.age == 0)
    swapchain.submitPending()
    #expect(!swapchain.canAcquire)
    swapchain.showQueued()
    #expect(swapchain.acquire()?.age == 1 && swapchain.current == 0)
    swapchain.restart()
    #expect(swapchain.acquire()?.age == 0)
  }

  @Test func `forgotten contents have no age`() {
    var swapchain = Swapchain(count: 1)
    _ = swapchain.acquire()
    swapchain.submitPending()
    swapchain.showQueued()
    swapchain.forgetContents()
    #expect(swapchain.acquire()?.age == 0)
  }
}

@Suite struct MemoryOutputTests {
  typealias Memory = MemoryOutput

  @Test func `a commit is shown at the vblank after it`() throws {
    var output = MemoryOutput(width: 4, height: 2, refreshMillihertz: 100_000)
    try commit(0xFFFFFF, to: &output, at: 3)
    #expect(output.nextReportTime == at(10))
    #expect(try output.takeReport(at: at(9)) == nil)
    #expect(output.pixel(x: 0, y: 0) == 0)
    #expect(try output.takeReport(at: at(12)) == .presented(at: at(10), sequence: 1))
    #expect(output.pixel(x: 3, y: 1) == 0xFFFFFF)
    #expect(output.flipCount == 1)
  }

  @Test func `without vblanks it is shown at once`() throws {
    var output = MemoryOutput(width: 4, height: 2, pacing: .timer)
    try commit(0xFFFFFF, to: &output, at: 3)
    #expect(try output.takeReport(at: at(3)) == .presented(at: at(3), sequence: nil))
  }

  @Test func `a second commit before the report fails`() throws {
    var output = MemoryOutput(width: 4, height: 2, bufferCount: 3)
    try commit(1, to: &output, at: 0)
    #expect(
      failure { () throws(Memory.Failure) in try commit(2, to: &output, at: 1) } == .committedTwice)
  }

  @Test func `drawing outside of the damage fails`() throws {
    var output = MemoryOutput(width: 4, height: 2)
    let corner = PixelRectangle(x: 0, y: 0, width: 1, height: 1)
    let found = failure { () throws(Memory.Failure) in
      try commit(5, to: &output, at: 0, drawn: corner, written: 1)
    }
    #expect(found == .drawnOutsideOfDamage(x: 1, y: 0))
  }

  @Test func `writing a pixel twice fails`() throws {
    var output = MemoryOutput(width: 4, height: 2)
    let found = failure { () throws(Memory.Failure) in
      try commit(5, to: &output, at: 0, written: 9)
    }
    #expect(found == .pixelsWritten(9, damaged: 8))
  }

  @Test func `one that is not strict looks at nothing`() throws {
    var output = MemoryOutput(width: 4, height: 2, isStrict: false)
    let corner = PixelRectangle(x: 0, y: 0, width: 1, height: 1)
    try commit(5, to: &output, at: 0, drawn: corner, written: 100)
    #expect(try output.takeReport(at: at(1000)) != nil)
  }

  @Test func `rows may be further apart than their pixels`() throws {
    var output = MemoryOutput(width: 4, height: 2, pacing: .timer, strideInBytes: 24)
    try commit(7, to: &output, at: 0)
    _ = try output.takeReport(at: at(0))
    #expect(output.snapshot.count == 48)
    #expect(output.snapshot[12] == 7 && output.snapshot[16] == 0 && output.snapshot[36] == 7)
  }

  @Test func `the log keeps the last frames`() throws {
    var output = MemoryOutput(width: 4, height: 2, pacing: .timer, logCapacity: 3)
    for number in 0..<5 {
      try commit(UInt32(number), to: &output, at: number)
      _ = try output.takeReport(at: at(number))
    }
    #expect(output.log.total == 5 && output.log.count == 3)
    #expect((0..<3).map { output.log[$0].presentedAt } == [at(2), at(3), at(4)])
  }

  private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  private func failure(_ body: () throws(Memory.Failure) -> Void) -> Memory.Failure? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// Fills the buffer and commits it.
  private func commit(
    _ value: UInt32, to output: inout Memory, at milliseconds: Int, drawn: PixelRectangle? = nil,
    written: Int? = nil
  ) throws(Memory.Failure) {
    let size = output.sizeInPixels
    guard let buffer = output.acquire() else { return }
    var pixels = output.pixels(of: buffer)
    var renderer = Renderer(maximumWidth: size.width, maximumHeight: size.height)
    let whole = DamageRegion(allOfWidth: size.width, height: size.height)
    renderer.draw(Scene(background: Color(hex: value)), damage: whole, into: &pixels)
    var damage = DamageRegion(width: size.width, height: size.height)
    damage.insert(drawn ?? PixelRectangle(x: 0, y: 0, width: size.width, height: size.height))
    _ = try output.commit(
      FrameInfo(target: at(milliseconds), pixelsWritten: written ?? size.width * size.height),
      drawn: damage, changed: whole, at: at(milliseconds))
  }
}
