// SPDX-License-Identifier: Apache-2.0

/// Splits a byte stream into lines, in bounded memory.
///
/// A line ends with a newline, before which a carriage return is ignored. A line that does not fit
/// is reported once, and the rest of it is skipped up to its newline. Where asked for, a zero byte
/// ends a line as well.
package struct LineReader: ~Copyable {
  /// The next item in the bytes so far.
  package enum Item: Equatable, Sendable {
    /// A line: its range without its end, valid until the next append.
    case line(Range<Int>)
    /// A line that is longer than the reader can hold.
    case tooLong
  }

  private let capacity: Int
  private var endsAtZero = false
  // Empty until it is needed, so that an unused slot costs nothing.
  private var bytes: [UInt8] = []
  private var start = 0
  private var scanned = 0
  private var end = 0
  private var isSkipping = false

  /// A reader of lines of at most `capacity` bytes, their ends included.
  package init(capacity: Int) {
    precondition(capacity > 0, "a line needs room")
    self.capacity = capacity
  }

  /// Chooses whether a zero byte ends a line.
  mutating func setEndsAtZero(_ endsAtZero: Bool) {
    self.endsAtZero = endsAtZero
  }

  /// Whether it has its buffer.
  var hasRoom: Bool { !bytes.isEmpty }

  /// Allocates its buffer, unless it has one already.
  mutating func makeRoom() {
    if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: capacity) }
  }

  /// How many bytes can be appended now; never 0 when `next()` has returned nil.
  package var room: Int { capacity - (end - start) }

  /// Whether a line has begun but not ended.
  ///
  /// Meaningful when `next()` has returned nil.
  package var isInsideLine: Bool { isSkipping || end > start }

  /// Appends bytes, at most `room` of them.
  package mutating func append(_ input: Span<UInt8>) {
    precondition(input.count <= room, "more bytes than there is room for")
    makeRoom()
    if end + input.count > capacity { moveToFront() }
    for index in 0..<input.count {
      bytes[end + index] = input[index]
    }
    end += input.count
  }

  /// The next item in the bytes so far; nil when more are needed.
  package mutating func next() -> Item? {
    while true {
      guard let newline = findNewline() else {
        if isSkipping { removeAll() }
        guard end - start == capacity else { return nil }
        removeAll()
        isSkipping = true
        return .tooLong
      }
      var line = start..<newline
      start = newline + 1
      scanned = start
      if isSkipping {
        isSkipping = false
        continue
      }
      if let last = line.last, bytes[last] == 0x0D { line = line.lowerBound..<last }
      return .line(line)
    }
  }

  /// The bytes of a line that `next()` has just returned.
  @_lifetime(borrow self)
  package func bytes(of line: Range<Int>) -> Span<UInt8> {
    bytes.span.extracting(line)
  }

  /// The bytes after the last line, for a protocol without lines.
  var unread: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting(start..<end) }
  }

  /// Removes the first unread bytes, which have been parsed.
  mutating func removeFirst(_ count: Int) {
    precondition(count <= end - start, "more bytes than there are")
    start += count
    scanned = start
  }

  /// Removes all bytes, and stops skipping a line.
  package mutating func reset() {
    removeAll()
    isSkipping = false
  }

  private mutating func findNewline() -> Int? {
    while scanned < end {
      if bytes[scanned] == 0x0A || endsAtZero && bytes[scanned] == 0 { return scanned }
      scanned += 1
    }
    return nil
  }

  private mutating func removeAll() {
    start = 0
    scanned = 0
    end = 0
  }

  private mutating func moveToFront() {
    let length = end - start
    for index in 0..<length {
      bytes[index] = bytes[start + index]
    }
    scanned -= start
    start = 0
    end = length
  }
}
