// SPDX-License-Identifier: Apache-2.0

import ToolSupport
import Text
import Testing

@testable import Followers
@testable import Installers

@Suite(.serialized) struct RunTests {
  private func status(of words: [String]) throws(ToolError) -> Int32 {
    let client = DaemonClient(path: "/nonexistent/flipbook.sock", recordingTo: nil)
    return try InstallerRun(InstallerCommand(words)).run(client: client)
  }

  @Test func `the command's exit status comes back`() throws {
    #expect(try status(of: ["sh", "-c", "exit 7"]) == 7)
    #expect(try status(of: ["true"]) == 0)
  }

  @Test func `death by a signal is 128 and its number`() throws {
    #expect(try status(of: ["sh", "-c", "kill -9 $$"]) == 137)
  }

  @Test func `a command that is not there is distinguished from one that cannot run`() {
    #expect(throws: ToolError(.notFound, "cannot start no-such-program: no such file or directory"))
    {
      try status(of: ["no-such-program"])
    }
    #expect(throws: ToolError(.notExecutable, "cannot start /etc/passwd: permission denied")) {
      try status(of: ["/etc/passwd"])
    }
  }
}
