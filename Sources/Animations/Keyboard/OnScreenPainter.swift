// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint
internal import Stage
internal import Theme

/// Draws the on-screen keyboard below a prompt, in the prompt's colours and font.
///
/// Each pressed key is a shape of its own over the keys, so that a touch damages only that key.
struct OnScreenPainter {
  let face: OnScreenFace
  let layout: OnScreenLayout
  let stage: StageLayout

  /// Nil where the layout's output has no keyboard.
  init?(_ face: OnScreenFace?, on stage: StageLayout) {
    guard let face, let display = stage.keyboardDisplay else { return nil }
    (self.face, self.stage) = (face, stage)
    layout = OnScreenLayout(face.layer, on: display)
  }

  /// The height of the stage above the keyboard, in points.
  var freeHeight: Fixed { Fixed(layout.top) / stage.scale }

  /// Draws the keyboard in the colours of a prompt.
  func draw(like prompt: borrowing PromptLayout, into scene: inout Scene) {
    let text = prompt.questionColor
    let panel = OnScreenPainter.background(scene.background, for: text).mixed(
      with: text, Fixed(6, over: 100))
    let plain = panel.mixed(with: text, Fixed(14, over: 100))
    let other = panel.mixed(with: text, Fixed(5, over: 100))
    let pressed = panel.mixed(with: text, Fixed(45, over: 100))
    let transform = stage.stageTransform
    scene.add(
      .rectangle(
        box(
          PixelRectangle(
            x: 0, y: layout.top, width: layout.width, height: layout.height - layout.top))),
      paint: .solid(panel), transform: transform)
    let layer = face.layer
    for index in layer.keys.indices {
      let isLit = layer.keys[index].action == .shift && layer.shift != .off
      addKey(
        index, isLit ? pressed : layer.keys[index].isCharacter ? plain : other, into: &scene)
    }
    // Both are always there, so that the number of shapes does not differ: one that is not shown has the colour of
    // the key below it.
    let hidden = layer.keys.count - 1
    for number in face.pressed.indices {
      let index = Int(face.pressed[number])
      if layer.keys.indices.contains(index) {
        addKey(index, pressed, into: &scene)
      } else {
        // Without the round corners: their pixels would be mixed twice.
        let key = layout.key(hidden, of: layer)
        let inner = PixelRectangle(
          left: key.x + radius, top: key.y + radius, right: key.right - radius,
          bottom: key.bottom - radius)
        scene.add(
          .rectangle(box(inner)),
          paint: .solid(layer.keys[hidden].isCharacter ? plain : other), transform: transform)
      }
    }
    let capHeight = capHeight(like: prompt)
    for index in layer.keys.indices {
      OnScreenLabel(
        layer.keys[index], of: layer, box: box(layout.key(index, of: layer)), capHeight: capHeight,
        color: text, scale: stage.scale
      ).draw(prompt.typography, into: &scene, transform: transform)
    }
    if let pointer = face.pointer {
      drawPointer(at: pointer, prompt, into: &scene, transform: transform)
    }
  }

  /// The stage's background, or where a text cannot be read on it, black or white: the text is meant for a gradient or an
  /// image above the background then.
  private static func background(_ color: Color, for text: Color) -> Color {
    let isLight = BuiltInLook.isLight(text)
    if BuiltInLook.isLight(color) != isLight { return color }
    return isLight ? .black : .white
  }

  /// The cap height of all labels, in whole pixels: for the smallest key.
  private func capHeight(like prompt: borrowing PromptLayout) -> Fixed {
    let keyHeight = layout.rowHeight - layout.gap
    let pixels = min(keyHeight * 3 / 10, layout.pitch * 35 / 100)
    return Fixed(max(pixels, 5)) / stage.scale
  }

  /// The radius of a key's corners, in pixels.
  private var radius: Int { max(layout.gap, layout.rowHeight / 10) }

  private func addKey(_ index: Int, _ color: Color, into scene: inout Scene) {
    scene.add(
      .roundedRectangle(
        box(layout.key(index, of: face.layer)), radius: Fixed(radius) / stage.scale),
      paint: .solid(color), transform: stage.stageTransform)
  }

  /// A rectangle of pixels in points.
  private func box(_ pixels: PixelRectangle) -> Rectangle {
    func points(_ pixels: Int) -> Fixed { Fixed(pixels) / stage.scale }
    let (x, y) = (points(pixels.x), points(pixels.y))
    return Rectangle(
      x: x, y: y, width: points(pixels.right) - x, height: points(pixels.bottom) - y)
  }

  /// Draws an arrow that points to the upper left, in two colours, so that it is seen on every background.
  private func drawPointer(
    at tip: (x: Int32, y: Int32), _ prompt: borrowing PromptLayout, into scene: inout Scene,
    transform: Transform
  ) {
    let size = Fixed(max(12, layout.rowHeight / 2)) / stage.scale
    let (x, y) = (Fixed(Int(tip.x)) / stage.scale, Fixed(Int(tip.y)) / stage.scale)
    let line = max(size / 12, 1 / stage.scale)
    func path(into scene: inout Scene) -> PathRange {
      scene.beginPath()
      scene.move(to: Point(x, y))
      scene.line(to: Point(x, y + size))
      scene.line(to: Point(x + size * Fixed(28, over: 100), y + size * Fixed(74, over: 100)))
      scene.line(to: Point(x + size * Fixed(70, over: 100), y + size * Fixed(70, over: 100)))
      scene.close()
      return scene.endPath()
    }
    scene.add(
      .stroke(path(into: &scene), width: 2 * line), paint: .solid(scene.background),
      transform: transform)
    scene.add(
      .fill(path(into: &scene)), paint: .solid(prompt.questionColor), transform: transform)
  }
}
