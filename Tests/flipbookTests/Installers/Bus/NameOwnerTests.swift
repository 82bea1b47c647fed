// SPDX-License-Identifier: Apache-2.0

import Text
import Testing

@testable import Followers

/// Only the bus knows the owner of a name.
@Suite struct NameOwnerTests {
  private func changed(_ name: LongText, to owner: LongText, from sender: LongText) -> BusMessage {
    BusMessage(
      kind: .signal, sender: sender, path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
      body: [.text(name), .text(""), .text(owner)])
  }

  @Test func `only the bus itself reports who has a name`() {
    let name: LongText = "de.pengutronix.rauc"
    #expect(changed(name, to: ":1.7", from: "org.freedesktop.DBus").newOwner(of: name) == ":1.7")
    #expect(changed(name, to: "", from: "org.freedesktop.DBus").newOwner(of: name) == "")
    #expect(changed(name, to: ":1.7", from: ":1.66").newOwner(of: name) == nil)
    #expect(changed(name, to: ":1.7", from: "").newOwner(of: name) == nil)
    #expect(changed("a.b", to: ":1.7", from: "org.freedesktop.DBus").newOwner(of: name) == nil)
  }

  private func bodyOfStart(_ interface: LongText) -> [BusValue] {
    [.text(interface), .list([.list([.text("Operation"), .text("installing")])]), .list([])]
  }

  @Test func `no other process can pass for RAUC`() {
    var rauc = RaucProgress()
    var calls: [BusCall] = []
    func receive(_ message: BusMessage) -> [ProgressEvent] {
      rauc.events(for: message, answering: nil, calls: &calls)
    }
    let name: LongText = "de.pengutronix.rauc"
    let interface: LongText = "de.pengutronix.rauc.Installer"
    func starting(_ sender: LongText) -> BusMessage {
      BusMessage(
        kind: .signal, sender: sender, path: "/", interface: "org.freedesktop.DBus.Properties",
        member: "PropertiesChanged", body: bodyOfStart(interface))
    }
    _ = rauc.greet()
    #expect(receive(changed(name, to: ":1.66", from: ":1.66")) == [])
    #expect(receive(starting(":1.66")) == [])
    #expect(receive(changed("org.example.Other", to: ":1.66", from: "org.freedesktop.DBus")) == [])
    #expect(receive(starting(":1.66")) == [])
    #expect(calls.isEmpty)
    #expect(receive(changed(name, to: ":1.7", from: "org.freedesktop.DBus")) == [])
    #expect(receive(starting(":1.7")) == [.started])
    #expect(receive(changed(name, to: "", from: ":1.66")) == [])
    #expect(
      receive(changed(name, to: "", from: "org.freedesktop.DBus"))
        == [.failed("RAUC has stopped in the middle of the installation")])
  }

  @Test func `nobody can pass for sysupdated`() {
    var sysupdate = SysupdateProgress()
    var calls: [BusCall] = []
    func receive(_ message: BusMessage) -> [ProgressEvent] {
      sysupdate.events(for: message, answering: nil, calls: &calls)
    }
    let name: LongText = "org.freedesktop.sysupdate1"
    _ = sysupdate.greet()
    #expect(receive(changed(name, to: ":1.66", from: ":1.66")) == [])
    #expect(receive(changed("org.example.Other", to: ":1.66", from: "org.freedesktop.DBus")) == [])
    #expect(calls.isEmpty)
    #expect(receive(changed(name, to: ":1.7", from: "org.freedesktop.DBus")) == [])
    #expect(calls.map(\.member) == ["ListJobs"])
  }
}
