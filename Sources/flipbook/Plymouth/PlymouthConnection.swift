import CLinux
import System

/// A connection to a daemon that speaks Plymouth's protocol; its requests wait for their replies.
struct PlymouthConnection: ~Copyable {
  /// Why there is no reply.
  enum Failure: Error {
    /// The daemon has hung up, or answers nonsense.
    case disconnected
    case timeout
  }

  private static let socket = PollSlot(rawValue: 0)

  private let stream: UnixStream
  private var poll = Poll<1>()
  private var received: [UInt8] = []

  /// Connects; nil where nobody listens.
  init?() {
    guard let stream = PlymouthConnection.stream() else { return nil }
    self.stream = stream
  }

  /// Connects to `$PLY_BOOT_SOCKET_PATH` where that is set, else to the name that daemons have now,
  /// else to the one that they had; nil where nobody listens.
  ///
  /// Abstract names belong to whoever takes them first: somebody else's is nobody's, as he would be
  /// told, and would answer, what only a splash is to know.
  static func stream() -> UnixStream? {
    if let path = Environment.withValue(of: "PLY_BOOT_SOCKET_PATH", { String(copying: $0) }) {
      return trusted(try? UnixStream(connectingTo: Array(path.utf8).span))
    }
    let name = Array("@/org/freedesktop/plymouthd".utf8)
    if let stream = trusted(try? UnixStream(connectingTo: name.span)) { return stream }
    return trusted(old())
  }

  /// A connection if root or the user of this process is at its other end.
  private static func trusted(_ stream: consuming UnixStream?) -> UnixStream? {
    guard let stream, let peer = try? stream.peer(), peer.userID == 0 || peer.userID == geteuid()
    else { return nil }
    return stream
  }

  /// The old name fills its address with NULs.
  private static func old() -> UnixStream? {
    let number = cl_unix_socket(0)
    guard number >= 0 else { return nil }
    let socket = FileDescriptor(adopting: number)
    let name = Array("/ply-boot-protocol".utf8)
    // The array lives as long as the call.
    guard unsafe cl_unix_connect_padded(number, name, name.count) == 0 else { return nil }
    return UnixStream(adopting: socket)
  }

  /// Sends a request and waits for its reply; without a timeout, for ever, as a person may be asked.
  mutating func ask(
    _ request: PlymouthRequest, timeoutNanoseconds: Int64? = nil
  ) throws(Failure) -> PlymouthReply {
    let deadline = timeoutNanoseconds.map { MonotonicClock.nanoseconds + $0 }
    var rest = request.bytes[...]
    while !rest.isEmpty {
      switch try? stream.send(Array(rest).span) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock: try wait(for: .writable, until: deadline)
      case .end, nil: throw .disconnected
      }
    }
    while true {
      if let reply = try takeReply() { return reply }
      switch receive() {
      case .bytes: continue
      case .wouldBlock: try wait(for: .readable, until: deadline)
      case .end: throw .disconnected
      }
    }
  }

  /// Waits until the daemon has hung up.
  mutating func waitForEnd() {
    while receive() != .end {
      received = []
      guard (try? wait(for: .readable, until: nil)) != nil else { return }
    }
  }

  private mutating func takeReply() throws(Failure) -> PlymouthReply? {
    do throws(PlymouthReplyError) {
      guard let (reply, count) = try PlymouthReply.read(received) else { return nil }
      received.removeFirst(count)
      return reply
    } catch {
      throw .disconnected
    }
  }

  /// Reads what is there; an error is an end.
  private mutating func receive() -> Transfer {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var span = buffer.mutableSpan
    guard let transfer = try? stream.receive(into: &span) else { return .end }
    if case .bytes(let count) = transfer { received += buffer[..<count] }
    return transfer
  }

  private mutating func wait(for events: PollEvents, until deadline: Int64?) throws(Failure) {
    let rest = deadline.map { $0 - MonotonicClock.nanoseconds }
    if let rest, rest <= 0 { throw .timeout }
    poll.watch(PlymouthConnection.socket, stream.descriptor, for: events)
    guard (try? poll.wait(timeoutNanoseconds: rest)) != nil else { throw .disconnected }
  }
}
