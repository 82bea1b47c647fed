// SPDX-License-Identifier: Apache-2.0

package import Motion

extension Instant {
  /// The earlier of two instants; nil is later than any.
  package static func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}
