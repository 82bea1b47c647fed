// SPDX-License-Identifier: Apache-2.0

import Testing
import Text

@testable import Followers

@Suite struct BusWriterTests {
  @Test func `a call is read as it was written`() throws {
    var bytes = LongText()
    let call = BusCall.allProperties(of: "a.b", path: "/c", interface: "d.e")
    BusWriter.append(call, serial: 0x0102_0304, to: &bytes)
    #expect(bytes.bytes[8] == 4 && bytes.bytes[11] == 1)
    let message = try BusMessage(parsing: bytes.bytes)
    #expect(message.kind == .other && message.path == "/c" && message.member == "GetAll")
    #expect(message.interface == "org.freedesktop.DBus.Properties")
    #expect(message.body == [.text("d.e")])
    // The whole message is a multiple of 8 before its body.
    #expect(bytes.count % 8 == 0)
  }

  @Test func `a call without arguments has no body`() throws {
    var bytes = LongText()
    BusWriter.append(.toBus("Hello"), serial: 1, to: &bytes)
    #expect(bytes.count % 8 == 0)
    #expect(try BusMessage(parsing: bytes.bytes).body == [])
  }

  @Test(arguments: [
    ("unix:path=/run/dbus/system_bus_socket", "/run/dbus/system_bus_socket"),
    ("unix:guid=12,path=/a%2fb%20c", "/a/b c"), ("unix:abstract=/tmp/x,guid=1", "@/tmp/x"),
  ])
  func `the socket of an address is found`(address: String, socket: String) {
    let bytes = Array(address.utf8)
    let found = BusAddress.socket(of: bytes.span) ?? LongText()
    #expect(found.bytes.indices.map { found.bytes[$0] } == Array(socket.utf8))
  }

  @Test(arguments: [
    "", "unix:", "tcp:host=a,port=1", "unix:path", "unix:path=/a%2", "unix:path=%zz",
  ])
  func `another address is none`(address: String) {
    let bytes = Array(address.utf8)
    let isNone = BusAddress.socket(of: bytes.span) == nil
    #expect(isNone)
  }
}
