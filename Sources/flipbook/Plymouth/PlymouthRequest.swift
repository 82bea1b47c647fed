/// A request of Plymouth's protocol: a letter and perhaps a text.
struct PlymouthRequest: Equatable {
  /// The longest text in bytes of UTF-8: its length with a NUL is one byte.
  static let longestText = 254

  let letter: Unicode.Scalar
  let text: String?

  init(_ letter: Unicode.Scalar, _ text: String? = nil) {
    self.letter = letter
    self.text = text
  }

  static let ping = PlymouthRequest("P")
  static let pause = PlymouthRequest("A")
  static let unpause = PlymouthRequest("a")
  static let cachedPasswords = PlymouthRequest("c")
  static func quit(retainsSplash: Bool) -> PlymouthRequest {
    PlymouthRequest("Q", retainsSplash ? "\u{1}" : "")
  }

  /// The bytes for the socket; a text that is too long is cut between characters, where Plymouth's
  /// client sends a broken length or aborts.
  var bytes: [UInt8] {
    let letter = UInt8(ascii: letter)
    guard let text else { return [letter, 0] }
    let argument = Array(text.prefix(utf8Count: PlymouthRequest.longestText).utf8)
    return [letter, 2, UInt8(argument.count + 1)] + argument + [0]
  }
}

/// What the daemon answers to a request.
enum PlymouthReply: Equatable {
  case acknowledged
  case refused
  case answer([UInt8])
  case answers([[UInt8]])
  /// The daemon cannot ask; the client is to do it.
  case noAnswer

  /// Reads a reply from the beginning of bytes, and tells how many it has; nil while it is not
  /// whole.
  static func read(_ bytes: [UInt8]) throws(PlymouthReplyError) -> (PlymouthReply, count: Int)? {
    switch bytes.first {
    case nil: return nil
    case 0x06: return (.acknowledged, 1)
    case 0x15: return (.refused, 1)
    case 0x05: return (.noAnswer, 1)
    case 0x02, 0x09:
      guard bytes.count >= 5 else { return nil }
      let size = (1...4).reduce(0) { $0 | Int(bytes[$1]) << (8 * ($1 - 1)) }
      guard size <= 1 << 20 else { throw PlymouthReplyError() }
      guard bytes.count >= 5 + size else { return nil }
      let payload = Array(bytes[5..<(5 + size)])
      return (bytes[0] == 2 ? .answer(payload) : .answers(strings(payload)), 5 + size)
    default: throw PlymouthReplyError()
    }
  }

  /// Texts that end with NUL each.
  private static func strings(_ payload: [UInt8]) -> [[UInt8]] {
    var parts = payload.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    if parts.last?.isEmpty == true { parts.removeLast() }
    return parts
  }
}

/// The daemon has answered something that is no reply.
struct PlymouthReplyError: Error {}
