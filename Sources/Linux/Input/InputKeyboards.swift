// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The keyboards among the kernel's input devices, which are taken away from everybody else.
///
/// For machines without virtual terminals, where nobody turns keys into characters.
/// Corresponds to `/dev/input/event*` and `EVIOCGRAB`.
package struct InputKeyboards: ~Copyable {
  /// The most keyboards at a time.
  package static var capacity: Int { 8 }

  private final class Keyboard {
    let descriptor: FileDescriptor
    let number: UInt32

    init(_ descriptor: consuming FileDescriptor, _ number: UInt32) {
      self.descriptor = descriptor
      self.number = number
    }
  }

  // Kept open, because its path may be gone when the root directory has changed.
  // Nil before it is there.
  private var folder: FileDescriptor?
  private var keyboards: [Keyboard] = []
  private var held: UInt8 = 0

  /// Opens none yet; nil where the path is something else than a folder.
  ///
  /// It need not be there yet: early in a boot no driver has made a device.
  package init?(in path: Path) {
    let opened = unsafe path.withCString { name in unsafe cl_input_folder(name) }
    if opened >= 0 {
      folder = FileDescriptor(adopting: opened)
    } else if cl_errno() != ENOENT {
      return nil
    }
  }

  /// Whether there is such a folder, or was when it was last opened.
  package var hasDirectory: Bool { folderNumber >= 0 }

  private var folderNumber: CInt {
    switch folder {
    case .some(let folder): folder.number
    case .none: -1
    }
  }

  /// Opens the directory at the path again where there was none so far, or it has been removed.
  ///
  /// devtmpfs removes `/dev/input` with the last device in it, and makes another for the next.
  package mutating func reopen(at path: Path) {
    if hasDirectory && cl_input_folder_is_gone(folderNumber) == 0 { return }
    let opened = unsafe path.withCString { name in unsafe cl_input_folder(name) }
    if opened >= 0 { folder = FileDescriptor(adopting: opened) }
  }

  /// Takes all keyboards that are there and not taken yet; false where one could not be taken now.
  ///
  /// All devices are opened for that, which may wake them up: to be asked for seldom.
  package mutating func take() -> Bool {
    // The list is open until it is closed here.
    guard let list = unsafe cl_input_list(folderNumber) else { return false }
    defer { unsafe closedir(list) }
    var areTaken = true
    while case let number = unsafe cl_input_next_number(list), number >= 0 {
      if !take(UInt32(number)) { areTaken = false }
    }
    return areTaken
  }

  /// Takes the device of a number, if it is a keyboard and not taken yet; false where it could not be
  /// taken now, because somebody else has it or it is not there yet.
  @inline(never)
  package mutating func take(_ number: UInt32) -> Bool {
    if keyboards.count >= InputKeyboards.capacity { return true }
    for keyboard in keyboards where keyboard.number == number { return true }
    let opened = cl_input_open_keyboard(folderNumber, number)
    guard opened >= 0 else { return cl_errno() == ENOTTY }
    let descriptor = FileDescriptor(adopting: opened)
    // Who else has taken it gets all that is typed there.
    guard cl_input_grab(opened, 1) == 0 else { return false }
    held |= cl_input_held(opened)
    keyboards.append(Keyboard(descriptor, number))
    return true
  }

  /// Which keys were held down at keyboards that have been taken since this was last asked: 1 and 2
  /// for left and right Shift, 4 and 8 for Control.
  package mutating func takeHeldKeys() -> UInt8 {
    defer { held = 0 }
    return held
  }

  /// How many are taken.
  package var count: Int { keyboards.count }

  /// Gives all back.
  package mutating func release() { keyboards.removeAll() }

  /// The number of one to poll; nil where there are not so many.
  package func descriptor(_ index: Int) -> CInt? {
    index < keyboards.count ? keyboards[index].descriptor.number : nil
  }

  /// What is read of a keyboard at a time: of each key its code, and above 16 bits what was done with it.
  package typealias Keys = InlineArray<64, UInt32>

  /// Reads the next keys of one; how many there are, which is none for one that is gone.
  ///
  /// 1 is pressed, 2 held, 0 released. It takes one call, whether there are any or not. A keyboard that is gone
  /// is forgotten.
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

  /// Whether the light for Caps Lock is on at one of them.
  package var hasCapsLockLight: Bool {
    for keyboard in keyboards where cl_input_caps(keyboard.descriptor.number) != 0 { return true }
    return false
  }

  /// Switches their lights for Caps Lock, where they have one.
  package func setCapsLight(_ isOn: Bool) {
    for keyboard in keyboards { cl_input_set_caps(keyboard.descriptor.number, isOn ? 1 : 0) }
  }
}
