// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The kernel's command line, as words of the form `NAME` or `NAME=VALUE`.
///
/// Words are split as the kernel splits them (`next_arg` of its `lib/cmdline.c`): at white space
/// outside of double quotes. `--` ends them, for the rest belongs to the first process. The text is
/// part of the value.
package struct KernelCommandLine: Sendable {
  /// How much of the text is read; kernels are built for 256 to 4096 bytes.
  package static var capacity: Int { 4096 }

  /// One word: the ranges of its parts in the text, without the quotes around the value or the word.
  package struct Word: Sendable {
    /// The part before the first equals sign, or all of it.
    package let name: Range<Int>
    /// The part after the first equals sign; nil where there is none.
    package let value: Range<Int>?
  }

  /// Not inline (compiler-workarounds.md: large-inline-array).
  private var storage: [UInt8] = []
  private var count: Int { storage.count }

  /// Whether the text was longer than `capacity`; the word that was cut is left out.
  package private(set) var isTruncated = false

  /// Copies a text.
  package init(_ text: Span<UInt8>) {
    append(text)
    dropCutWord()
  }

  /// Reads the text from a file; the kernel's own is `/proc/cmdline`.
  package init(
    readingFrom path: borrowing Path = Path("/proc/cmdline")
  ) throws(SystemError) {
    let file = try FileDescriptor(opening: path, for: .readOnly, nonblocking: true)
    var part = InlineArray<256, UInt8>(repeating: 0)
    while !isTruncated {
      var space = part.mutableSpan
      guard case .bytes(let count) = try file.read(into: &space), count > 0 else { break }
      append(part.span.extracting(0..<count))
    }
    dropCutWord()
  }

  /// The text.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span.extracting(0..<count) }
  }

  /// A part of the text.
  @_lifetime(borrow self)
  package func bytes(_ range: Range<Int>) -> Span<UInt8> {
    storage.span.extracting(range)
  }

  /// The first word from a position on, which moves behind the word; nil at the end.
  package func nextWord(from position: inout Int) -> Word? {
    while position < count, storage[position].isSpace { position += 1 }
    guard position < count else { return nil }
    var start = position
    let isQuoted = storage[start] == UInt8.quote
    if isQuoted { start += 1 }
    var isInside = isQuoted
    var equals: Int?
    var end = start
    while end < count, isInside || !storage[end].isSpace {
      // An equals sign at the very beginning belongs to the name.
      if storage[end] == UInt8(ascii: "="), equals == nil, end > start { equals = end }
      if storage[end] == .quote { isInside.toggle() }
      end += 1
    }
    position = end
    if isQuoted, end > start, storage[end - 1] == .quote { end -= 1 }
    return word(start..<end, equals)
  }

  private func word(_ range: Range<Int>, _ equals: Int?) -> Word? {
    guard let equals, equals < range.upperBound else {
      let isEnd =
        range.count == 2 && storage[range.lowerBound] == UInt8(ascii: "-")
        && storage[range.lowerBound + 1] == UInt8(ascii: "-")
      return isEnd ? nil : Word(name: range, value: nil)
    }
    var (start, end) = (equals + 1, range.upperBound)
    if start < end, storage[start] == .quote {
      start += 1
      if start < end, storage[end - 1] == .quote { end -= 1 }
    }
    return Word(name: range.lowerBound..<equals, value: start..<end)
  }

  private mutating func append(_ text: Span<UInt8>) {
    let fitting = min(text.count, KernelCommandLine.capacity - count)
    for index in 0..<fitting { storage.append(text[index]) }
    if fitting < text.count { isTruncated = true }
  }

  private mutating func dropCutWord() {
    guard isTruncated else { return }
    while let last = storage.last, !last.isSpace { storage.removeLast() }
  }
}

extension UInt8 {
  fileprivate static var quote: UInt8 { UInt8(ascii: "\"") }

  /// The kernel's white space in ASCII; a zero separates words too.
  fileprivate var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self || self == 0 }
}
