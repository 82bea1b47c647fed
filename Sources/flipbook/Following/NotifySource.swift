import CLinux
import System

/// What a command tells its service manager (`sd_notify`), overheard.
///
/// The command gets a socket of ours as its `NOTIFY_SOCKET`. Where this process has one itself, all
/// messages go on there: a service that is started through this tool is ready when the command says
/// so.
struct NotifySource: ProgressSource, ~Copyable {
  private let socket: FileDescriptor
  private let manager: DatagramNotify?
  private var progress = NotifyProgress()

  /// Makes the socket and puts it into the environment, for all programs that start from now on.
  init() throws(ToolError) {
    let managerName = Environment.withValue(of: "NOTIFY_SOCKET") { String(copying: $0) }
    let name = "@flipbook-run-\(getpid())-\(MonotonicClock.nanoseconds)"
    let what = "cannot make a socket for the command's messages"
    let socket = try ToolError.explaining(what) { () throws(SystemError) in
      try NotifySource.socket(at: Array(name.utf8))
    }
    manager = try managerName.map { name throws(ToolError) in
      try ToolError.explaining("NOTIFY_SOCKET \(name)") { () throws(SystemError) in
        try DatagramNotify(to: Array(name.utf8).span)
      }
    }
    self.socket = socket
    // Copied by the call; this program has one thread.
    _ = unsafe setenv("NOTIFY_SOCKET", name, 1)
  }

  private static func socket(at name: [UInt8]) throws(SystemError) -> FileDescriptor {
    let number = cl_unix_socket(1)
    guard number >= 0 else { throw SystemError(.socket, errno: cl_errno()) }
    let socket = FileDescriptor(adopting: number)
    // The name is an array's, which lives as long as the call.
    guard unsafe cl_unix_bind(number, name, name.count) == 0 else {
      throw SystemError(.bind, errno: cl_errno())
    }
    return socket
  }

  mutating func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
    poll.watch(slot, socket)
  }

  var deadline: Int64? { nil }

  mutating func advance(into reports: inout [Report]) throws(ToolError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      var span = buffer.mutableSpan
      let transfer = try ToolError.explaining("cannot read the command's messages") {
        () throws(SystemError) in try socket.read(into: &span)
      }
      // An empty datagram looks like an end, which such a socket does not have.
      guard case .bytes(let count) = transfer else { return true }
      // A manager that does not keep up loses a message; the command does not wait for it here.
      try? manager?.send(buffer.span.extracting(first: count))
      reports += progress.reports(for: buffer[..<count])
    }
  }
}
