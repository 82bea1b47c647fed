// SPDX-License-Identifier: Apache-2.0

internal import Motion
internal import Linux
internal import Text

extension ClientConnection {
  /// A descriptor travels with the first pending byte, so nothing may be pending before it.
  var canTakeRequests: Bool { !isDeferred && replies.isEmpty }

  /// The next line or record; nil while it is not whole.
  mutating func nextLine() throws(CommandError) -> Range<Int>? {
    switch reader.next() {
    case .line(let range): return range
    case .tooLong: throw CommandError(.badLine, "line: longer than 1023 bytes")
    case nil: return nil
    }
  }

  /// The request in a line of the native protocol.
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

  /// A record of psplash's protocol.
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

  /// Throws for a client without permission: it gets one reply, and nothing more is read from it.
  mutating func checkPermission() throws(CommandError) {
    if isTrusted { return }
    reader.reset()
    inputHasEnded = true
    throw CommandError(.notAllowed, "only root and the daemon's group may ask")
  }

  /// Replies with the error of a request.
  mutating func refuse(_ error: CommandError, at now: Instant) {
    let reason = error.text
    var text = InlineText<160>()
    text.append("error: ")
    text.append(reason.bytes)
    reply(text.bytes, at: now)
  }

  /// Handles the end of input, once all requests have been read.
  mutating func end(at now: Instant) {
    if reader.isInsideLine {
      reader.reset()
      if wireProtocol == .native {
        refuse(CommandError(.badLine, "line: ends without a newline"), at: now)
      }
    }
    // A client that only stopped sending may still wait for an answer, or for changes.
    if replies.isEmpty, pendingAnswerCount == 0, !isSubscriber { close() }
  }

  /// Reads once; an error counts as the connection's end.
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

  /// Sends pending bytes; an error counts as the connection's end.
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
