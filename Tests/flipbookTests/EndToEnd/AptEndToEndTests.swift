// SPDX-License-Identifier: Apache-2.0

import FlipbookClient
import ToolSupport
import Support
import Agent
import Followers
import Installers
import CLinux
import Foundation
import Testing

/// An `apt-get` that writes a real one's lines, and the real dpkg.
@Suite(.serialized) struct AptEndToEndTests {
  /// A folder of its own, removed when this goes.
  private final class Folder {
    let path = "/tmp/flipbook-apt-\(UInt64.random(in: 0...UInt64.max))"

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
      let file = "\(path)/\(name)"
      let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      return file
    }
  }

  /// A program called `apt-get` that writes a capture's lines where it is asked to, and ends so.
  private func apt(_ folder: Folder, _ capture: String, status: Int) throws -> String {
    try folder.write(
      "apt-get",
      """
      #!/bin/bash
      [ "$1" = -o ] || exit 99
      while read -r line; do
        echo "$line" >&"${2#APT::Status-Fd=}"
        sleep 0.01
      done <'\(Captures.path("apt-status-\(capture).txt"))'
      exit \(status)
      """, mode: 0o755)
  }

  @Test func `an installation by APT rises to exactly 100`() throws {
    let folder = try Folder()
    let program = try apt(folder, "sample", status: 0)
    let run = try EndToEndRun("apt", ["run"], ["--", program, "install", "cowsay"])
    #expect(try run.watch() == 0)
    #expect(try run.isForward())
    #expect(try run.isWhole())
    #expect(try run.sentCommands().contains("message apt-get install cowsay"))
  }

  @Test func `a failure of APT shows its reason and not the exit status`() throws {
    let folder = try Folder()
    let program = try apt(folder, "pmerror", status: 100)
    let run = try EndToEndRun("apt-error", ["run"], ["--", program, "install", "zz-sfd-fail"])
    #expect(try run.watch() == 100)
    #expect(try run.isForward())
    #expect(try run.sentCommands().last == "fail")
    #expect(run.status["target"] != "100.00")
    #expect(
      run.status["message"]
        == "installed zz-sfd-fail package post-installation script subprocess returned error exit status 3"
    )
  }

  @Test func `a daemon that stands still does not hold APT up`() throws {
    let folder = try Folder()
    // More than a pipe holds.
    let program = try folder.write(
      "apt-get",
      """
      #!/bin/bash
      sleep 0.2
      for i in {1..300}; do cat '\(Captures.path("apt-status-sample.txt"))'; done \
        >&"${2#APT::Status-Fd=}"
      """, mode: 0o755)
    let run = try EndToEndRun("apt-stopped", ["run"], ["--", program, "install", "cowsay"])
    run.sendToDaemon(SIGSTOP)
    #expect(try run.waitForTool() == 0)
    run.sendToDaemon(SIGCONT)
    #expect(try run.sentCommands().last == "done")
  }

  @Test func `the real dpkg installs into a folder and rises to exactly 100`() throws {
    let folder = try Folder()
    var packages: [String] = []
    for name in ["flipbook-test-a", "flipbook-test-b"] {
      _ = try folder.write(
        "\(name)/DEBIAN/control",
        """
        Package: \(name)
        Version: 1
        Architecture: all
        Maintainer: nobody <nobody@example.org>
        Description: only a test

        """)
      _ = try folder.write("\(name)/usr/share/\(name)", "hello\n")
      packages.append("\(folder.path)/\(name).deb")
      try run("dpkg-deb", "--build", "\(folder.path)/\(name)", packages[packages.count - 1])
    }
    for file in ["status", "available", "info/.keep", "updates/.keep", "triggers/.keep"] {
      _ = try folder.write("root/var/lib/dpkg/\(file)", "")
    }
    let run = try EndToEndRun(
      "dpkg", ["run"],
      ["--", "dpkg", "--root=\(folder.path)/root", "--force-not-root", "--force-bad-path", "-i"]
        + packages)
    #expect(try run.watch() == 0)
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/root/usr/share/flipbook-test-b"))
    #expect(try run.isForward())
    #expect(try run.isWhole())
    #expect(try run.overall().contains(Percentage(whole: 50)))
    #expect(try run.sentCommands().contains("message Configuring flipbook-test-b"))
  }

  private func run(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test func `another command's own words are shown`() throws {
    let run = try EndToEndRun(
      "notify", ["run"],
      [
        "--", "bash", "-c",
        """
        python3 -c "
        import os, socket
        s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        s.connect(os.environ['NOTIFY_SOCKET'])
        for n in range(0, 101, 20):
            s.send(b'X_SYSUPDATE_PROGRESS=%d\\nSTATUS=Updating (%d%% complete).\\n' % (n, n))
        "
        """,
      ])
    #expect(try run.watch() == 0)
    #expect(try run.isForward())
    #expect(try run.isWhole())
    #expect(try run.overall() == [0, 20, 40, 60, 80, 99].map { Percentage(whole: $0) })
    #expect(try run.sentCommands().contains("message Updating (20% complete)."))
  }
}
