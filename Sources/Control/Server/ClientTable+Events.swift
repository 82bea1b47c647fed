// SPDX-License-Identifier: Apache-2.0

internal import Motion
internal import Text

extension ClientTable {
  /// The next event of a client; nil while no request is complete, or a reply is pending.
  mutating func nextEvent(of client: ClientHandle, at now: Instant) -> ClientEvent? {
    if let request = clients[client.slot].takeDeferred(at: now) {
      return .request(request, from: client)
    }
    guard clients[client.slot].canTakeRequests else { return nil }
    var event: ClientEvent?
    do throws(CommandError) {
      event = try parse(client, at: now)
    } catch {
      clients[client.slot].refuse(error, at: now)
      event = .answered
    }
    clients[client.slot].recordInput(isWhole: event != nil, at: now)
    return event
  }

  /// Parses the client's input by its protocol; nil while no request is complete.
  private mutating func parse(
    _ client: ClientHandle, at now: Instant
  ) throws(CommandError) -> ClientEvent? {
    let wireProtocol = clients[client.slot].wireProtocol
    if wireProtocol == .plymouth {
      guard let request = clients[client.slot].nextPlymouthRequest() else { return nil }
      try clients[client.slot].checkPermission()
      return event(session.handle(request, at: now), from: client, at: now)
    }
    guard let line = try clients[client.slot].nextLine() else { return nil }
    try clients[client.slot].checkPermission()
    if wireProtocol == .native {
      return event(try clients[client.slot].request(line), from: client)
    }
    let record = clients[client.slot].record(line)
    guard let request = inbox.parse(record.bytes) else { return .answered }
    return event(request, from: client)
  }

  /// The event for a request of the native protocol or psplash's; Plymouth's session is informed.
  private mutating func event(_ request: Request, from client: ClientHandle) -> ClientEvent {
    if case .command(let command) = request { session.recordOthers(command) }
    if case .mode(let mode) = request { session.change(to: mode) }
    return .request(request, from: client)
  }

  /// Replies to a Plymouth request, or returns the event that has to be handled before the reply.
  private mutating func event(
    _ outcome: PlymouthSession.Outcome, from client: ClientHandle, at now: Instant
  ) -> ClientEvent {
    switch outcome {
    case .done:
      // Commands for the stage that follow are carried out before the reply.
      if let command = session.nextCommand() { return .request(.command(command), from: client) }
      clients[client.slot].answer(PlymouthReplyCode.done, at: now)
    case .refused: clients[client.slot].answer(PlymouthReplyCode.refused, at: now)
    case .ask(let request): return .request(request, from: client)
    case .changeRoot(let directory):
      prompts.forgetPasswords()
      return .request(.changeRoot(directory), from: client)
    case .initialized:
      hasInitialized = true
      clients[client.slot].answer(PlymouthReplyCode.done, at: now)
      prompts.forgetPasswords()
    case .prompt(let kind, let text): ask(kind, text ?? Message(), for: client, at: now)
    case .ignoreKeys(let keys):
      clients[client.slot].answer(PlymouthReplyCode.done, at: now)
      while let watcher = prompts.cancelWatch(for: keys ?? Message()) {
        refuse(watcher, at: now)
      }
    case .cachedPasswords:
      if prompts.cached.isEmpty {
        clients[client.slot].answer(PlymouthReplyCode.noAnswer, at: now)
      } else {
        clients[client.slot].answer(prompts.cached, at: now)
      }
    }
    return .answered
  }
}
