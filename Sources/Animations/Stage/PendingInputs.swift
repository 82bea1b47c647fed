// SPDX-License-Identifier: Apache-2.0

/// The inputs that are pending until the current state may be left.
///
/// A later input replaces a pending one of its kind and goes to the end; a reset replaces all.
/// So at most four are pending: a reset and one of each other kind.
package struct PendingInputs {
  private var inputs: InlineArray<4, MotionInput> = InlineArray(repeating: .start)
  package private(set) var count = 0

  package init() {}

  var isEmpty: Bool { count == 0 }

  /// Appends an input.
  package mutating func append(_ input: MotionInput) {
    var kept = 0
    for index in 0..<count where !inputs[index].isReplaced(by: input) {
      inputs[kept] = inputs[index]
      kept += 1
    }
    inputs[kept] = input
    count = kept + 1
  }

  /// Inserts an input before the others; none of its kind may be pending.
  package mutating func prepend(_ input: MotionInput) {
    var index = count
    while index > 0 {
      inputs[index] = inputs[index - 1]
      index -= 1
    }
    inputs[0] = input
    count += 1
  }

  /// Removes and returns the first input.
  package mutating func popFirst() -> MotionInput? {
    guard count > 0 else { return nil }
    let first = inputs[0]
    for index in 1..<4 { inputs[index - 1] = inputs[index] }
    count -= 1
    return first
  }
}
