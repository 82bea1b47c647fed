// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Installers

/// A message bus of the tests' own.
final class PrivateBus {
  /// Its address, for clients.
  let address: String

  private let process = Process()
  private let folder: String

  init() throws {
    folder = "/tmp/flipbook-bus-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let configuration = """
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(folder)/bus</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow user="*"/>
          <allow own="*"/>
          <allow send_destination="*" eavesdrop="false"/>
          <allow receive_sender="*"/>
        </policy>
      </busconfig>
      """
    try configuration.write(toFile: "\(folder)/bus.conf", atomically: true, encoding: .utf8)
    let output = Foundation.Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    process.arguments = ["--config-file=\(folder)/bus.conf", "--nofork", "--print-address=1"]
    process.standardOutput = output
    try process.run()
    var text = ""
    // Printed as soon as it listens.
    while !text.contains("\n") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "dbus-daemon does not start")
      text += String(decoding: data, as: UTF8.self)
    }
    address = String(text.prefix { $0 != "\n" && $0 != "," })
  }

  deinit {
    end()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the bus, as a crash would.
  func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
