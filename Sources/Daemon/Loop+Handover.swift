// SPDX-License-Identifier: Apache-2.0

import Animations
import Control
import KMS
import Motion
import Presentation
import Linux
import Stage

extension Loop {
  /// Handles a request to quit, deactivate or reactivate; the reply is sent when that is done.
  mutating func leave(_ request: Request, of client: ClientHandle, at now: Instant) {
    switch request {
    case .quit, .deactivate:
      if let command = boot.end(at: now, inMode: endpoints.mode) { outputs.apply(command, at: now) }
    default: break
    }
    switch request {
    case .quit(retains: false): quit(request, asked: client, at: now)
    // A quit that has begun is not cancelled, and drops the displays as well.
    case .quit where outputs.leaveEnd != nil, .deactivate where outputs.leaveEnd != nil:
      quit(request, asked: client, at: now)
    case .quit(retains: true):
      if displays.handover.isDone { return endProgram(asked: client, at: now) }
      displays.handover.begin(.quit, at: now)
      endpoints.deferRequest(request, of: client, until: nil)
    case .deactivate:
      if hasDroppedMaster || deviceManager == nil {
        return endpoints.reply("ok", to: client, at: now)
      }
      if displays.handover.isCancelled {
        return endpoints.reply("error: deactivate: the display was asked back", to: client, at: now)
      }
      displays.handover.begin(.deactivate, at: now)
      endpoints.deferRequest(request, of: client, until: nil)
    case .reactivate:
      if displays.handover.isUnderWay {
        displays.handover.cancel()
        displays.drain()
        endpoints.resume(at: now)
      }
      deviceManager?.resume(from: .request, at: now)
      endpoints.reply("ok", to: client, at: now)
    case .command, .status, .subscribe, .snapshot, .theme, .mode, .details, .hasActiveTerminal,
      .changeRoot:
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
    switch displays.advanceHandover(at: now) {
    case .none, .dropped(.quit): break
    case .dropped(.deactivate), .takenOver: endpoints.resume(at: now)
    case .abandoned:
      Log.write("nobody took the display over; leaving the last frame where the kernel can")
      endpoints.resume(at: now)
    }
  }

  /// When the program ends after a quit, even if no client waits for a reply; nil for never.
  var leaveDeadline: Instant? {
    mutating get { outputs.leaveEnd.map { $0 + .milliseconds(100) } }
  }

  /// Ends the program when the stage has disappeared.
  private mutating func quit(_ request: Request, asked client: ClientHandle, at now: Instant) {
    apply(.quit, at: now)
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
    apply(.quit, at: now)
    endpoints.reply("ok", to: client, at: now)
  }

  /// Whether master was dropped on a client's request.
  private var hasDroppedMaster: Bool { deviceManager?.suspendReasons.contains(.request) ?? false }
}
