// SPDX-License-Identifier: Apache-2.0

import Keymaps
import Testing

/// Fingers on the on-screen keyboard.
@Suite struct KeyPressesTests {
  private func shown(_ presses: KeyPresses) -> [Int16] {
    presses.pressed.indices.map { presses.pressed[$0] }
  }

  @Test func `a key is tapped by a finger that goes up on it`() {
    var presses = KeyPresses()
    presses.begin(3, on: 7)
    #expect(shown(presses) == [7, -1])
    #expect(presses.end(3) == 7)
    #expect(shown(presses) == [-1, -1])
    #expect(presses.end(3) == nil)
  }

  @Test func `a finger that leaves its key taps nothing, unless it comes back`() {
    var presses = KeyPresses()
    presses.begin(0, on: 7)
    presses.move(0, over: 8)
    #expect(shown(presses) == [-1, -1])
    #expect(presses.end(0) == nil)
    presses.begin(0, on: 7)
    presses.move(0, over: nil)
    presses.move(0, over: 7)
    #expect(presses.end(0) == 7)
  }

  @Test func `a finger that comes down beside the keys taps none`() {
    var presses = KeyPresses()
    presses.begin(0, on: nil)
    presses.move(0, over: 4)
    #expect(shown(presses) == [-1, -1])
    #expect(presses.end(0) == nil)
  }

  @Test func `two fingers overlap, and each taps its key when it goes up`() {
    var presses = KeyPresses()
    presses.begin(0, on: 1)
    presses.begin(1, on: 2)
    #expect(shown(presses) == [1, 2])
    #expect(presses.end(0) == 1)
    presses.begin(0, on: 3)
    #expect(presses.end(1) == 2)
    #expect(presses.end(0) == 3)
  }

  @Test func `a finger whose end was lost taps nothing`() {
    var presses = KeyPresses()
    presses.begin(0, on: 1)
    presses.begin(0, on: 2)
    #expect(shown(presses) == [2, -1])
    presses.cancelAll()
    #expect(presses.end(0) == nil)
  }

  @Test func `fingers beyond the limit are ignored`() {
    var presses = KeyPresses()
    for id in 0..<Int32(KeyPresses.capacity) + 3 { presses.begin(id, on: Int(id)) }
    for id in 0..<Int32(KeyPresses.capacity) + 3 {
      #expect(presses.end(id) == (id < Int32(KeyPresses.capacity) ? Int(id) : nil))
    }
    presses.begin(-1, on: 5)
    #expect(presses.end(-1) == nil && shown(presses) == [-1, -1])
  }
}
