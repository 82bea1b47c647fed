// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import Text
import Testing
import ToolSupport

@testable import Followers
@testable import Installers

/// Notifications of a command to its service manager, and those of other processes.
@Suite(.serialized) struct NotifySourceTests {
  private static let isRoot = geteuid() == 0

  /// Makes a socket and leaves the environment as it was, for the sake of tests beside this.
  private func source() throws -> NotifySource {
    let source = try NotifySource()
    _ = unsafe unsetenv("NOTIFY_SOCKET")
    return source
  }

  /// Sends a message to a socket, as a user.
  private func send(_ text: String, to name: String, as user: Int) throws -> Int32? {
    let script = """
      import os, socket, sys
      os.setuid(int(sys.argv[2]))
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.connect(sys.argv[3])
      s.send(sys.argv[1].encode())
      """
    let child = try Child(["python3", "-c", script, text, "\(user)", name], keeping: nil)
    var poll = Poll<1>()
    poll.watch(PollSlot(rawValue: 0), child.descriptor)
    _ = try poll.wait(timeoutNanoseconds: 60_000_000_000)
    return child.exitStatus()
  }

  @Test(.enabled(if: isRoot, "only root can be somebody else"))
  func `what another user sends does not get there, nor take anybody's room`() throws {
    var source = try source()
    let name = source.name
    #expect(try send("STATUS=from nobody", to: name, as: 65534) == 1)
    #expect(try send("STATUS=from root", to: name, as: 0) == 0)
    // A process that may enter the folder nevertheless is ignored.
    let folder = name.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    let changed = unsafe [chmod(folder, 0o755), chmod(name, 0o777)]
    #expect(changed == [0, 0])
    #expect(try send("X_SYSUPDATE_PROGRESS=99", to: name, as: 65534) == 0)
    var events: [ProgressEvent] = []
    let goesOn = try source.advance(into: &events)
    #expect(goesOn)
    #expect(events == [.message("from root")])
  }

  @Test func `the socket's folder is for one user, and goes with it`() throws {
    func folder() throws -> String {
      let source = try source()
      let folder = source.name.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
      var status = stat()
      let found = unsafe stat(folder, &status)
      #expect(found == 0 && status.st_mode & 0o777 == 0o700)
      return folder
    }
    #expect(!Folder.has(try folder()))
  }

  @Test func `what the own user sends is received`() throws {
    var source = try source()
    let name = source.name
    #expect(try send("STATUS=hello\nX_SYSUPDATE_PROGRESS=7", to: name, as: Int(geteuid())) == 0)
    var events: [ProgressEvent] = []
    _ = try source.advance(into: &events)
    #expect(events == [.message("hello"), .overall(Percentage(whole: 7))])
  }
}
