// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ToolSupport

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `the text is that of RFC 4648`(_ text: String, _ expected: String) {
    #expect(String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self) == expected)
  }

  @Test func `a slice is encoded as its own array`() {
    let bytes: [UInt8] = [1, 0xFB, 0xEF, 0xFF, 0, 2]
    #expect(Base64.encode(bytes[1..<5]) == Base64.encode(Array(bytes[1..<5])))
    #expect(Base64.encode(bytes[1..<4]) == Array("++//".utf8))
  }
}
