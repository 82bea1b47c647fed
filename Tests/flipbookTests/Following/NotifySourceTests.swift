import CLinux
import System
import Testing

@testable import flipbook

/// What a command says to its service manager, and what others say there.
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
      s.connect(chr(0) + sys.argv[3][1:])
      s.send(sys.argv[1].encode())
      """
    let child = try Child(["python3", "-c", script, text, "\(user)", name], keeping: nil)
    var poll = Poll<1>()
    poll.watch(PollSlot(rawValue: 0), child.descriptor)
    _ = try poll.wait(timeoutNanoseconds: 60_000_000_000)
    return child.exitStatus()
  }

  @Test(.enabled(if: isRoot, "only root can be somebody else"))
  func `what another user sends is not heard`() throws {
    var source = try source()
    let name = source.name
    #expect(try send("STATUS=from nobody", to: name, as: 65534) == 0)
    #expect(try send("STATUS=from root", to: name, as: 0) == 0)
    #expect(try send("X_SYSUPDATE_PROGRESS=99", to: name, as: 65534) == 0)
    var reports: [Report] = []
    let goesOn = try source.advance(into: &reports)
    #expect(goesOn)
    #expect(reports == [.message("from root")])
  }

  @Test func `what the own user sends is heard`() throws {
    var source = try source()
    let name = source.name
    #expect(try send("STATUS=hello\nX_SYSUPDATE_PROGRESS=7", to: name, as: Int(geteuid())) == 0)
    var reports: [Report] = []
    _ = try source.advance(into: &reports)
    #expect(reports == [.message("hello"), .overall(Percentage(whole: 7))])
  }
}
