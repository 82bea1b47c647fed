import CLinux

/// The keyboards among the kernel's input devices, which are taken away from everybody else.
///
/// For machines without virtual terminals, where nobody turns keys into characters.
/// Corresponds to `/dev/input/event*` and `EVIOCGRAB`.
public struct InputKeyboards: ~Copyable {
  /// The most keyboards at a time.
  public static var capacity: Int { 8 }

  /// How many devices are looked at, by their numbers.
  private static var devices: UInt32 { 64 }

  private final class Keyboard {
    let descriptor: FileDescriptor
    let number: UInt32

    init(_ descriptor: consuming FileDescriptor, _ number: UInt32) {
      self.descriptor = descriptor
      self.number = number
    }
  }

  // Up to the number.
  private var prefix: Path
  private var keyboards: [Keyboard] = []

  /// Opens none yet; nil where the path is no folder.
  public init?(in folder: Path) {
    guard unsafe folder.withCString({ name in unsafe cl_is_folder(name) }) != 0 else { return nil }
    prefix = folder
    let name: StaticString = "/event"
    // One that is too long leads to a file that is not there.
    for index in name.bytes.indices { try? prefix.append(name.bytes[index]) }
  }

  /// Takes all keyboards that are there and not taken yet.
  public mutating func take() {
    for number in 0..<InputKeyboards.devices where keyboards.count < InputKeyboards.capacity {
      if keyboards.contains(where: { $0.number == number }) { continue }
      var path = prefix
      try? path.append(decimal: number)
      let opened = unsafe path.withCString { name in unsafe cl_input_open_keyboard(name) }
      guard opened >= 0 else { continue }
      let descriptor = FileDescriptor(adopting: opened)
      // Who else has taken it gets all that is typed there.
      if cl_input_grab(opened, 1) == 0 { keyboards.append(Keyboard(descriptor, number)) }
    }
  }

  /// How many are taken.
  public var count: Int { keyboards.count }

  /// Gives all back.
  public mutating func release() { keyboards.removeAll() }

  /// The number of one to poll; nil where there are not so many.
  public func descriptor(_ index: Int) -> CInt? {
    index < keyboards.count ? keyboards[index].descriptor.number : nil
  }

  /// The next key of one, and what was done with it; nil when there is none now.
  ///
  /// 1 is pressed, 2 held, 0 released. A keyboard that is gone is forgotten.
  public mutating func nextKey(_ index: Int) -> (key: Int, action: Int)? {
    guard let number = descriptor(index) else { return nil }
    var action: CInt = 0
    // Writes to a local during the call.
    let key = unsafe cl_input_next_key(number, &action)
    if key < 0 { keyboards.remove(at: index) }
    return key > 0 ? (Int(key), Int(action)) : nil
  }

  /// Whether the light for Caps Lock is on at one of them.
  public var haveCapsLight: Bool {
    for keyboard in keyboards where cl_input_caps(keyboard.descriptor.number) != 0 { return true }
    return false
  }

  /// Switches their lights for Caps Lock, where they have one.
  public func setCapsLight(_ isOn: Bool) {
    for keyboard in keyboards { cl_input_set_caps(keyboard.descriptor.number, isOn ? 1 : 0) }
  }
}
