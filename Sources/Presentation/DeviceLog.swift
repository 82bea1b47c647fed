// SPDX-License-Identifier: Apache-2.0

package import Animations
package import Linux
package import Text

/// Where events of devices and outputs are reported: the daemon's log, or events of a library's user.
///
/// A copy reports to the same place.
package protocol DeviceLog {
  /// Whether debug lines are of use.
  var isVerbose: Bool { get }

  /// Reports one line about an object, such as a connector; an empty name for none.
  func write(_ name: Span<UInt8>, _ text: Span<UInt8>, _ priority: LogPriority)

  /// Why a stage cannot be laid out, as a line.
  func text(of error: StageError) -> LongText
}

extension DeviceLog {
  /// Reports a difference from the request.
  func write(_ name: Span<UInt8>, _ text: Span<UInt8>) { write(name, text, .warning) }

  /// Reports the failure of an output.
  func write(_ name: Span<UInt8>, _ failure: OutputFailure) {
    let text = failure.line
    write(name, text.bytes, failure.priority)
  }

  /// Reports a constant line.
  func write(_ text: StaticString) { write(("" as StaticString).bytes, text.bytes) }

  /// Reports why a stage cannot be laid out for an output.
  func write(_ name: Span<UInt8>, _ error: StageError) {
    let reason = text(of: error)
    write(name, reason.bytes)
  }
}
