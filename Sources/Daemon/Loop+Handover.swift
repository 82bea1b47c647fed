// SPDX-License-Identifier: Apache-2.0

import Control
import KMS
import Motion
import Linux
import Stage

extension Loop {
  /// Handles a request to quit, deactivate or reactivate; the reply is sent when that is done.
  mutating func leave(_ request: Request, of client: ClientHandle, at now: Instant) {
    switch request {
    case .quit(retains: false): quit(request, asked: client, at: now)
    // A quit that has begun is not cancelled, and drops the displays as well.
    case .quit where outputs.leaveEnd != nil, .deactivate where outputs.leaveEnd != nil:
      quit(request, asked: client, at: now)
    case .quit(retains: true):
      if handover.isDone { return endProgram(asked: client, at: now) }
      handover.begin(.quit, at: now)
      endpoints.deferRequest(request, of: client, until: nil)
    case .deactivate:
      if hasDroppedMaster || deviceManager == nil {
        return endpoints.reply("ok", to: client, at: now)
      }
      if handover.isCancelled {
        return endpoints.reply("error: deactivate: the display was asked back", to: client, at: now)
      }
      handover.begin(.deactivate, at: now)
      endpoints.deferRequest(request, of: client, until: nil)
    case .reactivate:
      if handover.isUnderWay {
        handover.cancel()
        for output in outputs.list { output.isDraining = handover.isUnderWay }
        endpoints.resume(at: now)
      }
      deviceManager?.resume(from: .request, at: now)
      endpoints.reply("ok", to: client, at: now)
    case .command, .status, .subscribe, .snapshot, .theme, .mode, .hasActiveTerminal, .changeRoot:
      break
    }
  }

  /// Advances the hand-over.
  mutating func advanceHandover(at now: Instant) {
    // The client that requested the quit is gone, or gets no reply.
    if let deadline = leaveDeadline, now >= deadline {
      watchdogs.manager.forgetSockets()
      isLeaving = true
    }
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

  /// Handles a switch of virtual terminals.
  mutating func change(_ signal: Signals, at now: Instant) {
    if signal == .terminalRelease {
      deviceManager?.dropMaster(for: .terminal, &outputs)
      terminal.release()
    } else if signal == .terminalAcquire {
      terminal.acquire()
      deviceManager?.resume(from: .terminal, at: now)
    }
  }

  /// When the program ends after a quit, even if no client waits for a reply; nil for never.
  var leaveDeadline: Instant? {
    mutating get { outputs.leaveEnd.map { $0 + .milliseconds(100) } }
  }

  /// Ends the program when the stage has disappeared.
  private mutating func quit(_ request: Request, asked client: ClientHandle, at now: Instant) {
    obey(.quit, at: now)
    if let end = outputs.leaveEnd, now < end {
      return endpoints.deferRequest(request, of: client, until: end)
    }
    // Before the reply: the client may look at the console after it.
    deviceManager?.restore(&watchdogs)
    endProgram(asked: client, at: now)
  }

  private mutating func endProgram(asked client: ClientHandle, at now: Instant) {
    isLeaving = true
    // Before the reply: the client may check after it whether a daemon listens.
    watchdogs.manager.forgetSockets()
    obey(.quit, at: now)
    endpoints.reply("ok", to: client, at: now)
  }

  /// Whether master was dropped on a client's request.
  private var hasDroppedMaster: Bool { deviceManager?.suspendReasons.contains(.request) ?? false }
}
