// SPDX-License-Identifier: Apache-2.0

package import Motion
package import Stage
package import Text

extension ClientTable {
  /// Whether any prompt is pending.
  package var wantsKeys: Bool { prompts.wantsKeys }

  /// Whether a password or question is pending, and not only a watch for a key.
  package var wantsText: Bool { prompts.wantsText }

  /// The largest number of sources of typed bytes at a time.
  package static var keySources: Int { PromptQueue.sources }

  /// The number of the current prompt, unique in this run; nil without any.
  package var questionNumber: UInt32? { prompts.number }

  /// The text of the current prompt; empty without any.
  package var question: Message { prompts.display }

  /// The entry field of the current prompt.
  package var entry: EntryField { prompts.field }

  /// Appends one typed byte, as a terminal in raw mode sends it, from a source from 0 up to `keySources`.
  ///
  /// Never inlined, so that `SecretMemory.wipeStack` reaches its part of the stack.
  @inline(never)
  package mutating func type(_ byte: UInt8, from source: Int = 0, at now: Instant) {
    if let client = prompts.type(byte, from: source, at: now) {
      session.recordAnswer(at: now)
      if isConnected(client) {
        clients[client.slot].pendingAnswerCount -= 1
        clients[client.slot].answer(prompts.reply, at: now)
      }
      prompts.wipeReply()
    }
    showPrompt()
  }

  /// Records that all bytes that were typed before a question went have been read: they are dropped, and later
  /// bytes are for the next question.
  package mutating func recordRead() { prompts.recordRead() }

  /// Repeats the prompt's command, as after a key, so that its cost does not reveal a key.
  package mutating func repeatPrompt() { session.repeatPrompt() }

  /// Whether Caps Lock is on, by the last `note`.
  package var isCapsLockOn: Bool { prompts.isCapsLockOn }

  /// Sets whether Caps Lock is on, which a password prompt shows, and the short name of the keyboard's
  /// layout, up to eight bytes, the first in the lowest.
  package mutating func set(capsLock isOn: Bool, keymap: UInt64 = 0) {
    guard isOn != isCapsLockOn || keymap != prompts.keymap else { return }
    (prompts.isCapsLockOn, prompts.keymap) = (isOn, keymap)
    showPrompt()
  }

  /// Sets whether the password that is typed is shown as it is, until it is answered.
  package mutating func setReveals(_ isRevealing: Bool) {
    guard isRevealing != prompts.isRevealing else { return }
    prompts.isRevealing = isRevealing
    showPrompt()
  }

  /// Refuses all pending passwords and questions.
  package mutating func refusePrompts(at now: Instant) {
    while let client = prompts.takeEntry() { refuse(client, at: now) }
    showPrompt()
  }

  /// Whether a prompt was refused for lack of a keyboard since the last call.
  package mutating func takeRefusal() -> Bool {
    defer { hasRefused = false }
    return hasRefused
  }

  /// Whether a client has reported since the last call that the root is writable.
  package mutating func takeInitialization() -> Bool {
    defer { hasInitialized = false }
    return hasInitialized
  }

  /// Sends a client the reply that there is no answer.
  mutating func refuse(_ client: ClientHandle, at now: Instant) {
    guard isConnected(client) else { return }
    clients[client.slot].pendingAnswerCount -= 1
    clients[client.slot].answer(PlymouthReplyCode.noAnswer, at: now)
  }

  /// Disconnects a client and removes its prompts.
  mutating func close(_ index: Int) {
    prompts.cancel(handle(of: index))
    showPrompt()
    clients[index].close()
  }

  private mutating func showPrompt() {
    session.show(prompt: prompts.display, entry: prompts.field)
  }

  /// Whether the client is still connected: another client may be in its slot by now.
  func isConnected(_ client: ClientHandle) -> Bool {
    clients[client.slot].serial == client.serial && clients[client.slot].isOpen
  }

  /// The handle of the client in a slot.
  func handle(of index: Int) -> ClientHandle {
    ClientHandle(slot: index, serial: clients[index].serial)
  }

  /// Queues a prompt of a client.
  ///
  /// A watch for a key is queued without a keyboard too: one may appear.
  mutating func ask(
    _ kind: PromptKind, _ text: Message, for client: ClientHandle, at now: Instant
  ) {
    let canBeAsked = kind == .keystroke || hasKeyboard
    if !canBeAsked { hasRefused = true }
    guard canBeAsked, Message.hasRoom, prompts.append(kind, text, for: client) else {
      clients[client.slot].answer(PlymouthReplyCode.noAnswer, at: now)
      return
    }
    clients[client.slot].pendingAnswerCount += 1
    showPrompt()
    if kind == .password, prompts.takeRepetition(at: now) { session.shakePrompt() }
  }
}
