// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import ToolSupport

/// Admission to the studio: only by its address, which has a secret.
///
/// Other programs of the machine can connect to the port, and any web page can have the browser send requests there.
/// Pages of other servers do not know the secret. The names of host and origin are checked besides, so that a page
/// with a name of 127.0.0.1 cannot use an address that leaked.
struct StudioGate {
  let port: UInt16
  /// The secret first part of all paths.
  let token: String
  /// The secret of the address for the browser that is started.
  ///
  /// Command lines are visible to other users: it is for a program of this user alone, once, and soon.
  private var once: String?
  private let start = MonotonicClock.nanoseconds
  private static let nanosecondsOfOnce: Int64 = 30_000_000_000

  init(port: UInt16) {
    self.port = port
    token = StudioGate.secret()
    once = StudioGate.secret()
  }

  /// The address to open.
  var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  /// An address that leads there once.
  var addressOnce: String { "http://127.0.0.1:\(port)/\(once ?? "")" }

  /// Of every reply: nothing may be kept, framed by others, or loaded from elsewhere.
  static let headers = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("X-Frame-Options", "SAMEORIGIN"),
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        + "img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'; "
        + "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
    ),
  ]

  /// What a request asks for: the rest of its path and its query; or the reply to a request that gets nothing.
  enum Admission {
    case path(String, query: [String: String])
    case refused(HTTPReply)
  }

  mutating func admit(_ request: HTTPRequest) -> Admission {
    let refusal = HTTPReply(
      status: 403, type: "text/plain; charset=utf-8",
      body: Array("403: open the address that flipbook-theme edit has printed.\n".utf8))
    // Browsers leave the port of the protocol out.
    let names = ["127.0.0.1", "localhost"].flatMap { ["\($0):\(port)"] + (port == 80 ? [$0] : []) }
    guard let host = request.host, names.contains(host),
      request.origin.map({ $0 == "http://\(host)" }) ?? (request.method != .post),
      request.site.map({ $0 == "same-origin" || $0 == "none" }) ?? true
    else { return .refused(refusal) }
    if isOnce(request) {
      once = nil
      return .refused(
        HTTPReply(status: 303, type: "text/plain", headers: [("Location", "/\(token)/")]))
    }
    let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
    let path = parts.first ?? ""
    guard path.hasPrefix("/"), hasToken(path.utf8.dropFirst()) else { return .refused(refusal) }
    let rest = path.utf8.dropFirst(1 + token.utf8.count)
    guard rest.first == UInt8(ascii: "/") else { return .refused(refusal) }
    return .path(
      String(decoding: rest.dropFirst(), as: UTF8.self),
      query: StudioGate.query(parts.count > 1 ? parts[1] : ""))
  }

  private func isOnce(_ request: HTTPRequest) -> Bool {
    once != nil && request.method == .get && request.target == "/\(once ?? "")"
      && MonotonicClock.nanoseconds - start < StudioGate.nanosecondsOfOnce && isOwn(request.peer)
  }

  /// Whether a connected port of the loopback interface is this user's, by the kernel's list of connections.
  private func isOwn(_ peer: UInt16) -> Bool {
    func hexadecimal(_ port: UInt16) -> String {
      let digits = String(port, radix: 16, uppercase: true)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
    // 127.0.0.1 in the byte order of the machine; a socket of IPv6 has it at the end of a longer address.
    let address = UInt32(bigEndian: 0x7F00_0001)
    let digits = String(address, radix: 16, uppercase: true)
    let loopback = String(repeating: "0", count: 8 - digits.count) + digits
    return ["/proc/net/tcp", "/proc/net/tcp6"].contains { file in
      guard let list = try? Files.read(file) else { return false }
      return String(decoding: list, as: UTF8.self).split(separator: "\n").contains { line in
        let words = line.split(separator: " ")
        // A connection that its program has closed belongs to root there, so that only connected ones count (1).
        return words.count > 7 && words[1].hasSuffix("\(loopback):\(hexadecimal(peer))")
          && words[2].hasSuffix("\(loopback):\(hexadecimal(port))") && words[3] == "01"
          && words[7] == "\(geteuid())"
      }
    }
  }

  /// Compares all bytes, so that the time says nothing about the first wrong one.
  private func hasToken(_ path: some Collection<UInt8>) -> Bool {
    guard path.count >= token.utf8.count else { return false }
    return zip(path, token.utf8).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
  }

  /// The words of a query, `+` as blank.
  private static func query(_ text: String) -> [String: String] {
    var words: [String: String] = [:]
    for word in text.split(separator: "&") {
      let parts = word.split(separator: "=", maxSplits: 1).map { decoded(String($0)) }
      if let name = parts.first { words[name] = parts.count > 1 ? parts[1] : "" }
    }
    return words
  }

  /// A text without the escapes of an address, such as `%20`.
  static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// 128 random bits of the kernel, as digits.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
