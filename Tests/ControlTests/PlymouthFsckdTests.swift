// SPDX-License-Identifier: Apache-2.0

import Control
import FixedPoint
import Linux
import Testing
import Stage
import Text

/// The requests of systemd's real fsckd to Plymouth.
@Suite struct PlymouthFsckdTests {
  /// The requests of a capture, by scenario.
  private func scenarios() throws -> [[[UInt8]]] {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let path = "/\(folder)/Captures/plymouth-fsckd-252.txt"
    let file = try FileDescriptor(opening: Path(Array(path.utf8).span), for: .readOnly)
    var bytes = [UInt8](repeating: 0, count: try file.size())
    var span = bytes.mutableSpan
    _ = try file.read(into: &span)
    var scenarios: [[[UInt8]]] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("### ") { scenarios.append([]) }
      guard line.hasPrefix("    rx ") else { continue }
      let words = line.dropFirst(7).split(separator: " ").prefix { $0.utf8.count == 2 }
      scenarios[scenarios.count - 1].append(words.compactMap { UInt8($0, radix: 16) })
    }
    return scenarios
  }

  private func message(_ text: String) -> Request {
    let bytes = Array(text.utf8)
    return .command(.message(Message(truncating: bytes.span)))
  }

  private func progress(_ percent: Int) throws -> Request {
    .command(.progress(channel: 1, percent: try #require(Percent(Fixed(percent, over: 1)))))
  }

  @Test(arguments: [0, 1])
  func `a check is shown, and nothing is left of it at its end`(scenario: Int) throws {
    var bench = try ClientTableBench("@flipbook-fsckd-\(scenario)", speaking: .plymouth)
    let client = try bench.client()
    for bytes in try scenarios()[scenario] {
      try client.send(bytes: bytes)
      try bench.settle()
    }
    #expect(
      bench.requests.contains(message("Checking in progress on 2 disks (7.0% complete)")))
    let (first, last) = (try progress(35), try progress(80))
    #expect(bench.requests.contains(first) && bench.requests.contains(last))
    var shown: Request?
    var reached: Request?
    for request in bench.requests {
      if case .command(.message) = request { shown = request } else { reached = request }
    }
    #expect(shown == message("") && reached == .command(.progressUnknown(channel: 1)))
  }
}
