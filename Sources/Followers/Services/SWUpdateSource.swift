// SPDX-License-Identifier: Apache-2.0

import CLinux
import ControlClient
package import Linux
package import Text

/// SWUpdate's progress socket; reconnects each time that SWUpdate listens again.
///
/// SWUpdate waits for slow readers, which delays the update, so all available bytes are read at once.
package struct SWUpdateSource: ProgressSource, ~Copyable {
  /// After this time without a byte, the received bytes are whole messages.
  private static var pauseNanoseconds: Int64 { 200_000_000 }

  private let paths: [LongText]
  private var folders: DirectoryWatcher?
  private var stream: UnixStream?
  private var reader = SWUpdateReader()
  private var progress: SWUpdateProgress
  private var reconnection: Reconnection
  private var lastByte: Int64 = 0
  // Whether the pause after the last byte has been tried: it is a deadline once.
  private var hasTriedPause = false
  // Whether this connection has delivered a message.
  private var hasHeard = false

  /// Creates a source that connects later, to the first path that accepts a connection; `program` is the name of
  /// this program, for warnings.
  package init(
    paths: [LongText], weights: StageWeights?, program: StaticString = "flipbook"
  ) {
    reconnection = Reconnection(program: program)
    self.paths = paths
    // Without it, as where there are too many watches already, only the pauses decide.
    folders = try? DirectoryWatcher()
    progress = SWUpdateProgress(weights: weights)
  }

  /// The paths where SWUpdate listens by default.
  package static func defaultPaths() -> [LongText] {
    var paths: [LongText] = []
    // systemd separates several directories by colons.
    let runtime = Environment.withValue(of: "RUNTIME_DIRECTORY") { LongText($0) } ?? LongText()
    var start = 0
    while start < runtime.count {
      let end = runtime.bytes.firstPosition(of: UInt8(ascii: ":"), from: start)
      if end > start { paths.append("\(runtime[start..<end])/swupdateprog") }
      start = end + 1
    }
    if let temporary = Environment.withValue(of: "TMPDIR", { LongText($0) }) {
      paths.append("\(temporary)/swupdateprog")
    }
    return paths + ["/run/swupdate/swupdateprog", "/tmp/swupdateprog"]
  }

  package mutating func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
    switch stream {
    case .some(let stream): poll.watch(slot, stream.descriptor)
    case .none:
      // A process that installs one thing and ends may be gone before the next attempt.
      for path in paths { watchFolder(of: path) }
      switch folders {
      case .some(let folders): poll.watch(slot, folders.descriptor)
      case .none: poll.ignore(slot)
      }
    }
  }

  package var deadline: Int64? {
    if stream == nil { return reconnection.next }
    return reader.isUndecided && !hasTriedPause
      ? lastByte + SWUpdateSource.pauseNanoseconds : nil
  }

  package mutating func advance(into events: inout [ProgressEvent]) throws(FollowError) -> Bool {
    if stream == nil { connect(&events) }
    guard stream != nil else { return true }
    let isOpen = receive()
    do throws(SWUpdateReader.MalformedInput) {
      let now = MonotonicClock.nanoseconds
      let isPaused = now - lastByte >= SWUpdateSource.pauseNanoseconds
      hasTriedPause = isPaused
      for frame in try reader.frames(isPaused: isPaused || !isOpen) {
        if !hasHeard {
          // Not before: a peer that accepts connections but sends nothing, or garbage, is not
          // SWUpdate.
          hasHeard = true
          reconnection.succeed()
        }
        events += progress.events(for: frame)
      }
      if !isOpen { lose("the connection to SWUpdate has ended") }
    } catch {
      lose("what comes from SWUpdate's socket is not its progress")
    }
    return true
  }

  /// Tries all paths when an attempt is due, or when the socket may have come or gone.
  ///
  /// Other changes in the directories, of which /tmp is one, do not count.
  private mutating func connect(_ events: inout [ProgressEvent]) {
    var reason: LongText = "no paths"
    let hasChanged = haveChanged
    guard hasChanged || MonotonicClock.nanoseconds >= reconnection.next else { return }
    for path in paths {
      do throws(SystemError) {
        let found = try UnixStream(connectingTo: path.bytes)
        let peer = try found.peer()
        // In /tmp any user can take the name before SWUpdate does.
        guard peer.userID == 0 || peer.userID == geteuid() else {
          reason = "\(path), where an untrusted process listens"
          continue
        }
        stream = consume found
        reader = SWUpdateReader()
        hasHeard = false
        return
      } catch {
        reason = "\(path): \(error.reason)"
        // The socket exists before SWUpdate listens at it.
        if hasChanged, error.errno == ECONNREFUSED { reconnection.hurry() }
      }
    }
    // A reader that SWUpdate has dropped connects again at once; a service that has ended is waited
    // for.
    events += progress.lost()
    reconnection.fail("no SWUpdate at \(reason)", at: MonotonicClock.nanoseconds)
  }

  /// Whether a socket's name has changed in the directories since the last call.
  private var haveChanged: Bool {
    let names = paths.map { path in path[SWUpdateSource.nameStart(of: path)...] }
    return folders?.hasChanged { names.contains(LongText($0)) } == true
  }

  /// Watches the folder of a path, if the folder exists.
  private func watchFolder(of path: LongText) {
    let end = SWUpdateSource.nameStart(of: path)
    guard end > 0 else { return }
    // If the folder is missing, the next attempt tries again.
    try? folders?.add(Path(path.bytes.extracting(first: max(1, end - 1))))
  }

  /// The position behind a path's last slash.
  private static func nameStart(of path: LongText) -> Int {
    var start = path.count
    while start > 0, path.bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
    return start
  }

  /// Reads all available bytes; false at the end.
  private mutating func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    // No more than the reader keeps undecided; the rest waits for the next turn.
    for _ in 0..<16 {
      var span = buffer.mutableSpan
      switch try? stream?.receive(into: &span) {
      case .bytes(let count):
        reader.append(buffer.span.extracting(first: count))
        lastByte = MonotonicClock.nanoseconds
      case .wouldBlock: return true
      case .end, nil: return false
      }
    }
    return true
  }

  private mutating func lose(_ words: LongText) {
    stream = nil
    reconnection.fail(words, at: MonotonicClock.nanoseconds)
  }
}
