// SPDX-License-Identifier: Apache-2.0

/// What all objects of a script use, and their orderly end.
final class Heap {
  let limits: ScriptLimits
  var objects = 0
  var stringBytes = 0
  /// References that were followed in long chains and are not counted as steps yet.
  var hops = 0
  /// Contents of objects that ended, not yet released.
  private var ended: [Object.Content] = []
  private var isReleasing = false

  init(_ limits: ScriptLimits) { self.limits = limits }

  /// Releases contents one after the other: a chain of a million hashes would otherwise end by
  /// recursion, as deep as the chain is long.
  func release(_ content: consuming Object.Content) {
    ended.append(consume content)
    guard !isReleasing else { return }
    isReleasing = true
    while let last = ended.popLast() { _ = consume last }
    isReleasing = false
  }
}
