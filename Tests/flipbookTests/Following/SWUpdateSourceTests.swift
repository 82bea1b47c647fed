import CLinux
import System
import Testing

@testable import flipbook

/// SWUpdate's end of the socket, driven by hand.
@Suite struct SWUpdateSourceTests {
  /// Nobody has connected.
  private struct Missing: Error {}

  private func path(_ name: String) -> String { "/tmp/flipbook-\(getpid())-\(name).prog" }

  @Test func `who sends nonsense again and again is asked less and less often`() throws {
    let path = path("nonsense")
    let listener = try UnixListener(at: Array(path.utf8).span, mode: 0o600)
    var source = SWUpdateSource(paths: [path], weights: nil)
    var reports: [Report] = []
    let nonsense = [UInt8](repeating: 0xFF, count: 5000)
    var pause: Int64 = 0
    for _ in 0..<4 {
      _ = try source.advance(into: &reports)
      guard let client = try listener.accept() else { throw Missing() }
      #expect(try client.send(nonsense.span) == .bytes(nonsense.count))
      let before = MonotonicClock.nanoseconds
      _ = try source.advance(into: &reports)
      pause = (source.deadline ?? before) - before
    }
    // 100, 200, 400 and 800 ms; a connection that counted as a success would have it 100 each time.
    #expect(pause >= 800_000_000)
    #expect(reports.isEmpty)
  }

  @Test func `after a message it is looked again soon`() throws {
    let path = path("soon")
    let listener = try UnixListener(at: Array(path.utf8).span, mode: 0o600)
    var source = SWUpdateSource(paths: [path], weights: nil)
    var reports: [Report] = []
    let start = SWUpdateBytes(status: 1, steps: 1).bytes(.y2022)
    let run = SWUpdateBytes(status: 2, steps: 1, step: 1, image: "a").bytes(.y2022)
    var next: Int64 = 0
    for _ in 0..<4 {
      _ = try source.advance(into: &reports)
      guard let client = try listener.accept() else { throw Missing() }
      _ = try client.send((start + run).span)
      _ = try source.advance(into: &reports)
      _ = consume client
      _ = try source.advance(into: &reports)
      next = (source.deadline ?? .max) - MonotonicClock.nanoseconds
    }
    #expect(next <= 100_000_000)
    #expect(reports.filter { $0 == .started }.count == 4)
  }
}
