// SPDX-License-Identifier: Apache-2.0

/// Why a stage test failed or could not run; the description is one line, or a few for images.
public struct StageTestError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, where, and what happens next.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
