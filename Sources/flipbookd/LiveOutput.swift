import Control
import KMS
import Scanout
import System

/// An output that the loop can wait for, and whose failures it can tell.
protocol LiveOutput: Output, ~Copyable {
  /// What becomes readable when there is a report; nil where only the time tells.
  var pollNumber: CInt? { get }

  /// Puts a failure into words.
  static func describe(_ failure: Failure) -> InlineText<384>
}

extension MemoryOutput: LiveOutput {
  var pollNumber: CInt? { nil }

  static func describe(_ failure: Failure) -> InlineText<384> {
    var line = InlineText<384>()
    line.append("the picture in memory was drawn wrongly; please report this")
    return line
  }
}

extension KMSOutput: LiveOutput {
  var pollNumber: CInt? { descriptorNumber }

  static func describe(_ failure: KMSError) -> InlineText<384> {
    var line = InlineText<384>()
    line.append(failure.advice)
    line.append(" (")
    line.append(failure.operationName)
    if failure.errno != 0 {
      line.append(": ")
      line.append(ErrorNumber.name(of: failure.errno))
    }
    line.append(")")
    return line
  }
}
