// SPDX-License-Identifier: Apache-2.0

import Text

/// Splits the bytes from SWUpdate's socket into messages, and detects their layout.
///
/// A message is 2400, 2408 or 2416 bytes long, and no length is sent. The layout is that which
/// all messages so far fit. If several fit, the next message or a pause decides.
package struct SWUpdateReader {
  /// The peer does not send SWUpdate's messages.
  package struct MalformedInput: Error {}

  private static var largestBacklog: Int { 64 * 2416 }

  private var bytes: [UInt8] = []
  private var isBeginning = true
  /// The layout, once it is known.
  package private(set) var layout: SWUpdateLayout?

  /// Whether there are bytes with an undecided layout.
  package var isUndecided: Bool { layout == nil && bytes.count >= SWUpdateLayout.first.size }

  /// Without any bytes.
  package init() {}

  /// Appends bytes.
  package mutating func append(_ more: Span<UInt8>) {
    for index in 0..<more.count { bytes.append(more[index]) }
  }

  /// The complete messages.
  ///
  /// `isPaused` means that no byte has come for a while, so that the bytes are whole messages.
  package mutating func frames(isPaused: Bool = false) throws(MalformedInput) -> [SWUpdateFrame] {
    guard skipAcknowledgement() else { return [] }
    if layout == nil { layout = try decide(isPaused: isPaused) }
    guard let layout else { return [] }
    var frames: [SWUpdateFrame] = []
    var start = 0
    while bytes.count - start >= layout.size {
      guard let frame = SWUpdateFrame(bytes.span.extracting(start..<start + layout.size), layout)
      else {
        throw MalformedInput()
      }
      frames.append(frame)
      start += layout.size
    }
    bytes.removeFirst(start)
    return frames
  }

  /// Removes the acknowledgement that 2024.12 and newer send first; false while it may still come.
  private mutating func skipAcknowledgement() -> Bool {
    guard isBeginning else { return true }
    guard bytes.count >= 8 else { return false }
    isBeginning = false
    if bytes.span.extracting(4..<8).isEqual(to: "ACK\0") { bytes.removeFirst(8) }
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

  /// Whether all bytes so far fit a layout.
  private func fits(_ layout: SWUpdateLayout, _ word: UInt32) -> Bool {
    var start = 0
    while bytes.count - start >= layout.headerSize {
      guard firstWord(at: start) == word,
        SWUpdateFrame(bytes.span.extracting(start..<bytes.count), layout) != nil
      else {
        return false
      }
      start += layout.size
    }
    return true
  }

  private func firstWord(at start: Int) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<4 { word |= UInt32(bytes[start + index]) << UInt32(8 * index) }
    return word
  }
}
