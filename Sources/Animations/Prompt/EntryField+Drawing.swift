// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme
internal import Stage

extension EntryField {
  /// The most bullets that are ever shown.
  private static var mostBullets: Int { 16 }

  /// Draws the field with the typed text, and the line below it.
  ///
  /// While it shakes, it is displaced to the right by `offset` points.
  func draw(
    at place: borrowing PromptLayout, offset: Fixed, into scene: inout Scene,
    transform: Transform
  ) {
    let (cap, border) = (place.capHeight, place.borderWidth)
    let field = place.field
    var (x, y) = (field.x + offset, field.y)
    func add(_ inset: Fixed, _ color: Color, into scene: inout Scene) {
      scene.add(
        .roundedRectangle(
          Rectangle(
            x: x + inset, y: y + inset, width: field.width - 2 * inset,
            height: field.height - 2 * inset), radius: max(place.fieldRadius - inset, 0)),
        paint: .solid(color), transform: transform)
    }
    if let parts = place.parts, let image = parts.front {
      parts.draw(image, at: Point(x, y), into: &scene)
    } else {
      if border > 0 { add(0, place.borderColor, into: &scene) }
      add(border, place.fieldColor, into: &scene)
    }
    let below = place.middleBelow
    let color = place.typedColor
    let typography = place.typography
    var taken: Fixed = 0
    if keymap != 0, place.showsKeymap, place.hasLineBelow {
      var letters = InlineArray<8, UInt8>(repeating: 0)
      var count = 0
      while count < 8, keymap >> UInt64(8 * count) != 0 {
        letters[count] = UInt8(truncatingIfNeeded: keymap >> UInt64(8 * count))
        count += 1
      }
      let name = letters.span.extracting(first: count)
      typography.draw(
        name, capHeight: cap, alignment: .end, in: place.line(around: below + Point(offset, 0)),
        place.questionColor, into: &scene, transform: transform)
      taken = typography.width(of: name, capHeight: cap) + cap
    }
    if isCapsLockOn, place.hasLineBelow {
      typography.drawCapsText(
        at: place, below, besides: taken, into: &scene, transform: transform)
    }
    var width = place.fieldWidth - cap.twentieths(48)
    x += cap.twentieths(24)
    y += place.fieldHeight / 2
    if kind == .secret {
      if place.icon.width <= 0 {
        scene.addText(
          "\u{1F512}", capHeight: cap.twentieths(36), center: Point(x + cap.twentieths(13), y),
          color: color, transform: transform)
        x += cap.twentieths(46)
        width -= cap.twentieths(46)
      }
      x +=
        place.parts?.drawBullets(bulletCount, from: Point(x, y), width: width, into: &scene)
        ?? typography.drawBullets(
          bulletCount, at: place, from: Point(x, y), width: width, into: &scene,
          transform: transform)
        ?? addBullets(
          place, from: Point(x, y), width: width, into: &scene, transform: transform)
    } else {
      let line = Rectangle(x: x, y: y - cap / 2, width: width, height: cap)
      x += cap / 4
      x += typography.drawEnd(of: text, in: line, color, into: &scene, transform: transform)
    }
    let height = cap.twentieths(36)
    scene.add(
      .rectangle(
        Rectangle(x: x, y: y - height / 2, width: max(place.borderWidth, cap / 8), height: height)),
      paint: .solid(color), transform: transform)
  }

  /// The largest number of bullets.
  static func most(fitting: Int) -> Int { min(mostBullets, fitting) }

  /// The number of bullets for a number of characters.
  ///
  /// If there are more characters than fit, each further one adds or removes the last bullet: a key press is
  /// visible, but not how many there were.
  static func bullets(_ typed: Int, fitting: Int) -> Int {
    let most = most(fitting: fitting)
    return typed <= most ? typed : most - (typed - most) & 1
  }

  /// Adds bullets to a path; returns the cursor's distance from the first one's left edge.
  private func addBullets(
    _ place: borrowing PromptLayout, from start: Point, width: Fixed, into scene: inout Scene,
    transform: Transform
  ) -> Fixed {
    let diameter = max(place.bullet, Fixed(raw: 1 << 24))
    let pitch = min(
      max(width / Fixed(EntryField.mostBullets), diameter + diameter / 8),
      diameter + diameter / 3)
    let fitting = max((width / pitch).floor, 0)
    let count = max(EntryField.bullets(bulletCount, fitting: fitting), 0)
    func add(
      _ indices: Range<Int>, _ color: Color, _ opacity: Fraction, into scene: inout Scene
    ) {
      scene.beginPath()
      for index in indices {
        let center = Point(start.x + diameter / 2 + pitch * Fixed(index), start.y)
        scene.move(to: center)
        scene.line(to: center)
      }
      scene.add(
        .stroke(scene.endPath(), width: place.bullet), paint: .solid(color), opacity: opacity,
        transform: transform)
    }
    add(0..<count, place.typedColor, .one, into: &scene)
    let absent = place.absentBullets
    add(
      count..<max(EntryField.most(fitting: fitting), count), absent.color, absent.opacity,
      into: &scene)
    return pitch * Fixed(count)
  }
}
