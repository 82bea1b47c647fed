// SPDX-License-Identifier: Apache-2.0

internal import Animations
internal import Motion
internal import Linux

extension ClientConnection {
  /// A descriptor travels with the first byte of what waits, so nothing may wait before it.
  var canTakeRequests: Bool { !isDeferred && replies.isEmpty }

  mutating func nextItem(at now: Instant) -> Item? {
    if wireProtocol == .plymouth {
      guard let (code, range) = reader.nextPlymouthRequest() else { return nil }
      guard isTrusted else {
        answer(PlymouthReplyCode.refused, at: now)
        return endAfterReply()
      }
      var argument: Message?
      if let range { argument = Message(truncating: reader.bytes(of: range)) }
      return .plymouth(PlymouthRequest(code: code, argument: argument))
    }
    guard let item = reader.next() else { return nil }
    guard case .line(let range) = item else {
      refuse(CommandError(.badLine, "line: longer than 1023 bytes"), at: now)
      return .answered
    }
    if wireProtocol == .psplash {
      return .psplash(Message(truncating: reader.bytes(of: range)))
    }
    return lineItem(range, at: now)
  }

  private mutating func lineItem(_ line: Range<Int>, at now: Instant) -> Item {
    guard isTrusted else {
      refuse(CommandError(.notAllowed, "only root and the daemon's group may ask"), at: now)
      return endAfterReply()
    }
    let request: Request
    do throws(CommandError) {
      if reader.bytes(of: line).isEqual(to: "subscribe") { return .subscription }
      request = try Request.parse(reader.bytes(of: line))
    } catch {
      refuse(error, at: now)
      return .answered
    }
    if case .snapshot = request, isPermanent {
      refuse(CommandError(.wrongArguments, "snapshot: only over the socket"), at: now)
      return .answered
    }
    return .request(request)
  }

  /// A client without permission gets one reply, and nothing more is read from it.
  private mutating func endAfterReply() -> Item {
    reader.reset()
    inputHasEnded = true
    return .answered
  }

  private mutating func refuse(_ error: CommandError, at now: Instant) {
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
