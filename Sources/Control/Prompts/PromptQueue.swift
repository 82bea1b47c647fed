// SPDX-License-Identifier: Apache-2.0

package import Motion
package import Stage
package import Text

/// What a person is asked for.
package enum PromptKind: Sendable {
  /// A secret, of which only bullets are shown.
  case password
  /// A text, shown as it is typed.
  case question
  /// One key, of a set or any.
  case keystroke
}

/// The pending prompts of all clients, and the text typed so far.
///
/// A key goes to a client that watches for it, else to the oldest password or question. An answer stays
/// in `reply` until it is wiped.
package struct PromptQueue: ~Copyable {
  /// How long a client may take to reject a password: some are slow on purpose.
  private static var trialTime: TimeSpan { .milliseconds(10_000) }

  /// The largest number of prompts at a time.
  static var capacity: Int { 16 }

  /// The largest number of sources of typed bytes at a time.
  static var sources: Int { 6 }

  /// The word "full" in the form of a keyboard layout's name in `EntryField`.
  private static var full: UInt64 { 0x6C6C_7566 }

  private struct Prompt {
    var kind = PromptKind.keystroke
    var client = ClientHandle(slot: -1, serial: 0)
    var text = Message()
    var number: UInt32 = 0
  }

  private var count = 0
  private var entry = SecretEntry()
  private var lastNumber: UInt32 = 0
  // Until when a repetition of `answered` means that the password was wrong.
  private var mayBeWrong: Instant?
  /// Whether Caps Lock is on, which is shown beside a password.
  package var isCapsLockOn = false
  /// The short name of the keyboard's layout, as `EntryField` has it.
  package var keymap: UInt64 = 0

  /// Whether a password is shown as it is, for the question that is shown.
  package var isRevealing = false

  private var prompts: InlineArray<16, Prompt> = InlineArray(repeating: Prompt())
  private var sources: InlineArray<6, KeySource> = InlineArray(repeating: KeySource())
  // The password prompt that was answered last.
  private var answered = Prompt()

  /// No prompts.
  package init() {}

  /// Whether any prompt is pending.
  var wantsKeys: Bool { count > 0 }

  /// Whether a password or question is pending.
  var wantsText: Bool { firstEntry != nil }

  /// Whether the queue is full.
  var isFull: Bool { count == PromptQueue.capacity }

  /// The answer that a key completed, as it goes over the wire.
  var reply: Span<UInt8> {
    @_lifetime(borrow self)
    get { entry.reply }
  }

  /// Appends a prompt; false where the queue is full, or without locked memory for the answer.
  package mutating func append(
    _ kind: PromptKind, _ text: Message, for client: ClientHandle
  ) -> Bool {
    guard !isFull, entry.prepare() else { return false }
    lastNumber &+= 1
    prompts[count] = Prompt(kind: kind, client: client, text: text, number: lastNumber)
    count += 1
    return true
  }

  /// Whether the last question is shown and repeats the last answered one: the password was wrong.
  ///
  /// It comes from the same client or has the same text. A second call returns false.
  package mutating func takeRepetition(at now: Instant) -> Bool {
    let isLate = now >= mayBeWrong ?? now
    mayBeWrong = nil
    guard !isLate, let first = firstEntry, first == count - 1 else { return false }
    let prompt = prompts[first]
    return prompt.kind == .password
      && (prompt.client == answered.client || !prompt.text.isEmpty && prompt.text == answered.text)
  }

  /// Removes the prompts of a client that has disconnected.
  package mutating func cancel(_ client: ClientHandle) {
    for index in (0..<count).reversed() where prompts[index].client == client {
      // The typed text was for that client alone, and so is the rest that is still being typed.
      if index == firstEntry { dropEntry() }
      remove(index)
    }
  }

  /// Removes a watch for these keys and returns its client; nil without any.
  mutating func cancelWatch(for keys: Message) -> ClientHandle? {
    for index in 0..<count where prompts[index].kind == .keystroke && prompts[index].text == keys {
      let client = prompts[index].client
      remove(index)
      return client
    }
    return nil
  }

  /// Removes the oldest password or question with its typed text, and returns its client; nil without
  /// any.
  package mutating func takeEntry() -> ClientHandle? {
    guard let first = firstEntry else { return nil }
    let client = prompts[first].client
    dropEntry()
    remove(first)
    return client
  }

  /// Appends one typed byte from one of `sources` sources; returns the client to send `reply` to when
  /// the byte completes an answer.
  ///
  /// When one source completes an answer, further bytes that another was typing for it are dropped.
  package mutating func type(_ byte: UInt8, from source: Int, at now: Instant) -> ClientHandle? {
    guard let byte = sources[source].passing(byte, at: now), count > 0 else { return nil }
    if let watcher = watcher(for: byte) {
      let client = prompts[watcher].client
      remove(watcher)
      entry.answer(withKey: byte)
      return client
    }
    guard let first = firstEntry else { return nil }
    let isSecret = prompts[first].kind == .password
    sources[source].hasTyped = true
    guard entry.type(byte, isSecret: isSecret, at: now) else { return nil }
    sources[source].hasTyped = false
    isRevealing = false
    endSources(isDropping: true, besides: source)
    let client = prompts[first].client
    answered = prompts[first]
    mayBeWrong = isSecret && !entry.isGivenUp ? now + PromptQueue.trialTime : nil
    remove(first)
    return client
  }

  /// Records that all bytes that were typed before a question went have been read.
  package mutating func recordRead() {
    for source in 0..<PromptQueue.sources { sources[source].recordRead() }
  }

  /// The number of the current question, which no other question has; nil without a question.
  var number: UInt32? { firstEntry.map { prompts[$0].number } }

  /// The current question's text, without its answer; empty without a question.
  package var display: Message {
    guard let first = firstEntry else { return Message() }
    if prompts[first].text.isEmpty {
      return Message(prompts[first].kind == .password ? "Password:" : "Answer:")
    }
    return Message(showing: prompts[first].text.utf8)
  }

  /// The current answer, as the stage shows it.
  ///
  /// Where a character did not fit, the word "full" replaces the name of the keyboard layout.
  package var field: EntryField {
    guard let first = firstEntry else { return EntryField() }
    let keymap = entry.isFull ? PromptQueue.full : self.keymap
    if prompts[first].kind == .password, !isRevealing {
      return EntryField(
        bulletCount: entry.characterCount, isCapsLockOn: isCapsLockOn, keymap: keymap)
    }
    let shown = entry.shown
    return EntryField(text: shown.bytes, keymap: keymap)
  }

  /// The recent passwords as they go over the wire; empty when there are none.
  var cached: Span<UInt8> {
    @_lifetime(borrow self)
    get { entry.cached }
  }

  /// When to forget the recent passwords; nil when there are none.
  var deadline: Instant? { entry.forgetsAt }

  /// Forgets the recent passwords when that is due, and records when questions went.
  package mutating func forget(at now: Instant) {
    for source in 0..<PromptQueue.sources { sources[source].recordEnd(at: now) }
    if let time = entry.forgetsAt, now >= time { entry.forget() }
  }

  /// Forgets the recent passwords: they are not needed any more.
  mutating func forgetPasswords() { entry.forget() }

  /// Wipes the answer: it has been sent.
  package mutating func wipeReply() {
    entry.clear()
  }

  /// The watch that gets a key before the current question does.
  ///
  /// A question keeps every byte that its answer can hold, and all bytes once an answer has begun.
  private func watcher(for byte: UInt8) -> Int? {
    let isAsked = firstEntry != nil
    if isAsked && (entry.characterCount > 0 || byte >= 0x20) { return nil }
    for index in 0..<count where prompts[index].kind == .keystroke {
      let isForAny = prompts[index].text.isEmpty && !isAsked
      if isForAny || prompts[index].text.contains(byte) { return index }
    }
    return nil
  }

  /// Wipes the answer to a question that has gone, and drops further bytes for it.
  private mutating func dropEntry() {
    isRevealing = false
    endSources(isDropping: entry.characterCount > 0)
    entry.clear()
  }

  private mutating func endSources(isDropping: Bool, besides answering: Int = -1) {
    for source in 0..<PromptQueue.sources where source != answering {
      sources[source].end(isDropping: isDropping)
    }
  }

  private var firstEntry: Int? {
    for index in 0..<count where prompts[index].kind != .keystroke { return index }
    return nil
  }

  private mutating func remove(_ index: Int) {
    for later in index + 1..<max(count, index + 1) { prompts[later - 1] = prompts[later] }
    count -= 1
  }
}
