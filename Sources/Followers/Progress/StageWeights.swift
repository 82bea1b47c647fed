// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Text

/// The share of each of several stages in the whole.
package struct StageWeights: Equatable {
  private let starts: [Int64]
  private let total: Int64

  /// Weights of the stages in order; at least one is above 0.
  package init(_ weights: [Int]) {
    precondition(weights.contains { $0 > 0 } && !weights.contains { $0 < 0 }, "no weights")
    var starts: [Int64] = [0]
    for weight in weights { starts.append(starts[starts.count - 1] + Int64(weight)) }
    self.starts = starts
    total = starts[starts.count - 1]
  }

  /// Parses whole numbers of 0 to 1000000, separated by commas; nil for anything else.
  package init?(_ text: Span<UInt8>) {
    var weights: [Int] = []
    var start = 0
    while start <= text.count, weights.count < 1000 {
      let end = text.firstPosition(of: UInt8(ascii: ","), from: start)
      let digits = text.extracting(start..<end)
      guard !digits.isEmpty, let weight = digits.wholeNumber(upTo: 1_000_001), weight <= 1_000_000
      else { return nil }
      weights.append(weight)
      start = end + 1
    }
    guard start > text.count, weights.contains(where: { $0 > 0 }) else { return nil }
    self.init(weights)
  }

  /// The number of stages.
  package var count: Int { starts.count - 1 }

  /// The overall progress from that of a stage (from 0), with all stages before it done.
  package func overall(stage: Int, _ part: Percentage) -> Percentage {
    guard stage >= 0 else { return .zero }
    guard stage < count else { return .hundred }
    return part.mapped(
      from: Percentage(starts[stage], of: total), to: Percentage(starts[stage + 1], of: total))
  }
}
