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
      deviceManager?.restore()
      endProgram(at: now)
    case .quit(retains: true):
      if handover.isDone { return endProgram(at: now) }
      handover.begin(.quit, at: now)
      endpoints.postpone(request, until: nil)
    case .deactivate:
      if hasDroppedMaster || deviceManager == nil { return endpoints.reply("ok", at: now) }
      if handover.isCancelled {
        return endpoints.reply("error: deactivate: the display was asked back", at: now)
      }
      handover.begin(.deactivate, at: now)
      endpoints.postpone(request, until: nil)
    case .reactivate:
      if handover.isUnderWay {
        handover.cancel()
        for output in outputs.list { output.isDraining = handover.isUnderWay }
        endpoints.resume(at: now)
      }
      deviceManager?.resume(from: .request, at: now)
      endpoints.reply("ok", at: now)
    default: break
    }
  }

  /// Goes on with leaving.
  mutating func advanceHandover(at now: Instant) {
    if handover.isUnderWay { for output in outputs.list { output.isDraining = true } }
    switch handover.step(isIdle: !outputs.areBusy, at: now) {
    case .nothing: break
    case .dropMaster(let purpose):
      deviceManager?.dropMaster(for: .request, &outputs)
      if purpose == .deactivate { endpoints.resume(at: now) }
    case .checkScanout(let isLast):
      guard isLast || !outputs.areShown else { return }
      if outputs.areShown {
        Log.write("nobody took the display over; leaving the last frame where the kernel can")
        outputs.abandon()
        terminal.stay()
      } else {
        terminal.abandon()
      }
      handover.finish()
      endpoints.resume(at: now)
    }
  }

  /// Does what the kernel asks for when the user changes terminals.
  mutating func change(_ signal: Signals, at now: Instant) {
    if signal == .terminalRelease {
      deviceManager?.dropMaster(for: .terminal, &outputs)
      terminal.release()
    } else if signal == .terminalAcquire {
      terminal.acquire()
      deviceManager?.resume(from: .terminal, at: now)
    }
  }

  private mutating func endProgram(at now: Instant) {
    isLeaving = true
    // Before the answer: who gets it may look whether somebody listens.
    manager.forgetSockets()
    obey(.quit, at: now)
  }

  /// Whether the displays have been given up already because somebody asked.
  private var hasDroppedMaster: Bool { deviceManager?.suspendReasons.contains(.request) ?? false }
}
