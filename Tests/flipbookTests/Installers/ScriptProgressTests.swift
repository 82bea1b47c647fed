import Testing

@testable import Installers

@Suite struct ScriptProgressTests {
  private func reports(_ lines: String...) -> [Report] {
    var script = ScriptProgress()
    return lines.flatMap { script.reports(for: Array($0.utf8)) }
  }

  private let half = Report.overall(Percentage(whole: 50))

  @Test func `percentages may have a sign and a text behind them`() {
    #expect(reports("50") == [half])
    #expect(reports("50%") == [half])
    #expect(reports("50.0 % Unpacking a b") == [.message("Unpacking a b"), half])
    #expect(reports("50 Unpacking") == [.message("Unpacking"), half])
  }

  @Test func `zenity's and dialog's lines are understood`() {
    #expect(reports("# Unpacking") == [.message("Unpacking")])
    #expect(reports("XXX", "50", "Unpacking", "XXX") == [half, .message("Unpacking")])
  }

  @Test func `the daemon's words are understood`() {
    #expect(
      reports(
        "start", "progress 50", "step 50", "message a b", "progress unknown", "fail x", "done")
        == [
          .started, half, .step(Percentage(whole: 50)), .message("a b"), .unknown, .failed("x"),
          .succeeded,
        ])
  }

  @Test func `what is not understood is ignored`() {
    #expect(reports("", "hello", "done it", "-5", "progress x", "1e9") == [])
  }
}
