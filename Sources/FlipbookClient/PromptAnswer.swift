// SPDX-License-Identifier: Apache-2.0

import CLinux
import Control
import Linux
public import Text

/// The answer of the person in front of the displays, in locked memory that is wiped with the value.
///
/// A program that asks for a password, such as an agent for another service, asks so on the splash:
///
///     if let answer = try PromptAnswer(to: "Passphrase of the backup") {
///       unlock(answer.utf8)
///     }
///
/// The question is sent by Plymouth's protocol, to the daemon of the machine and not to that of another socket. The
/// daemon answers only root.
public struct PromptAnswer: ~Copyable {
  private let connection: PlymouthConnection
  private let range: Range<Int>

  /// Asks a question, and waits for the answer, which may take any time; nil if the person refuses to answer.
  ///
  /// From the first secret on this process leaves no core dump. SIGINT, SIGTERM and SIGHUP are blocked as long as there
  /// is the value; if one comes while a person is asked, the answer is wiped before it acts.
  ///
  /// - Parameters:
  ///   - question: Shown above the field; empty for the daemon's own words.
  ///   - isSecret: Whether the field shows bullets in place of the text.
  /// - Throws: `unreachable` where no trusted daemon listens, `refused` without a keyboard to answer at and to other
  ///   users than root, `disconnected` where the daemon ends meanwhile.
  public init?(to question: Message, isSecret: Bool = true) throws(DaemonError) {
    var connection = try PromptAnswer.connect()
    if isSecret { connection.expectSecrets() }
    let code = isSecret ? PlymouthCode.password : .question
    let frame = question.isEmpty ? PlymouthFrame(code) : PlymouthFrame(code, text: question.utf8)
    let reply: PlymouthReply
    do throws(PlymouthConnection.Failure) {
      reply = try connection.ask(frame, limitNanoseconds: nil)
    } catch {
      throw .disconnected("the daemon hung up while it was asking")
    }
    switch reply {
    case .answer(let range):
      if connection.isRefusal(range) { return nil }
      self.range = range
      self.connection = connection
    case .noAnswer: throw .refused("the daemon has no keyboard to answer at")
    case .done, .refused, .answers: throw .refused("the daemon asks only for root")
    }
  }

  private static func connect() throws(DaemonError) -> PlymouthConnection {
    do throws(SystemError) {
      switch PlymouthEndpoint.connect(waitingNanoseconds: 10_000_000_000) {
      case .connected(let stream): return try PlymouthConnection(stream)
      case .absent: break
      case .busy: throw SystemError(.connect, errno: EAGAIN)
      }
    } catch {
      throw .unreachable(Message("the daemon takes no question", ": ", Message(error.reason)))
    }
    throw .unreachable("no daemon that root or you run listens for questions")
  }

  /// The typed text in UTF-8; empty where only Enter was pressed.
  public var utf8: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { connection.bytes(range) }
  }
}
