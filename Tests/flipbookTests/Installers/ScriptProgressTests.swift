// SPDX-License-Identifier: Apache-2.0

import Text
import Testing

@testable import Followers

@Suite struct ScriptProgressTests {
  private func events(_ lines: String...) -> [ProgressEvent] {
    var script = ScriptProgress()
    return lines.flatMap { line in
      let bytes = Array(line.utf8)
      return script.events(for: bytes.span)
    }
  }

  private let half = ProgressEvent.overall(Percentage(whole: 50))

  @Test func `percentages may have a sign and a text behind them`() {
    #expect(events("50") == [half])
    #expect(events("50%") == [half])
    #expect(events("50.0 % Unpacking a b") == [.message("Unpacking a b"), half])
    #expect(events("50 Unpacking") == [.message("Unpacking"), half])
  }

  @Test func `zenity's and dialog's lines are understood`() {
    #expect(events("# Unpacking") == [.message("Unpacking")])
    #expect(events("XXX", "50", "Unpacking", "XXX") == [half, .message("Unpacking")])
  }

  @Test func `the daemon's words are understood`() {
    #expect(
      events(
        "start", "progress 50", "step 50", "message a b", "progress unknown", "fail x", "done")
        == [
          .started, half, .step(Percentage(whole: 50)), .message("a b"), .unknown, .failed("x"),
          .succeeded,
        ])
  }

  @Test func `what is not understood is ignored`() {
    #expect(events("", "hello", "done it", "-5", "progress x", "1e9") == [])
  }
}
