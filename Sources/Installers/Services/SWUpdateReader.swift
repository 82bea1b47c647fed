// SPDX-License-Identifier: Apache-2.0

/// Cuts what comes from SWUpdate's socket into messages, and finds out how they are laid out.
///
/// A message is 2400, 2408 or 2416 bytes, and no length is sent. The layout is the one in which all
/// messages so far make sense; where several do, the next message decides, or a pause after it.
package struct SWUpdateReader {
  /// The other side does not send SWUpdate's messages.
  package struct MalformedInput: Error {}

  private static let acknowledgement: [UInt8] = Array("ACK\0".utf8)
  private static let largestBacklog = 64 * 2416

  private var bytes: [UInt8] = []
  private var isBeginning = true
  /// The layout, once it is known.
  package private(set) var layout: SWUpdateLayout?

  /// Whether there are bytes whose layout is not known yet.
  package var isUndecided: Bool { layout == nil && bytes.count >= SWUpdateLayout.first.size }

  /// Knows nothing yet of what is sent.
  package init() {}

  /// Takes bytes in.
  package mutating func append(_ more: some Sequence<UInt8>) {
    bytes += more
  }

  /// The messages that are complete; `isPaused` where nothing has come for a while, so that what
  /// is here is whole messages.
  package mutating func frames(isPaused: Bool = false) throws(MalformedInput) -> [SWUpdateFrame] {
    guard skipAcknowledgement() else { return [] }
    if layout == nil { layout = try decide(isPaused: isPaused) }
    guard let layout else { return [] }
    var frames: [SWUpdateFrame] = []
    var start = 0
    while bytes.count - start >= layout.size {
      guard let frame = SWUpdateFrame(bytes[start..<(start + layout.size)], layout) else {
        throw MalformedInput()
      }
      frames.append(frame)
      start += layout.size
    }
    bytes.removeFirst(start)
    return frames
  }

  /// Leaves out what 2024.12 and newer send first; false while that may still come.
  private mutating func skipAcknowledgement() -> Bool {
    guard isBeginning else { return true }
    guard bytes.count >= 8 else { return false }
    isBeginning = false
    if Array(bytes[4..<8]) == SWUpdateReader.acknowledgement { bytes.removeFirst(8) }
    return true
  }

  private func decide(isPaused: Bool) throws(MalformedInput) -> SWUpdateLayout? {
    guard bytes.count >= SWUpdateLayout.first.headerSize + 12 else { return nil }
    let word = firstWord(at: 0)
    let (likely, possible) = SWUpdateLayout.candidates(firstWord: word)
    var candidates = likely.filter { fits($0, word) }
    if candidates.isEmpty { candidates = possible.filter { fits($0, word) } }
    guard candidates.count > 1 else {
      guard let only = candidates.first else { throw MalformedInput() }
      return only
    }
    let whole = candidates.filter { bytes.count % $0.size == 0 }
    if isPaused, whole.count == 1 { return whole[0] }
    return bytes.count > SWUpdateReader.largestBacklog ? candidates[0] : nil
  }

  /// Whether everything so far makes sense in a layout.
  private func fits(_ layout: SWUpdateLayout, _ word: UInt32) -> Bool {
    var start = 0
    while bytes.count - start >= layout.headerSize {
      guard firstWord(at: start) == word, SWUpdateFrame(bytes[start...], layout) != nil else {
        return false
      }
      start += layout.size
    }
    return true
  }

  private func firstWord(at start: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) }
  }
}
