/// The orders that wait until a state may be left.
///
/// A later order takes the place of a waiting one of its kind, at the end, and a reset that of all.
/// So at most four wait: a reset and one of each other kind.
package struct OrderQueue {
  private var orders: InlineArray<4, Order> = InlineArray(repeating: .start)
  package private(set) var count = 0

  package init() {}

  var isEmpty: Bool { count == 0 }

  /// Puts an order behind the others.
  package mutating func append(_ order: Order) {
    var kept = 0
    for index in 0..<count where !orders[index].isReplaced(by: order) {
      orders[kept] = orders[index]
      kept += 1
    }
    orders[kept] = order
    count = kept + 1
  }

  /// Puts an order before the others; one of its kind must not wait.
  package mutating func prepend(_ order: Order) {
    var index = count
    while index > 0 {
      orders[index] = orders[index - 1]
      index -= 1
    }
    orders[0] = order
    count += 1
  }

  /// Takes the first order out.
  package mutating func popFirst() -> Order? {
    guard count > 0 else { return nil }
    let first = orders[0]
    for index in 1..<4 { orders[index - 1] = orders[index] }
    count -= 1
    return first
  }
}
