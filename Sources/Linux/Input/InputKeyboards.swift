// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The keyboards among the kernel's input devices.
///
/// They are grabbed: no other program gets their events. They are for machines without virtual
/// terminals, where the kernel does not turn keys into characters. Corresponds to `/dev/input/event*`
/// and `EVIOCGRAB`.
package struct InputKeyboards: ~Copyable {
  /// The largest number of keyboards at a time.
  package static var capacity: Int { 8 }

  private final class Keyboard {
    let descriptor: FileDescriptor
    let number: UInt32

    init(_ descriptor: consuming FileDescriptor, _ number: UInt32) {
      self.descriptor = descriptor
      self.number = number
    }
  }

  // Kept open, because its path may be gone when the root directory has changed. Nil before the
  // directory exists.
  private var folder: FileDescriptor?
  private var keyboards: [Keyboard] = []
  private var held: UInt8 = 0

  /// Grabs no keyboard yet; nil where the path is not a directory.
  ///
  /// The directory need not exist yet: early in a boot no driver has created a device.
  package init?(in path: Path) {
    let opened = unsafe path.withCString { name in unsafe cl_input_folder(name) }
    if opened >= 0 {
      folder = FileDescriptor(adopting: opened)
    } else if cl_errno() != ENOENT {
      return nil
    }
  }

  /// Whether the directory exists, or did when it was last opened.
  package var hasDirectory: Bool { folderNumber >= 0 }

  private var folderNumber: CInt {
    switch folder {
    case .some(let folder): folder.number
    case .none: -1
    }
  }

  /// Opens the directory again where it did not exist so far, or has been removed.
  ///
  /// devtmpfs removes `/dev/input` with its last device, and creates it again for the next.
  package mutating func reopen(at path: Path) {
    if hasDirectory && cl_input_folder_is_gone(folderNumber) == 0 { return }
    let opened = unsafe path.withCString { name in unsafe cl_input_folder(name) }
    if opened >= 0 { folder = FileDescriptor(adopting: opened) }
  }

  /// Grabs all keyboards that are not grabbed yet; false where one could not be grabbed now.
  ///
  /// It opens all devices, which may wake them up, so call it seldom.
  package mutating func grab() -> Bool {
    // The list is open until it is closed here.
    guard let list = unsafe cl_input_list(folderNumber) else { return false }
    defer { unsafe closedir(list) }
    var areGrabbed = true
    while case let number = unsafe cl_input_next_number(list), number >= 0 {
      if !grab(UInt32(number)) { areGrabbed = false }
    }
    return areGrabbed
  }

  /// Grabs the device of a number, if it is a keyboard and not grabbed yet.
  ///
  /// False where it could not be grabbed now, because another program has it or it does not exist
  /// yet.
  package mutating func grab(_ number: UInt32) -> Bool {
    if keyboards.count >= InputKeyboards.capacity { return true }
    for keyboard in keyboards where keyboard.number == number { return true }
    let opened = cl_input_open_keyboard(folderNumber, number)
    guard opened >= 0 else { return cl_errno() == ENOTTY }
    let descriptor = FileDescriptor(adopting: opened)
    // Another program that has grabbed it gets all its keys.
    guard cl_input_grab(opened, 1) == 0 else { return false }
    held |= cl_input_held(opened)
    keyboards.append(Keyboard(descriptor, number))
    return true
  }

  /// The modifiers that were held down at keyboards grabbed since the last call: 1 and 2 for left and
  /// right Shift, 4 and 8 for Control.
  package mutating func takeHeldKeys() -> UInt8 {
    defer { held = 0 }
    return held
  }

  /// How many are grabbed.
  package var count: Int { keyboards.count }

  /// Releases all.
  package mutating func release() { keyboards.removeAll() }

  /// The descriptor number of a keyboard, to poll; nil for an index out of range.
  package func descriptor(_ index: Int) -> CInt? {
    index < keyboards.count ? keyboards[index].descriptor.number : nil
  }

  /// The key events of one read: for each the key's code, and above 16 bits the action.
  package typealias Keys = InlineArray<64, UInt32>

  /// Reads the next key events of a keyboard, by one system call; returns their number, 0 if it is gone.
  ///
  /// The action is 1 for pressed, 2 for held, 0 for released. A keyboard that is gone is removed.
  package mutating func read(_ index: Int, into keys: inout Keys) -> Int {
    guard let number = descriptor(index) else { return 0 }
    var span = keys.mutableSpan
    // The kernel gives at most CL_INPUT_EVENTS, for which there is room.
    let count = unsafe span.withUnsafeMutableBufferPointer { room in
      guard let start = room.baseAddress else { return 0 as CInt }
      return unsafe cl_input_read_keys(number, start)
    }
    if count < 0 { keyboards.remove(at: index) }
    return max(0, Int(count))
  }

  /// Whether the Caps Lock LED is on at one of them.
  package var hasCapsLockLight: Bool {
    for keyboard in keyboards where cl_input_caps(keyboard.descriptor.number) != 0 { return true }
    return false
  }

  /// Switches their Caps Lock LEDs, where they have one.
  package func setCapsLight(_ isOn: Bool) {
    for keyboard in keyboards { cl_input_set_caps(keyboard.descriptor.number, isOn ? 1 : 0) }
  }
}
