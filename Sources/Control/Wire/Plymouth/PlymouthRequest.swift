// SPDX-License-Identifier: Apache-2.0

package import Text

/// One request of Plymouth's protocol.
package struct PlymouthRequest {
  /// The kind of request, a letter or a sign.
  package let code: UInt8

  /// The argument up to its first zero; nil where there is none.
  package let argument: Message?

  /// A request of these parts.
  package init(code: UInt8, argument: Message?) {
    self.code = code
    self.argument = argument
  }
}
