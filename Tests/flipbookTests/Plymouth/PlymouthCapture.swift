/// The calls of the capture of Plymouth's real client.
struct PlymouthCapture {
  /// One run of the client.
  struct Call {
    var arguments: [String]
    var requests: [[UInt8]] = []
    var replies: [[UInt8]] = []
    var status: Int32 = 0
  }

  let calls: [Call]

  init() throws {
    let text = String(
      decoding: try Captures.bytes("plymouth-client-capture-22.02.122.txt"), as: UTF8.self)
    var calls: [Call] = []
    for line in text.split(separator: "\n") {
      // The part for the old name of the socket is compared by Tests/PlymouthClient.
      if line.hasPrefix("###") { break }
      if line.hasPrefix("$ plymouth ") {
        calls.append(Call(arguments: PlymouthCapture.words(line.dropFirst(11))))
      } else if line.hasPrefix("    rx ") {
        calls[calls.count - 1].requests.append(PlymouthCapture.bytes(line))
      } else if line.hasPrefix("    tx ") {
        calls[calls.count - 1].replies.append(PlymouthCapture.bytes(line))
      } else if line.hasPrefix("    exit ") {
        let word = line.dropFirst(9).prefix { $0 != " " }
        calls[calls.count - 1].status = Int32(word) ?? 0
      }
    }
    self.calls = calls
  }

  /// Options begin with two dashes; the blanks inside of their values separate nothing.
  private static func words(_ text: Substring) -> [String] {
    var words: [String] = []
    for part in text.split(separator: " ", omittingEmptySubsequences: false) {
      if part.hasPrefix("--") || words.isEmpty {
        words.append(String(part))
      } else {
        words[words.count - 1] += " \(part)"
      }
    }
    return words
  }

  private static func bytes(_ line: Substring) -> [UInt8] {
    let hexadecimal = line.dropFirst(7).prefix { $0 != "b" || $0.isHexDigit }
    var bytes: [UInt8] = []
    for word in hexadecimal.split(separator: " ") {
      guard word.count == 2, let byte = UInt8(word, radix: 16) else { break }
      bytes.append(byte)
    }
    return bytes
  }
}
