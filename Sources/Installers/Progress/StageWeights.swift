// SPDX-License-Identifier: Apache-2.0

/// The share of each of several stages in the whole.
package struct StageWeights: Equatable {
  private let starts: [Int]
  private let total: Int

  /// Weights of the stages in order; at least one is above 0.
  package init(_ weights: [Int]) {
    precondition(weights.contains { $0 > 0 } && !weights.contains { $0 < 0 }, "no weights")
    var starts = [0]
    for weight in weights { starts.append(starts[starts.count - 1] + weight) }
    self.starts = starts
    total = starts[starts.count - 1]
  }

  /// Parses whole numbers of 0 to 1000000, separated by commas; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let weights = parts.compactMap { Int($0) }.filter { 0...1_000_000 ~= $0 }
    guard weights.count == parts.count, weights.count <= 1000, weights.contains(where: { $0 > 0 })
    else { return nil }
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
