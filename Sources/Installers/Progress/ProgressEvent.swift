// SPDX-License-Identifier: Apache-2.0

/// What a source reports of its work, in the terms that are common to all sources.
///
/// Percentages may repeat, go back or lie: `ProgressModel` makes sense of them.
package enum ProgressEvent: Equatable {
  /// Something begins: nothing that was reported before holds.
  case started
  /// So much of the whole is done.
  case overall(Percentage)
  /// Something goes on, but how far is unknown.
  case unknown
  /// So much is done of the step that is at work.
  case step(Percentage)
  /// What is being done.
  case message(String)
  /// All is done.
  case succeeded
  /// It has failed, for this reason.
  case failed(String)
}
