// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import FlipbookClient
import Foundation
import Motion
import Stage
import Testing
import Text

/// What a program can do with the public declarations of the product `FlipbookClient`.
@Suite struct ClientTests {
  private let daemon: Daemon

  init() throws { daemon = try Daemon() }

  private func next(_ updates: inout StatusUpdates) throws -> DaemonStatus {
    let update = updates.next()
    return try #require(update).get()
  }

  @Test func `a subscription has each change and ends with the daemon`() throws {
    var updates = try DaemonConnection(to: daemon.socket).subscribe()
    let first = try next(&updates)
    #expect(first.percent == 0 && first.message == "")
    var connection = try DaemonConnection(to: daemon.socket)
    try connection.send(.message(Message("Unpacking \(first.percent?.value ?? 1)")))
    #expect(try next(&updates).message == "Unpacking 0")
    try connection.send(.progressUnknown(channel: 1))
    #expect(try next(&updates).percent == nil)
    try connection.send(.quit)
    let last = Array(updates)
    #expect(last.count == 1)
    #expect(try last.first?.get()["state"] == "quitting")
    #expect(try last.first?.get().state == nil)
  }

  @Test func `a killed daemon is an error of the subscription`() throws {
    var updates = try DaemonConnection(to: daemon.socket).subscribe()
    _ = updates.next()
    daemon.kill()
    let failure = updates.next()
    guard case .failure(.disconnected) = failure else {
      Issue.record("the end of the connection is no error")
      return
    }
    let end = updates.next()
    #expect(end == nil)
  }

  @Test func `progress is exact and the state has a name`() throws {
    var connection = try DaemonConnection(to: daemon.socket)
    let percent = try #require(Percent(Fixed(85, over: 2)))
    try connection.send(.progress(channel: 1, percent: percent))
    let status = try connection.status()
    #expect(status.percent == percent)
    #expect(status.state == .running)
    #expect(status["animation"] == "flow" && status["size"] == "320x240")
    try connection.send(.remaining(seconds: 90))
    #expect(try connection.status()["eta"] == "90")
  }

  @Test func `a text is shown without what controls a terminal`() throws {
    var connection = try DaemonConnection(to: daemon.socket)
    try connection.send(.message(Message("a\u{1B}\n\"b\" \\ é")))
    #expect(try connection.status().message == #"a  "b" \ é"#)
    let long = Message(String(repeating: "é", count: 200))
    try connection.send(.message(long))
    #expect(try connection.status().message.description == String(repeating: "é", count: 127))
  }

  @Test func `the daemon's requests are answered`() throws {
    var connection = try DaemonConnection(to: daemon.socket)
    try connection.send(.mode("updates"))
    #expect(try connection.status()["mode"] == "updates")
    try connection.send(.deactivate)
    try connection.send(.reactivate)
    do throws(DaemonError) {
      try connection.send(.theme("no-such-theme"))
      Issue.record("there is such a theme")
    } catch {
      guard case .refused(let reason) = error else { throw error }
      #expect("\(reason)".contains("no-such-theme"))
    }
  }

  @Test func `what no client may send is refused before it is sent`() throws {
    var connection = try DaemonConnection(to: daemon.socket)
    do throws(DaemonError) {
      try connection.send(.shake)
      Issue.record("it was sent")
    } catch {
      #expect(error == .refused("this is no command of a client"))
    }
  }

  @Test func `an error says what and where`() {
    do throws(DaemonError) {
      _ = try DaemonConnection(to: "/nonexistent/flipbook.sock", timeout: .milliseconds(10))
      Issue.record("there is a daemon")
    } catch {
      #expect(
        "\(error)" == "no daemon at /nonexistent/flipbook.sock: no such file or directory")
    }
  }
}
