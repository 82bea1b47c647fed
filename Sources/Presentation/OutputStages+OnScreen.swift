// SPDX-License-Identifier: Apache-2.0

package import Animations
import KMS
import OutputConfiguration
import Scanout
package import Stage

// The on-screen keyboard, which one output has.
extension OutputStages where Source: ~Copyable {
  /// The output with the keyboard: the panel that is built in, or else the first that shows something.
  private var onScreenOutput: OutputStage<Source.Content>? {
    mutating get {
      var first: OutputStage<Source.Content>?
      for output in list where !output.isBlank && !output.isSuspended {
        if output.pipe?.connector.kind.isInternal == true { return output }
        if first == nil { first = output }
      }
      return first
    }
  }

  /// The display of that output; nil without any.
  package var onScreenDisplay: OnScreenDisplay? {
    mutating get {
      guard let output = onScreenOutput else { return nil }
      let size = output.presenter.output.sizeInPixels
      var millimetres = output.presenter.output.sizeInMillimetres
      if let size = millimetres, DisplayScale.isPlaceholder(size) { millimetres = nil }
      return OnScreenDisplay(
        width: size.width, height: size.height, rotation: output.layout.rotation,
        millimetresWide: millimetres?.width ?? 0, millimetresHigh: millimetres?.height ?? 0)
    }
  }

  /// Sets what the keyboard shows during a prompt; nil for no keyboard.
  package mutating func set(keyboard face: OnScreenFace?) {
    if face != nil {
      let (output, display) = (onScreenOutput, onScreenDisplay)
      for other in list { other.setKeyboard(other === output ? display : nil) }
    }
    model.set(keyboard: face)
  }
}
