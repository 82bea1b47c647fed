// SPDX-License-Identifier: Apache-2.0

/// Shows how far an import is.
package struct ImportProgress {
  private let show: ((String) -> Void)?

  /// Shows each step by a function, and nothing without one.
  package init(_ show: ((String) -> Void)? = nil) { self.show = show }

  /// A step of the work, in words.
  func step(_ text: @autoclosure () -> String) { show?(text()) }
}
