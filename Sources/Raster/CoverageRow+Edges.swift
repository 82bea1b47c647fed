extension CoverageRow {
  /// Adds what a list of edges has in the row from `top` to `bottom`, and takes out those that end there.
  ///
  /// All heights and `left`, the begin of the row, are in Q16. Returns the list's first edge, or -1.
  @_optimize(speed)
  mutating func addEdges(
    _ list: inout EdgeList, from first: Int32, top: Int32, bottom: Int32, left: Int32
  ) -> Int32 {
    var (first, previous, index) = (first, Int32(-1), first)
    while index >= 0 {
      let edge = list.edges[Int(index)]
      let (y0, y1) = (max(top, edge.y0), min(bottom, edge.y1))
      if y0 >= y1 {
        // It ends where the row begins.
      } else if edge.circle >= 0 {
        addArc(edge, of: &list.circles[Int(edge.circle)], y0, y1, left: left)
      } else {
        addLine(&list.edges[Int(index)], y0, y1, left: left)
      }
      if edge.y1 > bottom {
        previous = index
      } else if previous >= 0 {
        list.edges[Int(previous)].next = edge.next
      } else {
        first = edge.next
      }
      index = edge.next
    }
    return first
  }
}
