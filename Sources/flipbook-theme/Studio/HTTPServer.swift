// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Linux
import ToolSupport

/// A request of a browser.
struct HTTPRequest {
  enum Method { case get, post, other }

  let method: Method
  /// The path with the query, as it was sent.
  let target: String
  let host, origin: String?
  /// `Sec-Fetch-Site`: the relation of the sending page to this server, by the browser.
  let site: String?
  /// `If-Match`: the version of the file that the sender knows.
  let base: String?
  /// The port of the sender.
  let peer: UInt16
  let body: [UInt8]
}

/// The reply to a request.
struct HTTPReply {
  var status = 200
  var type = "application/json"
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// A JSON value.
  static func json(_ value: JSON, status: Int = 200) -> HTTPReply {
    HTTPReply(status: status, body: Array((value.text() + "\n").utf8))
  }

  /// A line for the user why something is not done.
  static func problem(_ line: String, status: Int) -> HTTPReply {
    json(.object([("error", .string(line))]), status: status)
  }
}

/// An HTTP server on 127.0.0.1: one request after the other.
///
/// SIGINT, SIGTERM and SIGHUP end it, as long as it lives.
@safe struct HTTPServer: ~Copyable {
  // Open from `init` to `deinit`; nothing else has it.
  private let server: OpaquePointer
  let port: UInt16

  /// The largest body: requests are read before they are refused, so that the page sends larger files in pieces.
  static let largestBody = 1 << 20

  /// Listens at a port; 0 is any free one.
  ///
  /// - Throws: Why it cannot.
  init(port: UInt16) throws(ToolError) {
    var error: CInt = 0
    // The call writes one number.
    guard let server = unsafe chttp_open(port, HTTPServer.largestBody, &error) else {
      throw .usage(
        "edit: cannot listen at 127.0.0.1:\(port): \(SystemError(.bind, errno: error).words)")
    }
    unsafe self.server = server
    self.port = unsafe chttp_port(server)
  }

  deinit {
    // It is not used any more.
    unsafe chttp_close(server)
  }

  /// Waits for the next request, which needs a reply; nil after a signal.
  borrowing func next() throws(ToolError) -> HTTPRequest? {
    var request = unsafe chttp_request()
    switch unsafe chttp_next(server, &request) {
    case 0: return nil
    case 1: break
    default: throw .usage("edit: the server's loop failed")
    }
    // The texts and the body live until the reply, and are copied now.
    let body = unsafe Array(UnsafeBufferPointer(start: request.body, count: request.body_size))
    func text(_ field: UnsafePointer<CChar>?) -> String? {
      unsafe field.map { unsafe String(cString: $0) }
    }
    let method: HTTPRequest.Method =
      switch unsafe Int(request.method) {
      case CHTTP_GET: .get
      case CHTTP_POST: .post
      default: .other
      }
    return HTTPRequest(
      method: method, target: unsafe text(request.target) ?? "", host: unsafe text(request.host),
      origin: unsafe text(request.origin), site: unsafe text(request.site),
      base: unsafe text(request.base), peer: unsafe request.peer, body: body)
  }

  /// Replies to the request of the last call of `next`.
  borrowing func reply(_ reply: HTTPReply) {
    for header in [("Content-Type", reply.type)] + StudioGate.headers + reply.headers {
      // The texts live through the call.
      unsafe chttp_header(server, header.0, header.1)
    }
    unsafe reply.body.withUnsafeBufferPointer { bytes in
      // The bytes live through the call.
      unsafe chttp_reply(server, CInt(reply.status), bytes.baseAddress, bytes.count)
    }
  }
}
