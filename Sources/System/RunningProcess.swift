import CLinux

/// A process that is there, and what the kernel calls it.
public struct RunningProcess {
  /// Its process id.
  public let number: Int32
  private var text = InlineArray<16, UInt8>(repeating: 0)
  private var count = 0

  /// Looks for a process; nil where there is none of this id.
  ///
  /// A zombie is one that is there.
  public init?(_ number: Int32) {
    guard number > 0, kill(number, 0) == 0 || cl_errno() == EPERM else { return nil }
    self.number = number
    count = (try? readName()) ?? 0
  }

  /// The first 15 bytes of its file's name; empty where `/proc` cannot be read.
  ///
  /// Corresponds to `/proc/PID/comm`.
  public var name: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.span.extracting(first: count) }
  }

  private mutating func readName() throws(SystemError) -> Int {
    var path = Path("/proc/")
    try path.append(decimal: UInt32(number))
    let rest: StaticString = "/comm"
    for index in 0..<rest.utf8CodeUnitCount { try path.append(rest.bytes[index]) }
    let file = try FileDescriptor(opening: path, for: .readOnly)
    var space = text.mutableSpan
    guard case .bytes(let length) = try file.read(into: &space) else { return 0 }
    // The last byte is the line's end.
    return length - 1
  }
}
