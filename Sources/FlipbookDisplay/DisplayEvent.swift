// SPDX-License-Identifier: Apache-2.0

import Linux
public import Motion
import Presentation
import Text

/// What happened to a display.
///
/// Outputs have the kernel's names of their connectors, such as `HDMI-A-1`; a framebuffer device has its own, such as
/// `fb0`, and memory `memory`. Sizes are in pixels, as the mode has them.
public enum DisplayEvent: Equatable, Sendable {
  /// A display shows the stage from its next frame on; the rate is in frames per 1000 seconds.
  case outputAdded(String, width: Int, height: Int, refreshMillihertz: Int)
  /// A display has another mode.
  case outputChanged(String, width: Int, height: Int, refreshMillihertz: Int)
  /// A display was unplugged, switched off by its settings, or cannot be used any more.
  case outputRemoved(String)
  /// A new frame is on a display since its vblank.
  case frameShown(String, at: Instant)
  /// The user has switched to another virtual terminal or session, which has the displays now.
  case terminalGiven
  /// The user has switched back, and the stage has the displays again.
  case terminalTaken
  /// `suspend()` is done: other programs may use the displays.
  case suspended
  /// `resume()` was called: the displays are taken as soon as no other program has them.
  case resumed
  /// The machine was suspended, and runs again.
  case machineResumed
  /// A difference from the request, after which the loop goes on: an object, such as a connector, and why.
  case failure(of: String, reason: String)
  /// `handOver(retain:)` is done; the last event. The last frame stays until the next program's if there was one in time.
  case ended(isTakenOver: Bool)
}

/// Why a display cannot be used at all.
public struct DisplayError: Error, CustomStringConvertible, Sendable {
  /// One line: what, where and why.
  public let description: String

  package init(_ description: String) { self.description = description }

  init(_ what: String, _ error: SystemError) {
    description = "\(what): \(error.operationName): \(String(copying: error.reason.bytes))"
  }
}

/// Events that have not been delivered yet, of all parts of a display.
final class EventQueue {
  private(set) var events: [DisplayEvent] = []

  func append(_ event: DisplayEvent) { events.append(event) }

  func takeAll() -> [DisplayEvent] {
    if events.isEmpty { return [] }
    defer { events = [] }
    return events
  }
}

extension EventQueue {
  /// The log of devices and outputs: each warning is an event.
  var log: ReportingLog {
    ReportingLog { name, text in
      self.append(.failure(of: String(copying: name), reason: String(copying: text)))
    }
  }
}

extension String {
  /// Copies UTF-8; invalid bytes become U+FFFD.
  init(copying bytes: Span<UInt8>) {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    self.init(decoding: copy, as: UTF8.self)
  }
}
