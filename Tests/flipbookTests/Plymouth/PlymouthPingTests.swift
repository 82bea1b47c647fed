import CLinux
import Foundation
import System
import Testing

@testable import flipbook

/// Apart from the client's other tests, which run one after the other, as this one takes its time.
@Suite struct PlymouthPingTests {
  @Test func `a ping that nobody answers is given up after 30 seconds`() throws {
    let address = "@flipbook-plymouth-silent-\(getpid())"
    let listener = try UnixListener(at: Array(address.utf8).span, mode: 0o600)
    let process = Process()
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(fileURLWithPath: program).deletingLastPathComponent()
      .appendingPathComponent("flipbook")
    process.arguments = ["plymouth", "--ping"]
    process.environment = ["PLY_BOOT_SOCKET_PATH": address]
    process.standardInput = FileHandle.nullDevice
    let start = MonotonicClock.nanoseconds
    try process.run()
    // One that never gives up must not hold up the other tests for ever.
    let limit = start + 30_000_000_000 + DaemonProcess.patience
    while process.isRunning && MonotonicClock.nanoseconds < limit { usleep(10_000) }
    if process.isRunning {
      Issue.record("it still waits")
      kill(process.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
    // Not a measurement: it must not have given up before its time.
    #expect(MonotonicClock.nanoseconds - start >= 30_000_000_000)
    #expect(process.terminationStatus == 1)
    _ = consume listener
  }
}
