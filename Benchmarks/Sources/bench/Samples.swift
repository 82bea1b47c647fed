/// Times of one thing, in picoseconds per frame.
struct Samples {
  private var times = [Int64]()

  /// How many there are.
  var count: Int { times.count }

  /// Adds the time of some frames.
  mutating func add(nanoseconds: Int64, frames: Int) {
    times.append(nanoseconds * 1000 / Int64(frames))
  }

  /// The shortest; 0 where there is none.
  func minimum() -> Int64 { quantile(0, of: 1) }

  /// The middle one; 0 where there is none.
  func median() -> Int64 { quantile(1, of: 2) }

  /// The time that a part of all do not exceed.
  func quantile(_ part: Int, of whole: Int) -> Int64 {
    if times.isEmpty { return 0 }
    return times.sorted()[(times.count - 1) * part / whole]
  }
}
