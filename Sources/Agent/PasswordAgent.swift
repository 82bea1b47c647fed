// SPDX-License-Identifier: Apache-2.0

package import ToolSupport
import CLinux
import FlipbookClient
import Linux

/// Lets the daemon ask for passwords that programs request from systemd's agents.
///
/// A request is a file in a folder. It is over when it has been answered, when its file is gone, when
/// its deadline has passed, or when the requesting process has ended.
package struct PasswordAgent: ~Copyable {
  /// The most requests that are asked for at a time; the others wait.
  private static let capacity = 8
  private static let retryNanoseconds: Int64 = 1_000_000_000
  private static let largestFile = 65536

  private let folder: String
  private let watch: DirectoryWatcher
  private let signals: SignalDescriptor
  private var conversations: [AgentConversation] = []
  // Files that were reported as malformed, so that each is reported once.
  private var reportedFailures: Set<String> = []
  private var retry: Int64 = 0
  private var hasWarned = false
  private var poll = Poll<10>()

  /// Watches a folder from now on.
  package init(folder: String) throws(ToolError) {
    let watch = try ToolError.explaining("cannot watch folders") { () throws(SystemError) in
      try DirectoryWatcher()
    }
    try PasswordAgent.add(folder, to: watch)
    let signals = try ToolError.explaining("cannot receive signals") { () throws(SystemError) in
      try SignalDescriptor([.interrupt, .terminate, .hangUp])
    }
    self.folder = folder
    self.watch = watch
    self.signals = signals
  }

  private static func add(
    _ folder: String, to watch: borrowing DirectoryWatcher
  ) throws(ToolError) {
    do throws(SystemError) {
      try watch.add(Files.path(folder))
    } catch {
      throw .usage("cannot watch \(folder): \(error.words)")
    }
  }

  /// Serves until a signal ends it.
  package mutating func run() throws(ToolError) {
    look()
    poll.watch(.folder, watch.descriptor)
    poll.watch(.signals, signals.descriptor)
    while true {
      // Further requests wait until one of these is over.
      let served = conversations.filter { $0.state != .over }.prefix(PasswordAgent.capacity)
      begin(served)
      for index in 0..<PasswordAgent.capacity { poll.ignore(.conversation(index)) }
      for (index, conversation) in served.enumerated() {
        conversation.watch(.conversation(index), in: &poll)
      }
      do throws(SystemError) {
        _ = try poll.wait(timeoutNanoseconds: timeout(served))
      } catch {
        throw .usage("poll failed: \(error.words)")
      }
      if !poll[.signals].isEmpty { return }
      for (index, conversation) in served.enumerated()
      where !poll[.conversation(index)].isEmpty || conversation.state == .answering {
        conversation.pump()
        restIfLost(conversation)
      }
      if !poll[.folder].isEmpty, watch.hasChanged() {
        // Again, in case it was created again; if it is gone for good, no request will come.
        try PasswordAgent.add(folder, to: watch)
        look()
      }
      expire()
    }
  }

  /// Adds new files, and cancels the requests of removed files.
  private mutating func look() {
    let names = Folder.names(in: folder).filter { $0.hasPrefix("ask.") }.sorted()
    for conversation in conversations where !names.contains(conversation.name) {
      conversation.cancel()
    }
    conversations.removeAll { !names.contains($0.name) }
    reportedFailures.formIntersection(names)
    for name in names where !conversations.contains(where: { $0.name == name }) {
      readRequest(name)
    }
  }

  private mutating func readRequest(_ name: String) {
    do {
      let bytes = try Files.readRegular("\(folder)/\(name)", atMost: PasswordAgent.largestFile)
      conversations.append(try AgentConversation(name, try AskFile(bytes)))
    } catch {
      let words =
        switch error {
        case let problem as AskFile.Problem: problem.words
        case let error as SystemError where error.errno == EINVAL || error.errno == ELOOP:
          "not a regular file"
        case let error as SystemError: error.words
        default: "it cannot be read"
        }
      // A file that is gone was answered by another agent.
      guard Folder.has("\(folder)/\(name)"), reportedFailures.insert(name).inserted else { return }
      Files.warn("\(folder)/\(name): \(words)")
    }
  }

  /// Makes the daemon ask for waiting requests.
  private mutating func begin(_ conversations: some Sequence<AgentConversation>) {
    let now = MonotonicClock.nanoseconds
    guard retry <= now else { return }
    for conversation in conversations where conversation.state == .waiting {
      // It is tried again also when the daemon's backlog is full.
      guard
        case .connected(let stream) = PlymouthEndpoint.connect(
          waitingNanoseconds: PasswordAgent.retryNanoseconds)
      else {
        retry = now + PasswordAgent.retryNanoseconds
        if !hasWarned { Files.warn("no daemon listens for Plymouth's clients; trying again") }
        hasWarned = true
        return
      }
      hasWarned = false
      conversation.begin(stream)
      conversation.pump()
      restIfLost(conversation)
    }
  }

  /// A daemon that has disconnected is not asked again at once.
  private mutating func restIfLost(_ conversation: AgentConversation) {
    guard conversation.state == .waiting else { return }
    retry = MonotonicClock.nanoseconds + PasswordAgent.retryNanoseconds
  }

  /// Cancels requests after their deadline, or after the end of their process.
  private func expire() {
    let now = MonotonicClock.nanoseconds
    for conversation in conversations where conversation.state != .over {
      let isLate = conversation.file.deadline.map { $0 <= now } ?? false
      let isGone = conversation.file.process.map { kill($0, 0) < 0 && cl_errno() == ESRCH } ?? false
      if isLate || isGone { conversation.cancel() }
    }
  }

  /// The longest wait; only served requests can be retried.
  private func timeout(_ served: some Sequence<AgentConversation>) -> Int64? {
    let now = MonotonicClock.nanoseconds
    let open = conversations.filter { $0.state != .over }
    var times = open.compactMap(\.file.deadline)
    if served.contains(where: { $0.state == .waiting }) { times.append(retry) }
    if served.contains(where: { $0.state == .answering }) { times.append(now + 50_000_000) }
    // No event reports that a requesting process has ended without removing its file.
    if open.contains(where: { $0.file.process != nil }) {
      times.append(now + PasswordAgent.retryNanoseconds)
    }
    return times.min().map { max(0, $0 - now) }
  }
}

extension PollSlot {
  fileprivate static let folder = PollSlot(rawValue: 0)
  fileprivate static let signals = PollSlot(rawValue: 1)
  fileprivate static func conversation(_ index: Int) -> PollSlot { PollSlot(rawValue: 2 + index) }
}
