// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The program's environment variables.
package enum Environment {
  /// Sets a variable of this program, in place of its value; without memory nothing happens.
  package static func set(_ name: StaticString, to value: StaticString) {
    let (name, value) = (Path(name), Path(value))
    // Both are copied, and the program has one thread.
    unsafe name.withCString { name in
      unsafe value.withCString { value in
        _ = unsafe setenv(name, value, 1)
      }
    }
  }

  /// Lends the bytes of a variable's value; nil where it is not set.
  package static func withValue<Result: ~Copyable>(
    of name: StaticString, _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    let path = Path(name)
    return unsafe path.withCString { name in
      guard let value = unsafe getenv(name) else { return nil }
      let count = unsafe strlen(value)
      // The environment does not change during the call: the program has one thread.
      return unsafe value.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
        body(unsafe Span(_unsafeStart: UnsafePointer(bytes), count: count))
      }
    }
  }
}
