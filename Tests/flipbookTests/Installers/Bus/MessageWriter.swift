// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Testing

/// A message that is being written.
@safe struct MessageWriter: ~Copyable {
  // Owned, and null only where a test has failed already.
  private let message: OpaquePointer?

  /// Takes over a message of sd-bus.
  init(adopting message: OpaquePointer?) {
    unsafe self.message = unsafe message
  }

  deinit { _ = unsafe sd_bus_message_unref(message) }

  /// Sends the message, and does not wait for a reply.
  func send() {
    #expect(unsafe sd_bus_send(nil, message, nil) >= 0)
  }

  /// Properties with their values.
  func append(_ entries: [(String, MockService.Value)]) {
    open("a", "{sv}")
    for (name, value) in entries {
      open("e", "sv")
      append(.text(name))
      appendVariant(value)
      close()
    }
    close()
  }

  /// An empty array of strings.
  func append(noTexts: Void) {
    open("a", "s")
    close()
  }

  func appendVariant(_ value: MockService.Value) {
    open("v", value.signature)
    append(value)
    close()
  }

  func append(_ value: MockService.Value) {
    switch value {
    case .text(let text): unsafe basic("s", text)
    case .path(let text): unsafe basic("o", text)
    case .int(var number): unsafe basic("i", &number)
    case .unsigned(var number): unsafe basic("u", &number)
    case .long(var number): unsafe basic("t", &number)
    case .double(var number): unsafe basic("d", &number)
    case .progress(let percent, let text, let depth):
      open("r", "isi")
      for part in [MockService.Value.int(percent), .text(text), .int(depth)] { append(part) }
      close()
    case .structures(let inside, let structures):
      open("a", "(\(inside))")
      for structure in structures {
        open("r", inside)
        for part in structure { append(part) }
        close()
      }
      close()
    }
  }

  private func basic(_ type: Unicode.Scalar, _ pointer: UnsafeRawPointer) {
    #expect(unsafe sd_bus_message_append_basic(message, CChar(UInt8(ascii: type)), pointer) >= 0)
  }

  private func open(_ type: Unicode.Scalar, _ contents: String) {
    #expect(
      unsafe sd_bus_message_open_container(message, CChar(UInt8(ascii: type)), contents) >= 0)
  }

  private func close() {
    #expect(unsafe sd_bus_message_close_container(message) >= 0)
  }
}
