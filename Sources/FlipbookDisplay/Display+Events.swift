// SPDX-License-Identifier: Apache-2.0

public import Animations
import Dispatch
import Linux
import Synchronization

extension Display {
  /// Shows a stage on a thread of its own until `handOver(retain:)`, or until the consumer of its events ends.
  ///
  /// Frames do not wait for the consumer of the events: of more than 4,096 events the oldest are dropped.
  ///
  /// - Parameter stage: the animation with its look.
  /// - Returns: The events; and a function that performs another with the loop on that thread, before its next frame. It may be
  ///   called from any thread, and does nothing after the end.
  /// - Throws: Why it cannot be shown.
  public func events<Content: Animation & Sendable>(
    of stage: DisplayStage<Content>
  ) throws(DisplayError) -> (
    events: AsyncStream<DisplayEvent>,
    perform: @Sendable (@escaping @Sendable (inout DisplayLoop<Content>) -> Void) -> Void
  ) where Content.Style: Sendable {
    let remote = try DisplayRemote<Content>()
    let (events, continuation) = AsyncStream.makeStream(
      of: DisplayEvent.self, bufferingPolicy: .bufferingNewest(4096))
    continuation.onTermination = { _ in remote.perform { $0.handOver(retain: false) } }
    let thread = DisplayThread(self, stage, remote, continuation)
    DispatchQueue(label: "flipbook.display").async { thread.run() }
    return (events, { remote.perform($0) })
  }
}

/// Performs commands on the thread of a display, from any other.
private final class DisplayRemote<Content: Animation>: Sendable {
  private let requests = Mutex<[@Sendable (inout DisplayLoop<Content>) -> Void]>([])
  /// A byte makes the loop read the requests.
  private let writer: FileDescriptor
  let reader: FileDescriptor

  init() throws(DisplayError) {
    do throws(SystemError) {
      let pair = try UnixStream.pair()
      writer = try pair.first.descriptor.duplicated()
      reader = try pair.second.descriptor.duplicated()
    } catch {
      throw DisplayError("cannot wake the display's thread", error)
    }
  }

  /// Performs a function with the display's loop before its next frame; after the end of the loop it does nothing.
  func perform(_ request: @escaping @Sendable (inout DisplayLoop<Content>) -> Void) {
    requests.withLock { $0.append(request) }
    // A full socket wakes the loop as well.
    _ = try? writer.writeAll([0].span)
  }

  func performAll(on loop: inout DisplayLoop<Content>) {
    var bytes = [UInt8](repeating: 0, count: 64)
    var span = bytes.mutableSpan
    _ = try? reader.read(into: &span)
    for request in requests.withLock({ requests in
      defer { requests = [] }
      return requests
    }) {
      request(&loop)
    }
  }
}

/// What a display's thread begins with.
private final class DisplayThread<Content: Animation & Sendable>: Sendable
where Content.Style: Sendable {
  private let display: Display
  private let stage: DisplayStage<Content>
  private let remote: DisplayRemote<Content>
  private let events: AsyncStream<DisplayEvent>.Continuation

  init(
    _ display: Display, _ stage: DisplayStage<Content>, _ remote: DisplayRemote<Content>,
    _ events: AsyncStream<DisplayEvent>.Continuation
  ) {
    (self.display, self.stage, self.remote, self.events) = (display, stage, remote, events)
  }

  func run() {
    do throws(DisplayError) {
      var loop = try display.start(stage)
      loop.wakeDescriptor = remote.reader.number
      try loop.run(beforeTurn: { remote.performAll(on: &$0) }) { event, _ in events.yield(event) }
    } catch {
      events.yield(.failure(of: "", reason: error.description))
    }
    events.finish()
  }
}
