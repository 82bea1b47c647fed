// SPDX-License-Identifier: Apache-2.0

internal import Theme
internal import Stage

extension ThemeSelection {
  /// Whether an element shows how far a boot is, on displays of any aspect ratio.
  var findsBootProgress: Bool {
    for index in 0..<pack.count(.pieces) {
      let piece = pack[PieceRecord.self, index]
      if piece.kind == .placeholder && piece.placeholder == .percent { return true }
    }
    for aspect in 0..<Situation.aspects {
      let situation = Situation.index(
        aspect: aspect, mode: MachineMode.bootUp.rawValue, phase: 1, isAsking: false)
      for node in 0..<pack.count(.nodes) {
        if let record = record(ofNode: node, situation), shows(record, ofNode: node) { return true }
      }
    }
    return false
  }

  /// Whether a record of a node shows the progress of channel 1.
  private func shows(_ record: Int, ofNode node: Int) -> Bool {
    guard pack[NodeRecord.self, node].channel <= 1 else { return false }
    switch kind(ofNode: node) {
    case .animation:
      let element = pack[AnimationElement.self, record]
      switch element.kind {
      case .bar, .download, .ring: return true
      case .frames: return element.isBound
      }
    case .motion: return pack[MotionElement.self, record].binding == .progress
    case .background, .stack, .image, .text, .prompt, .clock, .shading, .parts: return false
    }
  }
}
