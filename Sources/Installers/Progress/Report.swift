/// What a source says about its work, in the words that are common to all of them.
///
/// Percentages may repeat, go back or lie: `ProgressModel` makes sense of them.
package enum Report: Equatable {
  /// Something begins anew: nothing of what was said before holds.
  case started
  /// So much of the whole is done.
  case overall(Percentage)
  /// Something goes on, but nobody knows how far it is.
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
