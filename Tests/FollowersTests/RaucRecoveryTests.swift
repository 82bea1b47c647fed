// SPDX-License-Identifier: Apache-2.0

import Testing
import Text

@testable import Followers

@Suite struct RaucRecoveryTests {
  private static let question = BusCall.allProperties(
    of: "de.pengutronix.rauc", path: "/", interface: "de.pengutronix.rauc.Installer")

  /// An answer with RAUC's operation.
  private func answer(_ operation: LongText) -> BusMessage {
    BusMessage(
      kind: .reply, replySerial: 7,
      body: [.list([.list([.text("Operation"), .text(operation)])])])
  }

  @Test func `an end that was missed with the bus is a failure`() {
    var rauc = RaucProgress()
    var calls: [BusCall] = []
    #expect(
      rauc.events(for: answer("installing"), answering: Self.question, calls: &calls) == [.started])
    #expect(
      rauc.events(for: answer("idle"), answering: Self.question, calls: &calls)
        == [.failed("The end of the installation was missed")])
    #expect(rauc.events(for: answer("idle"), answering: Self.question, calls: &calls) == [])
  }

  @Test func `a signal with the number of a call is no answer`() {
    #expect(!BusMessage(kind: .signal, replySerial: 7).isAnswer)
    #expect(!BusMessage(kind: .reply).isAnswer)
    #expect(BusMessage(kind: .reply, replySerial: 7).isAnswer)
    #expect(BusMessage(kind: .error("a.b"), replySerial: 7).isAnswer)
  }
}
