// SPDX-License-Identifier: Apache-2.0

package import Animations

/// One request of Plymouth's protocol.
package struct PlymouthRequest {
  /// What is asked for, a letter or a sign.
  package let code: UInt8

  /// The argument up to its first zero; nil where there is none.
  package let argument: Message?

  /// Puts a request together.
  package init(code: UInt8, argument: Message?) {
    self.code = code
    self.argument = argument
  }
}
