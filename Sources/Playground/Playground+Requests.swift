// SPDX-License-Identifier: Apache-2.0

import Animations
import Control
import Motion
import Scanout
import Stage
import Text

extension Playground {
  /// Carries out a request; false for one that is not about a stage.
  mutating func perform(_ request: Request, at time: Instant) -> Bool {
    now = max(now, time)
    switch request {
    case .command(let command):
      session.recordOthers(command)
      model.apply(command, at: now)
    case .mode(let mode): session.change(to: mode)
    case .quit(retains: false): model.apply(.quit, at: now)
    case .quit(retains: true), .status, .subscribe, .snapshot, .deactivate, .reactivate, .theme,
      .hasActiveTerminal, .changeRoot, .details:
      return false
    }
    followSession()
    return true
  }

  /// Asks a question; false where too many are pending.
  ///
  /// Where a password is asked for again soon after its answer, that was wrong: the field shakes.
  mutating func ask(_ kind: PromptKind, _ question: Message, at time: Instant) -> Bool {
    now = max(now, time)
    promptCount &+= 1
    let client = ClientHandle(slot: 0, serial: promptCount)
    guard prompts.append(kind, question, for: client) else { return false }
    if kind == .password, prompts.takeRepetition(at: now) { session.shakePrompt() }
    showPrompt()
    return true
  }

  /// Removes the present question.
  mutating func endPrompt(at time: Instant) {
    now = max(now, time)
    _ = prompts.takeEntry()
    // A page's keys are read one by one. The rest of an answer is dropped for half a second from now on.
    prompts.recordRead()
    prompts.forget(at: now)
    showPrompt()
  }

  /// Types a byte, as a terminal in raw mode sends it.
  mutating func type(_ byte: UInt8, at time: Instant) {
    now = max(now, time)
    prompts.forget(at: now)
    if prompts.type(byte, from: 0, at: now) != nil { prompts.wipeReply() }
    showPrompt()
  }

  /// Sets whether Caps Lock is on, and the short name of the keyboard's layout, the first byte in the lowest.
  mutating func setKeyboard(isCapsLockOn: Bool, layout: UInt64, at time: Instant) {
    now = max(now, time)
    (prompts.isCapsLockOn, prompts.keymap) = (isCapsLockOn, layout)
    showPrompt()
  }

  private mutating func showPrompt() {
    session.show(prompt: prompts.display, entry: prompts.field)
    followSession()
  }

  /// Carries out the commands that follow from modes and prompts, after the change to the look of a new mode.
  mutating func followSession() {
    changeLook()
    while let command = session.nextCommand() { model.apply(command, at: now) }
    presenter.invalidate()
  }

  /// Starts the transition to the theme's look in the present mode, where that differs.
  ///
  /// A look that cannot be laid out is left out, as in the daemon.
  private mutating func changeLook() {
    if session.mode == mode { return }
    mode = session.mode
    guard let theme = look.theme,
      let choice = theme.changed(toMode: mode, version: theme.version + 1)
    else { return }
    var next = look
    next.theme = choice
    guard let nextModel = try? StageModel(next, continuing: model, at: now),
      var nextLayout = try? StageLayout(next, on: layout, for: nextModel)
    else { return }
    let keepsOutgoing = model.dissolve(into: nextModel, at: now)
    nextLayout.setOutgoing(layout, keepsOutgoing: keepsOutgoing)
    (layout, look, hasDrawn) = (nextLayout, next, false)
    reserveImages()
  }
}
