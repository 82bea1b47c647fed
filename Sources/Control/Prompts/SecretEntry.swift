// SPDX-License-Identifier: Apache-2.0

internal import Motion
internal import Text

/// The answer being typed and the recent answers, in memory for secrets.
///
/// The memory holds a reply (five bytes of head, then the typed text), and behind it the recent
/// passwords with a head of their own. A reply is also in the client's reply queue until it is
/// sent; that is ordinary memory, wiped afterwards.
struct SecretEntry: ~Copyable {
  private static var headSize: Int { 5 }
  /// The longest answer in bytes; cryptsetup reads no more of a passphrase from a terminal.
  private static var longest: Int { 512 }
  private static var cacheStart: Int { 1024 }
  /// The end of the cache: systemd reads a reply of at most 2,048 bytes, `LINE_MAX`.
  private static var cacheEnd: Int { cacheStart + 2048 }

  /// How long answers are kept for further questions, as systemd's key ring keeps them.
  private static var cacheTime: TimeSpan { .milliseconds(150_000) }

  private var memory: AnswerMemory?
  // Of the text alone.
  private var count = 0
  private var cachedCount = 0
  private var isAnswered = false
  /// Whether the last typed character did not fit.
  private(set) var isFull = false

  /// When to forget the passwords that were answered.
  private(set) var forgetsAt: Instant?

  /// Gets the memory; false where there is none.
  mutating func prepare() -> Bool {
    if memory == nil { memory = AnswerMemory.allocated(size: 4096) }
    return memory != nil
  }

  /// Whether the person refused to answer.
  var isGivenUp: Bool { isAnswered && count == 1 && lastByte == 0x03 }

  /// The answer as it goes over the wire; empty until there is one.
  var reply: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes(0, isAnswered ? SecretEntry.headSize + count : 0) }
  }

  /// All passwords as they go over the wire; empty when there are none.
  var cached: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      bytes(SecretEntry.cacheStart, cachedCount > 0 ? SecretEntry.headSize + cachedCount : 0)
    }
  }

  /// Wipes the typed text.
  mutating func clear() {
    count = 0
    isFull = false
    isAnswered = false
    memory?.wipe(0..<SecretEntry.cacheStart)
  }

  /// Wipes the passwords that were answered.
  mutating func forget() {
    cachedCount = 0
    forgetsAt = nil
    memory?.wipe(SecretEntry.cacheStart..<SecretEntry.cacheEnd)
  }

  /// Answers with one key.
  ///
  /// That discards the text typed for another question.
  mutating func answer(withKey key: UInt8) {
    clear()
    append(key)
    finish()
  }

  /// Appends one typed byte; true when it completes an answer.
  mutating func type(_ byte: UInt8, isSecret: Bool, at now: Instant) -> Bool {
    if isAnswered { clear() }
    switch byte {
    case 0x0A, 0x0D:
      if isSecret { remember(at: now) }
      finish()
      return true
    case 0x03, 0x04:
      // Control-C and Control-D are passed to the client.
      answer(withKey: 0x03)
      return true
    case 0x08, 0x7F: eraseCharacter()
    case 0x15: clear()
    case 0x17: eraseWord()
    case 0x00...0x1F: break
    default: append(byte)
    }
    return false
  }

  /// How many characters have been typed.
  var characterCount: Int {
    let typed = bytes(SecretEntry.headSize, count)
    var characters = 0
    for index in 0..<typed.count where !typed[index].continuesCharacter { characters += 1 }
    return characters
  }

  /// The typed text in a form that can be drawn.
  var shown: InlineText<512> { InlineText(showing: bytes(SecretEntry.headSize, count)) }

  @_lifetime(borrow self)
  private func bytes(_ start: Int, _ count: Int) -> Span<UInt8> {
    switch memory {
    case .some(let memory):
      // The memory belongs to this entry, which is borrowed for as long as the span.
      return unsafe _overrideLifetime(
        memory.bytes.extracting(start..<start + count), borrowing: self)
    case .none: return Span()
    }
  }

  private mutating func append(_ byte: UInt8) {
    // A character that does not fit as a whole is left out: its first byte, and its tail.
    if !byte.continuesCharacter {
      let size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      isFull = count + size > SecretEntry.longest
    }
    guard !isFull, count < SecretEntry.longest else { return }
    memory?[SecretEntry.headSize + count] = byte
    count += 1
  }

  private mutating func eraseCharacter() {
    while count > 0 {
      let byte = lastByte
      eraseByte()
      if !byte.continuesCharacter { return }
    }
  }

  private mutating func eraseWord() {
    while count > 0, lastByte == 0x20 { eraseByte() }
    while count > 0, lastByte != 0x20 { eraseByte() }
  }

  private var lastByte: UInt8 { bytes(SecretEntry.headSize, count)[count - 1] }

  private mutating func eraseByte() {
    count -= 1
    isFull = false
    memory?[SecretEntry.headSize + count] = 0
  }

  /// Writes the head before the typed text.
  private mutating func finish() {
    isAnswered = true
    writeHead(PlymouthReplyCode.answer, count, at: 0)
  }

  private mutating func remember(at now: Instant) {
    let end = SecretEntry.cacheStart + SecretEntry.headSize + cachedCount
    guard end + count < SecretEntry.cacheEnd else { return }
    for index in 0..<count {
      let byte = bytes(SecretEntry.headSize, count)[index]
      memory?[end + index] = byte
    }
    memory?[end + count] = 0
    cachedCount += count + 1
    forgetsAt = now + SecretEntry.cacheTime
    writeHead(PlymouthReplyCode.answers, cachedCount, at: SecretEntry.cacheStart)
  }

  private mutating func writeHead(_ kind: UInt8, _ size: Int, at start: Int) {
    memory?[start] = kind
    for index in 0..<4 {
      memory?[start + 1 + index] = UInt8(truncatingIfNeeded: size >> (8 * index))
    }
  }
}
