// SPDX-License-Identifier: Apache-2.0

internal import Theme
internal import Stage

/// The words of `[when]`, and the situations in which they are true.
package enum SituationKeywords {
  static let aspects = ["portrait", "landscape", "wide"]
  static let modes = "\(MachineMode.words)".split(separator: " ").map(String.init)
  static let phases = ["idle", "running", "unknown", "failed", "done"]
  static let asking = "asking"

  static let all = [aspects, modes, phases, [asking]]

  /// Whether all words are true in some situation.
  static func canHold(_ words: [String], variants: [String]) -> Bool {
    for variant in [nil] + variants.map({ $0 as String? }) {
      for index in 0..<Situation.count
      where words.allSatisfy({ holds($0, in: index, variant: variant) }) {
        return true
      }
    }
    return false
  }

  /// Whether a word is true in a situation of a variant.
  static func holds(_ word: String, in situation: Int, variant: String?) -> Bool {
    let isAsking = situation % 2 == 1
    let phase = situation / 2 % Situation.phases
    let mode = situation / 2 / Situation.phases % Situation.modes
    let aspect = situation / 2 / Situation.phases / Situation.modes
    if word == variant { return true }
    if word == asking { return isAsking }
    // A wide stage is also a landscape.
    if word == aspects[1], aspect == 2 { return true }
    return word == aspects[aspect] || word == modes[mode] || word == phases[phase]
  }

  /// The mode of a situation.
  static func mode(of situation: Int) -> Int { situation / 2 / Situation.phases % Situation.modes }
}
