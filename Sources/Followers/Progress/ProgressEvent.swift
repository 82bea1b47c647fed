// SPDX-License-Identifier: Apache-2.0

package import Text

/// A source's report, in the terms that are common to all sources.
///
/// Percentages may repeat, go back or be wrong: `ProgressModel` corrects that.
package enum ProgressEvent: Equatable {
  /// New work begins: all earlier reports are void.
  case started
  /// The progress of the whole.
  case overall(Percentage)
  /// Work goes on, but the progress is unknown.
  case unknown
  /// The progress of the current step.
  case step(Percentage)
  /// The current activity.
  case message(LongText)
  /// All work is done.
  case succeeded
  /// The work has failed, for this reason.
  case failed(LongText)
}
