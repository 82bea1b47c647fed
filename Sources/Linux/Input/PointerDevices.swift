// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The touch screens, mice and tablets among the kernel's input devices, and which others are keyboards.
///
/// They are grabbed: no other program gets their events. Corresponds to `/dev/input/event*` and `EVIOCGRAB`.
package struct PointerDevices: ~Copyable {
  /// The largest number of devices at a time.
  package static var capacity: Int { 8 }

  private final class Device {
    let descriptor: FileDescriptor
    let number: UInt32
    var reader: PointerReader

    init(_ descriptor: consuming FileDescriptor, _ number: UInt32, _ reader: PointerReader) {
      self.descriptor = descriptor
      self.number = number
      self.reader = reader
    }

    deinit { reader.wipe() }

    /// Asks the kernel for what no event reports.
    func setPositions() {
      var (x, y) = (InlineArray<10, Int32>(repeating: 0), InlineArray<10, Int32>(repeating: 0))
      let hasSlots: CInt = reader.kind == .touch ? 1 : 0
      var xs = x.mutableSpan
      var ys = y.mutableSpan
      // Both have CL_POINTER_SLOTS numbers.
      let slot = unsafe xs.withUnsafeMutableBufferPointer { xs in
        unsafe ys.withUnsafeMutableBufferPointer { ys in
          guard let x = xs.baseAddress, let y = ys.baseAddress else { return 0 as CInt }
          return unsafe cl_pointer_positions(descriptor.number, hasSlots, x, y)
        }
      }
      reader.setPositions(x: x, y: y, slot: Int(slot))
      (x, y) = (InlineArray(repeating: 0), InlineArray(repeating: 0))
    }
  }

  private var folder: FileDescriptor?
  private var devices: [Device] = []
  /// The numbers of the keyboards.
  private var keyboards: [UInt32] = []

  /// Opens a directory of devices, but none of them; nil where it does not exist.
  package init?(in path: Path) {
    let opened = unsafe path.withCString { name in unsafe cl_input_folder(name) }
    if opened < 0 { return nil }
    folder = FileDescriptor(adopting: opened)
  }

  private var folderNumber: CInt {
    switch folder {
    case .some(let folder): folder.number
    case .none: -1
    }
  }

  /// Whether the directory has been removed, as devtmpfs does with the last device.
  package var isGone: Bool { cl_input_folder_is_gone(folderNumber) != 0 }

  /// Whether there is a keyboard with letters.
  package var hasKeyboard: Bool { !keyboards.isEmpty }

  /// How many devices are grabbed.
  package var count: Int { devices.count }

  /// The kind of a device; nil for an index out of range.
  package func kind(_ index: Int) -> PointerReader.Kind? {
    index < devices.count ? devices[index].reader.kind : nil
  }

  /// Looks at all devices; grabs those that are no keyboards.
  ///
  /// It opens each, which may wake them up, so call it seldom. False where one could not be grabbed now.
  package mutating func find() -> Bool {
    // The list is open until it is closed here.
    guard let list = unsafe cl_input_list(folderNumber) else { return false }
    defer { unsafe closedir(list) }
    keyboards.removeAll()
    var areTaken = true
    while case let number = unsafe cl_input_next_number(list), number >= 0 {
      if !add(UInt32(number)) { areTaken = false }
    }
    return areTaken
  }

  /// Looks at the device of a number; false where it cannot be opened or grabbed now.
  package mutating func add(_ number: UInt32) -> Bool {
    for device in devices where device.number == number { return true }
    let opened = cl_pointer_open(folderNumber, number)
    guard opened >= 0 else { return false }
    let descriptor = FileDescriptor(adopting: opened)
    let facts = cl_pointer_facts(opened)
    if facts.kind == CInt(CL_POINTER_KEYBOARD) {
      if !keyboards.contains(number) { keyboards.append(number) }
      return true
    }
    guard let kind = PointerReader.Kind(rawValue: facts.kind),
      devices.count < PointerDevices.capacity
    else { return true }
    // Another program that has grabbed it gets all its events.
    guard cl_input_grab(opened, 1) == 0 else { return false }
    let device = Device(
      descriptor, number,
      PointerReader(
        kind, x: PointerReader.Axis(facts.least_x, facts.most_x),
        y: PointerReader.Axis(facts.least_y, facts.most_y)))
    device.setPositions()
    devices.append(device)
    return true
  }

  /// Forgets the device of a number, which is gone.
  package mutating func remove(_ number: UInt32) {
    keyboards.removeAll { $0 == number }
    devices.removeAll { $0.number == number }
  }

  /// Reads the events of a device that have come so far; false if it is gone, and is removed.
  package mutating func read(_ index: Int, _ report: (PointerEvent) -> Void) -> Bool {
    guard index < devices.count else { return true }
    let device = devices[index]
    var codes = InlineArray<64, UInt32>(repeating: 0)
    var values = InlineArray<64, Int32>(repeating: 0)
    // A device that never stops must not delay a frame.
    for _ in 0..<8 {
      let count = PointerDevices.read(device.descriptor.number, &codes, &values)
      if count < 0 {
        devices.remove(at: index)
        return false
      }
      for number in 0..<count {
        let (type, code) = (
          UInt16(truncatingIfNeeded: codes[number] >> 16), UInt16(truncatingIfNeeded: codes[number])
        )
        device.reader.read(type: type, code: code, value: values[number], report)
        // Events were lost.
        if type == 0, code == 3 {
          device.setPositions()
          if device.reader.kind.hasButton {
            report(.button(cl_pointer_button(device.descriptor.number) != 0))
          }
        }
      }
      if count < 64 { break }
    }
    codes = InlineArray(repeating: 0)
    values = InlineArray(repeating: 0)
    return true
  }

  private static func read(
    _ descriptor: CInt, _ codes: inout InlineArray<64, UInt32>,
    _ values: inout InlineArray<64, Int32>
  ) -> Int {
    var codes = codes.mutableSpan
    var values = values.mutableSpan
    // The kernel gives at most CL_INPUT_EVENTS, for which both have room.
    return unsafe codes.withUnsafeMutableBufferPointer { codes in
      unsafe values.withUnsafeMutableBufferPointer { values in
        guard let code = codes.baseAddress, let value = values.baseAddress else { return 0 }
        return Int(unsafe cl_pointer_read(descriptor, code, value))
      }
    }
  }
}

extension PointerReader.Kind {
  /// Whether it has a button that is held down, and a pointer is drawn for it.
  package var hasButton: Bool {
    switch self {
    case .tablet, .mouse, .touchpad: true
    case .touch, .singleTouch: false
    }
  }
}
