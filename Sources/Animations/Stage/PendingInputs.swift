/// The orders that wait until a state may be left.
///
/// A later order takes the place of a waiting one of its kind, at the end, and a reset that of all.
/// So at most four wait: a reset and one of each other kind.
package struct PendingInputs {
  private var inputs: InlineArray<4, MotionInput> = InlineArray(repeating: .start)
  package private(set) var count = 0

  package init() {}

  var isEmpty: Bool { count == 0 }

  /// Puts an order behind the others.
  package mutating func append(_ input: MotionInput) {
    var kept = 0
    for index in 0..<count where !inputs[index].isReplaced(by: input) {
      inputs[kept] = inputs[index]
      kept += 1
    }
    inputs[kept] = input
    count = kept + 1
  }

  /// Puts an order before the others; one of its kind must not wait.
  package mutating func prepend(_ input: MotionInput) {
    var index = count
    while index > 0 {
      inputs[index] = inputs[index - 1]
      index -= 1
    }
    inputs[0] = input
    count += 1
  }

  /// Takes the first order out.
  package mutating func popFirst() -> MotionInput? {
    guard count > 0 else { return nil }
    let first = inputs[0]
    for index in 1..<4 { inputs[index - 1] = inputs[index] }
    count -= 1
    return first
  }
}
