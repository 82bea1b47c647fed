// SPDX-License-Identifier: Apache-2.0

import Control
import Text

/// The text of a span, for comparison.
func string(_ span: Span<UInt8>) -> String {
  var bytes: [UInt8] = []
  for index in 0..<span.count { bytes.append(span[index]) }
  return String(decoding: bytes, as: UTF8.self)
}

/// The meaning of a line, or the text of the error.
func parse(_ line: String) -> Result<Request, Refused> {
  parse(Array(line.utf8))
}

/// The meaning of a line's bytes, or the text of the error.
func parse(_ line: [UInt8]) -> Result<Request, Refused> {
  let bytes = line.span
  do throws(CommandError) {
    return .success(try Request.parse(bytes))
  } catch {
    let text = error.text
    return .failure(Refused(text: string(text.bytes)))
  }
}

/// The text of an error.
struct Refused: Error, Equatable {
  var text: String
}
