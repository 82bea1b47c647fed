// SPDX-License-Identifier: Apache-2.0

internal import Animations
internal import Motion
internal import Linux

extension ClientConnection {
  /// A descriptor travels with the first byte of what waits, so nothing may wait before it.
  var canTakeRequests: Bool { !isDeferred && replies.isEmpty }

  /// The next line or record; nil while it is not whole.
  mutating func nextLine() throws(CommandError) -> Range<Int>? {
    switch reader.next() {
    case .line(let range): return range
    case .tooLong: throw CommandError(.badLine, "line: longer than 1023 bytes")
    case nil: return nil
    }
  }

  /// What a line of the native protocol asks for.
  func request(_ line: Range<Int>) throws(CommandError) -> Request {
    let text = reader.bytes(of: line)
    if text.extracting(text.trimmed(in: text.indices)).begins(with: "message"), !Message.hasRoom {
      throw CommandError(.noMemory, "message: not enough memory")
    }
    let request = try Request.parse(text)
    if case .snapshot = request, isPermanent {
      throw CommandError(.wrongArguments, "snapshot: only over the socket")
    }
    return request
  }

  /// A record of psplash's.
  func record(_ line: Range<Int>) -> InlineText<255> {
    var record = InlineText<255>()
    record.append(reader.bytes(of: line))
    return record
  }

  /// The next request of Plymouth's protocol; nil while it is not whole.
  mutating func nextPlymouthRequest() -> PlymouthRequest? {
    guard let (request, size) = PlymouthRequest.read(reader.unread) else { return nil }
    reader.removeFirst(size)
    return request
  }

  /// Throws for a client without permission, which gets one reply, and from which nothing more is read.
  mutating func checkPermission() throws(CommandError) {
    if isTrusted { return }
    reader.reset()
    inputHasEnded = true
    throw CommandError(.notAllowed, "only root and the daemon's group may ask")
  }

  /// Replies with what is wrong about a request.
  mutating func refuse(_ error: CommandError, at now: Instant) {
    let reason = error.text
    var text = InlineText<160>()
    text.append("error: ")
    text.append(reason.bytes)
    reply(text.bytes, at: now)
  }

  /// All requests are taken and no more will come.
  mutating func end(at now: Instant) {
    if reader.isInsideLine {
      reader.reset()
      if wireProtocol == .native {
        refuse(CommandError(.badLine, "line: ends without a newline"), at: now)
      }
    }
    // Who only stopped sending may still wait for what a person types, or for changes.
    if replies.isEmpty, pendingAnswerCount == 0, !isSubscriber { close() }
  }

  /// A read; a connection that fails has ended.
  func received(into buffer: inout MutableSpan<UInt8>) -> Transfer {
    switch stream {
    case .some(let stream):
      do throws(SystemError) {
        return try stream.receive(into: &buffer)
      } catch {
        return error.isTransient ? .wouldBlock : .end
      }
    case .none: return .end
    }
  }

  /// A write of what waits; a connection that fails has ended.
  func sent() -> Transfer {
    switch stream {
    case .some(let stream):
      do throws(SystemError) {
        switch passing {
        case .some(let descriptor):
          return try stream.send(replies.pending, passing: descriptor)
        case .none: return try stream.send(replies.pending)
        }
      } catch {
        return error.isTransient ? .wouldBlock : .end
      }
    case .none: return .end
    }
  }
}
