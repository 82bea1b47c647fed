import Animations
import Control
import KMS
import Motion
import Linux

extension Loop {
  /// Carries out what is asked about leaving; the answer comes when it is done.
  mutating func leave(_ request: Request, at now: Instant) {
    switch request {
    case .quit(retains: false):
      // The console first: who asked may look at it when the answer comes.
      displays?.restore()
      endProgram(at: now)
    case .quit(retains: true):
      if departure.isDone { return endProgram(at: now) }
      departure.begin(.quit, at: now)
      inlets.postpone(request, until: nil)
    case .deactivate:
      if isAway || displays == nil { return inlets.reply("ok", at: now) }
      if departure.isCancelled {
        return inlets.reply("error: deactivate: the display was asked back", at: now)
      }
      departure.begin(.deactivate, at: now)
      inlets.postpone(request, until: nil)
    case .reactivate:
      if departure.isUnderWay {
        departure.cancel()
        for screen in screens.list { screen.isSettled = departure.isUnderWay }
        inlets.resume(at: now)
      }
      displays?.takeBack(.request, at: now)
      inlets.reply("ok", at: now)
    default: break
    }
  }

  /// Goes on with leaving.
  mutating func depart(at now: Instant) {
    if departure.isUnderWay { for screen in screens.list { screen.isSettled = true } }
    switch departure.step(isStill: !screens.areBusy, at: now) {
    case .nothing: break
    case .giveUp(let purpose):
      displays?.giveUp(.request, &screens)
      if purpose == .deactivate { inlets.resume(at: now) }
    case .look(let isLast):
      guard isLast || !screens.areShown else { return }
      if screens.areShown {
        Console.log("nobody took the display over; leaving the last frame where the kernel can")
        screens.abandon()
        terminal.stay()
      } else {
        terminal.abandon()
      }
      departure.finish()
      inlets.resume(at: now)
    }
  }

  /// Does what the kernel asks for when the user changes terminals.
  mutating func change(_ signal: Signals, at now: Instant) {
    if signal == .terminalRelease {
      displays?.giveUp(.terminal, &screens)
      terminal.release()
    } else if signal == .terminalAcquire {
      terminal.acquire()
      displays?.takeBack(.terminal, at: now)
    }
  }

  private mutating func endProgram(at now: Instant) {
    isLeaving = true
    // Before the answer: who gets it may look whether somebody listens.
    manager.forgetSockets()
    obey(.quit, at: now)
  }

  /// Whether the displays have been given up already because somebody asked.
  private var isAway: Bool { displays?.absence.contains(.request) ?? false }
}
