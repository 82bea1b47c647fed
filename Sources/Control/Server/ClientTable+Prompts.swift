public import Animations
public import Motion
internal import Linux

extension ClientTable {
  /// Whether somebody waits for what is typed.
  public var wantsKeys: Bool { prompts.wantsKeys }

  /// Whether somebody waits for a password or a question's answer, and not only for a key.
  public var wantsText: Bool { prompts.wantsText }

  /// The most places at which a person can type at a time.
  public static var keySources: Int { PromptQueue.sources }

  /// The number of the question that is asked, which no other has; nil when nobody is asked.
  public var questionNumber: UInt32? { prompts.number }

  /// The words of the question that is asked; empty when nobody is asked.
  public var question: Message { prompts.display }

  /// What has been typed for it.
  public var entry: EntryField { prompts.field }

  /// Takes one byte of what a person types, as a terminal in raw mode sends it, at a place from 0 up
  /// to `keySources`.
  @inline(never)
  public mutating func type(_ byte: UInt8, from source: Int = 0, at now: Instant) {
    if let asker = prompts.type(byte, from: source, at: now) {
      session.noteAnswer(at: now)
      if isThere(asker) {
        clients.at[asker.place].owedAnswers -= 1
        clients.at[asker.place].answer(prompts.reply, at: now)
      }
      prompts.wipeReply()
    }
    showPrompt()
  }

  /// Whether Caps Lock is on at the keyboard, as was noted last.
  public var isCapsLockOn: Bool { prompts.isCapsLockOn }

  /// Notes whether Caps Lock is on at the keyboard; a person who is asked for a password is told.
  @inline(never)
  public mutating func note(capsLock isOn: Bool) {
    guard isOn != isCapsLockOn else { return }
    prompts.isCapsLockOn = isOn
    showPrompt()
  }

  /// Tells all who wait for a text that nobody can be asked any more.
  public mutating func refusePrompts(at now: Instant) {
    while let asker = prompts.takeEntry() { refuse(asker, at: now) }
    showPrompt()
  }

  /// Whether somebody was told since this was last asked that nobody is there to type.
  public mutating func takeRefusal() -> Bool {
    defer { hasRefused = false }
    return hasRefused
  }

  /// Tells one that nobody can be asked.
  mutating func refuse(_ asker: Asker, at now: Instant) {
    guard isThere(asker) else { return }
    clients.at[asker.place].owedAnswers -= 1
    clients.at[asker.place].answer(PlymouthReplyCode.noAnswer, at: now)
  }

  /// Sends a client away, and nobody is asked for it any more.
  mutating func close(_ index: Int) {
    prompts.cancel(asker(index))
    showPrompt()
    clients.at[index].close()
  }

  private mutating func showPrompt() {
    session.show(prompt: prompts.display, entry: prompts.field)
  }

  /// Whether who asked is still in his place, which may be another client's by now.
  private func isThere(_ asker: Asker) -> Bool {
    clients.at[asker.place].serial == asker.serial && clients.at[asker.place].isOpen
  }

  /// Who is in a place now.
  func asker(_ index: Int) -> Asker {
    Asker(place: index, serial: clients.at[index].serial)
  }

  /// Lines up what the client who is served asks for.
  ///
  /// Whether there is a keyboard does not matter to who watches for a key: one may come.
  mutating func ask(_ kind: PromptKind, _ text: Message, at now: Instant) {
    let canBeAsked = kind == .keystroke || hasKeyboard
    if !canBeAsked { hasRefused = true }
    guard canBeAsked, prompts.append(kind, text, for: asker(served)) else {
      clients.at[served].answer(PlymouthReplyCode.noAnswer, at: now)
      return
    }
    clients.at[served].owedAnswers += 1
    showPrompt()
    if kind == .password, prompts.takeRepetition(at: now) { session.shakePrompt() }
  }
}
