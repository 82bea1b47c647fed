// SPDX-License-Identifier: Apache-2.0

import Motion

/// The parts of the daemon's loop; `Loop` in the product.
protocol LoopParts: ~Copyable {
  /// The current time.
  var now: Instant { mutating get }
  /// Whether a client or a signal has asked the program to end.
  var isLeaving: Bool { get }
  /// Whether the frame limit of the options has been reached.
  mutating func hasReachedFrameLimit(_ options: borrowing Options) -> Bool
  /// Resets the program's own watchdog.
  mutating func recordWork(at now: Instant)
  /// Opens endpoints that could not be opened before.
  mutating func openEndpoints(_ options: borrowing Options, at now: Instant)
  /// Reports to the service manager that clients are served.
  mutating func notifyReady(at now: Instant)
  /// Handles the clients' requests.
  mutating func serveClients()
  /// Handles the kernel's events, and adds and removes outputs.
  mutating func serveDevices(_ options: borrowing Options, at now: Instant)
  /// Takes the virtual terminal, where the options ask for it.
  mutating func takeTerminal(_ options: borrowing Options)
  /// Gives up for good the privileges that are not needed from here on.
  mutating func confine(_ options: borrowing Options)
  /// Draws each output's next frame where it differs.
  mutating func show(at now: Instant)
  /// Advances the hand-over.
  mutating func advanceHandover(at now: Instant)
  /// Sends status and keep-alives to subscribers and the service manager.
  mutating func notifyManager(at now: Instant)
  /// Waits for events until the next deadline.
  mutating func wait() throws(BootstrapError)
  /// Handles pending signals.
  mutating func handleSignals() throws(BootstrapError)
  /// Sends subscribers the last line.
  mutating func sendLastStatus(at now: Instant)
  /// Restores the displays, and reports to the service manager that the program ends.
  mutating func restore()
}

extension LoopParts where Self: ~Copyable {
  /// Runs until a client or a signal asks it to quit; the displays are restored also at an error.
  mutating func run(_ options: borrowing Options) throws(BootstrapError) {
    defer { restore() }
    recordWork(at: now)
    openEndpoints(options, at: now)
    // The service is ready when its sockets are, with or without a display.
    notifyReady(at: now)
    // The first frame shows the mode that the options set.
    serveClients()
    serveDevices(options, at: now)
    takeTerminal(options)
    // After opening the terminal: its device may belong to the user of the last login there.
    if options.isSandboxed { confine(options) }
    while !isLeaving {
      let now = now
      recordWork(at: now)
      serveDevices(options, at: now)
      show(at: now)
      advanceHandover(at: now)
      openEndpoints(options, at: now)
      // A socket, card or root that was missing may be available by now.
      if options.isSandboxed { confine(options) }
      notifyManager(at: now)
      if hasReachedFrameLimit(options) { break }
      try wait()
      try handleSignals()
      serveClients()
    }
    sendLastStatus(at: now)
  }
}
