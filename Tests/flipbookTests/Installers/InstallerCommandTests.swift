// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Installers

@Suite struct InstallerCommandTests {
  @Test func `apt gets its status descriptor before all else`() {
    let command = InstallerCommand(["/usr/bin/apt-get", "install", "-y", "hello"])
    #expect(command.isApt)
    #expect(!command.downloadsOnly)
    #expect(
      command.arguments(reportingOn: 7)
        == ["/usr/bin/apt-get", "-o", "APT::Status-Fd=7", "install", "-y", "hello"])
  }

  @Test func `an update has no dpkg to wait for`() {
    #expect(InstallerCommand(["apt", "update"]).downloadsOnly)
    #expect(InstallerCommand(["apt-get", "-d", "install", "x"]).downloadsOnly)
    #expect(!InstallerCommand(["make", "update"]).downloadsOnly)
  }

  @Test func `a title has what is done and hides options and other commands' arguments`() {
    let words = ["/usr/bin/apt-get", "--yes", "-o", "A::B=1", "install", "-t", "sid", "a", "b"]
    #expect(InstallerCommand(words).title == "apt-get install a b")
    #expect(InstallerCommand(["/bin/x", "--password", "y"]).title == "x")
  }

  @Test func `a failure names how the command ended`() {
    let command = InstallerCommand(["/bin/x"])
    #expect(command.failure(status: 3) == "x ended with status 3")
    #expect(command.failure(status: 137) == "x was stopped by SIGKILL")
    #expect(command.failure(status: 255) == "x ended with status 255")
  }
}
