// SPDX-License-Identifier: Apache-2.0

import Linux

/// The words that the program was started with.
@safe
struct Arguments: ~Copyable {
  private let values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int
  private var next = 1

  /// Takes what `main` was called with.
  init(count: Int, values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
    unsafe self.values = values
    self.count = count
  }

  /// The next word; nil after the last.
  mutating func word() -> Word? {
    if next >= count { return nil }
    guard let start = unsafe values[next] else { return nil }
    next += 1
    return unsafe Word(start: start)
  }
}

/// A word of the command line, which stays where the kernel put it.
@safe
struct Word {
  fileprivate let start: UnsafeMutablePointer<CChar>

  /// Whether it is a certain word.
  func `is`(_ word: StaticString) -> Bool {
    // Both end with a zero, and neither is read beyond it.
    for index in 0...word.utf8CodeUnitCount {
      let expected = unsafe index < word.utf8CodeUnitCount ? word.utf8Start[index] : 0
      if unsafe UInt8(bitPattern: start[index]) != expected { return false }
    }
    return true
  }

  /// The name of a file that it is.
  func path() throws(SystemError) -> Path {
    var path = Path("")
    // It ends with a zero.
    var index = 0
    while case let byte = unsafe UInt8(bitPattern: start[index]), byte != 0 {
      try path.append(byte)
      index += 1
    }
    return path
  }

  /// The whole number that it is.
  var number: Int? {
    var index = 0
    var number = 0
    while index < 9, case let digit = unsafe start[index], digit >= 48 && digit <= 57 {
      number = number * 10 + Int(digit - 48)
      index += 1
    }
    return unsafe index > 0 && start[index] == 0 ? number : nil
  }
}
