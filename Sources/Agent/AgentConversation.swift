// SPDX-License-Identifier: Apache-2.0

import ToolSupport
import CLinux
import Control
package import Linux

/// One request for a password, and the daemon's reply to it.
///
/// The typed password is always in memory for secrets: the daemon's reply is read into it, and sent
/// from it.
package final class AgentConversation {
  /// The state of the request.
  package enum State: Equatable {
    /// There is no connection to the daemon yet.
    case waiting
    /// A person is asked.
    case asking
    /// There is an answer, but the requester cannot receive it yet.
    case answering
    /// It has been answered, or cannot be answered here.
    case over
  }

  /// The file's name.
  package let name: String
  package let file: AskFile
  package private(set) var state = State.waiting
  private var stream: UnixStream?
  private var unsent: ArraySlice<UInt8> = []
  private var reply: SecretReply
  private var isAboutCached = false

  /// A conversation for a file.
  package init(_ name: String, _ file: AskFile) throws(SystemError) {
    self.name = name
    self.file = file
    reply = try SecretReply()
  }

  /// Watches the daemon in a poll's slot.
  package func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
    switch stream {
    case .some(let stream):
      poll.watch(
        slot, stream.descriptor, for: unsent.isEmpty ? .readable : [.readable, .writable])
    case .none: poll.ignore(slot)
    }
  }

  /// Makes the daemon ask; it is tried again later without a daemon.
  package func begin(_ daemon: consuming UnixStream?) {
    guard state == .waiting, let daemon else { return }
    stream = consume daemon
    state = .asking
    // Recent passwords first: a person may have typed the same one for another disk just now.
    request(file.acceptsCached ? PlymouthFrame(.cachedPasswords) : question)
    isAboutCached = file.acceptsCached
  }

  /// No answer is wanted any more: the daemon sees the end of the connection, and stops asking.
  package func cancel() { end() }

  /// Sends and receives as much as possible now.
  package func pump() {
    if state == .answering { return answer() }
    do throws(SystemError) {
      try send()
      try receive()
    } catch {
      lose()
    }
  }

  private var question: PlymouthFrame {
    let code = file.isEchoed ? PlymouthCode.question : .password
    guard !file.message.isEmpty else { return PlymouthFrame(code) }
    return PlymouthFrame(code, text: Array(file.message.utf8).span)
  }

  private func request(_ request: PlymouthFrame) {
    unsent = [UInt8](copying: request.bytes)[...]
  }

  private func send() throws(SystemError) {
    while !unsent.isEmpty, let transfer = try sent(Array(unsent)) {
      switch transfer {
      case .bytes(let count): unsent = unsent.dropFirst(count)
      case .wouldBlock: return
      case .end: return lose()
      }
    }
  }

  private func sent(_ bytes: [UInt8]) throws(SystemError) -> Transfer? {
    switch stream {
    case .some(let stream): try stream.send(bytes.span)
    case .none: nil
    }
  }

  private func receive() throws(SystemError) {
    while state == .asking, let transfer = try received() {
      switch transfer {
      case .bytes: takeReply()
      case .wouldBlock: return
      case .end: return lose()
      }
    }
  }

  private func received() throws(SystemError) -> Transfer? {
    switch stream {
    case .some(let stream): try reply.read(stream.descriptor)
    case .none: nil
    }
  }

  /// Checks whether the daemon's reply is complete, and passes it on.
  private func takeReply() {
    switch reply.content {
    case .unfinished: return
    case .nothing where isAboutCached:
      reply.clear()
      isAboutCached = false
      request(question)
      pump()
    case .nothing:
      Files.warn("\(name): the daemon has no keyboard; another agent has to ask")
      end()
    case .notAllowed:
      Files.warn("\(name): the daemon refuses to ask; only root may")
      end()
    case .malformed: lose()
    case .answer, .refusal: answer()
    }
  }

  private func answer() {
    do throws(SystemError) {
      try reply.pass(to: file.socket)
    } catch {
      if error.isTransient {
        // The daemon is not needed any more.
        stream = nil
        state = .answering
        return
      }
      Files.warn("\(name): the answer cannot be sent to \(file.socket): \(error.words)")
    }
    end()
  }

  /// The daemon has ended while it was asking, and may come back.
  private func lose() {
    reply.clear()
    stream = nil
    unsent = []
    if state == .asking { state = .waiting }
  }

  private func end() {
    lose()
    state = .over
  }
}
