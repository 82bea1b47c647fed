// SPDX-License-Identifier: Apache-2.0

/// What a touch screen, a mouse or a tablet reports.
package enum PointerEvent: Equatable, Sendable {
  /// A finger touches at a position, in 65,536ths of the device's range to the right and down.
  case touch(Int32, x: Int32, y: Int32)
  /// A finger has moved.
  case move(Int32, x: Int32, y: Int32)
  /// A finger has gone up.
  case lift(Int32)
  /// A tablet's position, in 65,536ths of its range.
  case position(x: Int32, y: Int32)
  /// A mouse has moved by counts of its own, or a touchpad's finger by 65,536ths of its width.
  case motion(x: Int32, y: Int32)
  /// The left button has gone down or up.
  case button(Bool)
  /// Events were lost: all fingers count as gone, without a touch.
  case lost
}

/// Turns the kernel's events of a device into touches and motion: protocol B with its slots, or one position.
///
/// Corresponds to `Documentation/input/multi-touch-protocol.rst`. Pure: it reads no device.
package struct PointerReader: Sendable {
  /// The kinds of devices; the numbers are those of `cl_pointer`.
  package enum Kind: Int32, Sendable {
    case touch = 2
    case singleTouch
    case tablet
    case mouse
    case touchpad
  }

  /// The range of an axis.
  package struct Axis: Sendable {
    let least, most: Int32

    package init(_ least: Int32, _ most: Int32) {
      (self.least, self.most) = (least, max(most, least))
    }

    /// The middle of a value's step, in 65,536ths of the range; values outside count as its ends.
    func share(_ value: Int32) -> Int32 {
      let steps = Int64(most) - Int64(least) + 1
      let step = min(max(Int64(value) - Int64(least), 0), steps - 1)
      return Int32(((2 * step + 1) << 16) / (2 * steps))
    }
  }

  /// The number of slots; fingers in further ones are ignored.
  package static var slotCount: Int { 10 }

  private struct Slot: Sendable {
    var x: Int32 = 0
    var y: Int32 = 0
    var isDown = false
    /// Whether it has been reported as down, and what is still to be reported.
    var isReported = false
    var hasMoved = false
    /// Whether a finger was replaced by another between two reports.
    var isReplaced = false
  }

  package let kind: Kind
  private let xAxis, yAxis: Axis
  private var slots = InlineArray<10, Slot>(repeating: Slot())
  private var slot = 0
  private var (dx, dy): (Int32, Int32) = (0, 0)
  private var button: Bool?
  /// Whether events are ignored until the next report, as some before them were lost.
  private var isLost = false

  /// A reader of a device with these ranges of positions.
  package init(_ kind: Kind, x: Axis, y: Axis) {
    (self.kind, xAxis, yAxis) = (kind, x, y)
  }

  /// Sets the positions of all slots and the slot of the next events, as the kernel has them: only changes are events.
  package mutating func setPositions(
    x: InlineArray<10, Int32>, y: InlineArray<10, Int32>, slot: Int
  ) {
    for index in slots.indices {
      slots[index] = Slot()
      (slots[index].x, slots[index].y) = (x[index], y[index])
    }
    self.slot = slot
  }

  /// Reads an event; passes the events of a finished report on.
  package mutating func read(
    type: UInt16, code: UInt16, value: Int32, _ report: (PointerEvent) -> Void
  ) {
    switch (type, code) {
    // SYN_DROPPED.
    case (0, 3):
      isLost = true
      (dx, dy, button) = (0, 0, nil)
      for index in slots.indices {
        (slots[index].isDown, slots[index].isReported, slots[index].isReplaced) = (
          false, false, false
        )
        slots[index].hasMoved = false
      }
      report(.lost)
    case (0, 0):
      if !isLost { finish(report) }
      isLost = false
    case _ where isLost: break
    // BTN_LEFT, BTN_TOUCH.
    case (1, 0x110): button = value != 0
    case (1, 0x14A): if kind == .singleTouch || kind == .touchpad { setDown(0, value != 0) }
    // REL_X, REL_Y.
    case (2, 0): dx = dx.addingWithLimit(value)
    case (2, 1): dy = dy.addingWithLimit(value)
    // ABS_X, ABS_Y.
    case (3, 0): if kind != .touch { move(0, x: value) }
    case (3, 1): if kind != .touch { move(0, y: value) }
    // ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID.
    case (3, 0x2F): slot = Int(value)
    case (3, 0x35): if kind == .touch { move(slot, x: value) }
    case (3, 0x36): if kind == .touch { move(slot, y: value) }
    case (3, 0x39): if kind == .touch { setDown(slot, value >= 0) }
    default: break
    }
  }

  private mutating func setDown(_ slot: Int, _ isDown: Bool) {
    guard slots.indices.contains(slot) else { return }
    if isDown && slots[slot].isReported { slots[slot].isReplaced = true }
    slots[slot].isDown = isDown
  }

  private mutating func move(_ slot: Int, x: Int32? = nil, y: Int32? = nil) {
    guard slots.indices.contains(slot) else { return }
    if kind == .touchpad, slots[slot].isReported {
      if let x { dx = dx.addingWithLimit(xAxis.share(x) - xAxis.share(slots[slot].x)) }
      if let y { dy = dy.addingWithLimit(yAxis.share(y) - yAxis.share(slots[slot].y)) }
    }
    slots[slot].x = x ?? slots[slot].x
    slots[slot].y = y ?? slots[slot].y
    slots[slot].hasMoved = true
  }

  private mutating func finish(_ report: (PointerEvent) -> Void) {
    switch kind {
    case .touch, .singleTouch:
      for index in slots.indices { finishSlot(index, report) }
    case .touchpad: slots[0].isReported = slots[0].isDown
    case .tablet:
      if slots[0].hasMoved {
        report(.position(x: xAxis.share(slots[0].x), y: yAxis.share(slots[0].y)))
        slots[0].hasMoved = false
      }
    case .mouse: break
    }
    if dx != 0 || dy != 0 { report(.motion(x: dx, y: dy)) }
    (dx, dy) = (0, 0)
    if let button, kind != .touch, kind != .singleTouch { report(.button(button)) }
    button = nil
  }

  private mutating func finishSlot(_ index: Int, _ report: (PointerEvent) -> Void) {
    let (id, old) = (Int32(index), slots[index])
    let (x, y) = (xAxis.share(old.x), yAxis.share(old.y))
    if old.isReported && (!old.isDown || old.isReplaced) {
      // Where the finger went up counts, too.
      if old.hasMoved && !old.isReplaced { report(.move(id, x: x, y: y)) }
      report(.lift(id))
    }
    if old.isDown && (!old.isReported || old.isReplaced) {
      report(.touch(id, x: x, y: y))
    } else if old.isDown && old.hasMoved {
      report(.move(id, x: x, y: y))
    }
    slots[index].isReported = old.isDown
    (slots[index].hasMoved, slots[index].isReplaced) = (false, false)
  }

  /// Forgets all positions: they may be where a password's letters are.
  package mutating func wipe() {
    slots = InlineArray(repeating: Slot())
    (dx, dy, button) = (0, 0, nil)
  }
}

extension Int32 {
  /// The sum within ±2²⁴, which no device reports at a time.
  fileprivate func addingWithLimit(_ other: Int32) -> Int32 {
    let sum = Int64(self) + Int64(other)
    return Int32(Swift.min(Swift.max(sum, -1 << 24), 1 << 24))
  }
}
