// SPDX-License-Identifier: Apache-2.0

/// A word of a script.
enum Token: Equatable {
  case number(Double)
  case string(String)
  case identifier(String)
  /// One character that is none of the others; operators of two characters are two symbols.
  case symbol(UInt8)
  case end
}

/// A token, its line, and whether blanks or a comment stand before it.
struct PlacedToken {
  var token: Token
  var line: Int
  /// Operators of two characters have none between them.
  var isAfterBlank: Bool
}
