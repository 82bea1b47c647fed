// SPDX-License-Identifier: Apache-2.0

import Linux
import Testing

@Suite struct ConsoleNamesTests {
  @Test(arguments: [
    ("tty0\n", []), ("ttyS0\n", ["/dev/ttyS0"]), ("tty0 ttyS0\n", ["/dev/ttyS0"]),
    ("ttyAMA0 tty1 hvc0 tty\n", ["/dev/ttyAMA0", "/dev/hvc0", "/dev/tty"]), (" \n\n ", []),
    ("a b c d e f", ["/dev/a", "/dev/b", "/dev/c", "/dev/d"]), ("", []),
    ("a\0b ttyS1", ["/dev/a", "/dev/b", "/dev/ttyS1"]),
  ])
  func `consoles are all that are no virtual terminals`(list: String, expected: [String]) {
    let bytes = Array(list.utf8)
    let paths = ConsoleNames.devices(in: bytes.span).paths
    var names: [String] = []
    for path in paths {
      var name: [UInt8] = []
      for index in 0..<path.bytes.count { name.append(path.bytes[index]) }
      names.append(String(decoding: name, as: UTF8.self))
    }
    #expect(names == expected)
  }
}
