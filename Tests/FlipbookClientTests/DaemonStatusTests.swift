// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import FlipbookClient
import Stage
import Testing
import Text

@Suite struct DaemonStatusTests {
  private func status(_ line: String) -> DaemonStatus {
    DaemonStatus(line: Array(line.utf8).span)
  }

  @Test func `a status has typed values`() {
    let status = status(#"state=settling target=42.50 message="a \"b\" \\ é" eta=90"#)
    #expect(status.state == .settling)
    #expect(status.percent == Percent(Fixed(85, over: 2)))
    #expect(status.message == #"a "b" \ é"#)
    #expect(status["eta"] == "90" && status["et"] == nil && status["etaa"] == nil)
    #expect(!status.isLast)
  }

  @Test func `an unknown progress has no percentage`() {
    #expect(status("state=running target=10.00 unknown=yes").percent == nil)
    #expect(status("state=running target=ten").percent == nil)
  }

  @Test func `a state of a newer daemon is none`() {
    #expect(status("state=dancing target=1.00").state == nil)
    #expect(status("").state == nil && status("").message == "" && status("").percent == nil)
  }

  @Test func `the last status is known by its state`() {
    #expect(status("state=quitting target=0.00 message=\"\"").isLast)
    #expect(!status("target=0.00 message=\"state=quitting\"").isLast)
  }

  @Test(arguments: StageState.allCases)
  func `each state is read by its name`(state: StageState) {
    #expect(status("state=\(state.name)").state == state)
  }
}
