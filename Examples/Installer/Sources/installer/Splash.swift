// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import FlipbookClient
import Foundation
import Stage

/// The daemon, if there is one: an installation does not depend on it.
struct Splash: ~Copyable {
  private var daemon: DaemonConnection?

  /// Connects to the daemon of this machine, or to that of `FLIPBOOK_SOCKET`.
  init() {
    do {
      daemon = try DaemonConnection()
    } catch {
      daemon = nil
      warn("\(error); going on without")
    }
  }

  /// Sends a command; after an error nothing more is sent.
  mutating func send(_ command: Command) {
    do {
      try daemon?.send(command)
    } catch {
      daemon = nil
      warn("\(error); going on without")
    }
  }
}

extension Percent {
  /// A part of a whole in percent, to the nearest hundredth below.
  init(part: Int, of whole: Int) {
    self = Percent(Fixed(part * 10_000 / whole, over: 100)) ?? .zero
  }
}

/// Writes a line to standard error.
func warn(_ line: String) {
  FileHandle.standardError.write(Data("installer: \(line)\n".utf8))
}
