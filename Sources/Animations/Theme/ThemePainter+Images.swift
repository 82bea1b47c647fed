// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme

// Backgrounds, images and panels.
extension ThemePainter {
  /// Draws a background, or during a transition both backgrounds.
  func drawBackground(
    _ incoming: ThemeLayout.Element, from outgoing: ThemeLayout.Element?, _ part: Fraction,
    into scene: inout Scene
  ) {
    guard let outgoing else { return drawBackground(incoming, into: &scene) }
    let (covered, covers) = (theme.hasCover(outgoing), theme.hasCover(incoming))
    // If both cover the stage, the outgoing one stays opaque until the end of the transition.
    scene.beginGroup(covers ? .one : .one - part)
    drawBackground(outgoing, into: &scene)
    let old = scene.background
    scene.beginGroup(part)
    drawBackground(incoming, into: &scene)
    scene.beginGroup(.one)
    if covered == covers {
      scene.background = old.mixed(with: scene.background, Fixed(part))
    } else if covers {
      scene.background = old
    }
  }

  /// Draws the firmware's logo over one background or, during a transition, over both.
  ///
  /// - Returns: Whether the incoming background has it.
  func drawLogo(
    over incoming: ThemeLayout.Element, from outgoing: ThemeLayout.Element?, _ part: Fraction,
    into scene: inout Scene
  ) -> Bool {
    let isIncoming = showsLogo(incoming)
    guard let logo = layout.logo else { return isIncoming }
    let isOutgoing = outgoing.map(showsLogo) ?? isIncoming
    guard isIncoming || isOutgoing else { return false }
    scene.beginGroup(isIncoming == isOutgoing ? .one : isIncoming ? part : .one - part)
    logo.draw(into: &scene)
    scene.beginGroup(.one)
    return isIncoming
  }

  private func showsLogo(_ background: ThemeLayout.Element) -> Bool {
    pack[BackgroundElement.self, background.record].showsFirmwareLogo
  }

  private func drawBackground(_ element: ThemeLayout.Element, into scene: inout Scene) {
    let own = pack[BackgroundElement.self, element.record]
    scene.background = own.color.color
    if let gradient = own.gradient {
      let (width, height) = (layout.width, layout.height)
      if let paint = pack.addGradient(gradient, width: width, height: height, to: &scene) {
        scene.add(
          .rectangle(Rectangle(x: 0, y: 0, width: width, height: height)), paint: paint,
          transform: layout.stageTransform)
      }
    }
    addPixmap(element, into: &scene)
  }

  /// Draws an element's pixmap or drawing at its pixels, which may be offset, and in the pose of its motion.
  func addPixmap(
    _ element: ThemeLayout.Element, version: Int? = nil, movedBy move: (x: Int, y: Int) = (0, 0),
    in pose: ImagePose? = nil, into scene: inout Scene
  ) {
    if element.pixmap < 0 { return }
    var place = element.pixels
    place.x += move.x
    place.y += move.y
    let posed = pose?.transform(of: place, on: layout)
    if let posed, posed.transform == nil {
      place.x += posed.x
      place.y += posed.y
    }
    if element.isDrawing {
      let image = pack[ImageRecord.self, element.pixmap]
      let unrotated = layout.rotation.turned(width: place.width, height: place.height)
      var transform = layout.rotation.transform(width: place.width, height: place.height)
      transform.tx += Fixed(place.x)
      transform.ty += Fixed(place.y)
      transform = transform.scaled(
        x: Fixed(unrotated.width, over: Int(image.width)),
        y: Fixed(unrotated.height, over: Int(image.height)))
      if let motion = posed?.transform { transform = transform.followed(by: motion) }
      return pack.addDrawing(image, transform: transform, to: &scene)
    }
    guard theme.pixmaps?.isMade(element.pixmap) ?? false else { return }
    var frame = Rectangle(
      x: Fixed(place.x), y: Fixed(place.y), width: Fixed(place.width), height: Fixed(place.height))
    let version = version ?? theme.choice.version
    var paint = Paint.pixmap(index: element.pixmap, version: version, x: place.x, y: place.y)
    var transform = Transform.identity
    if let motion = posed?.transform {
      (frame.x, frame.y) = (0, 0)
      transform = motion.translated(x: Fixed(place.x), y: Fixed(place.y))
      paint = .sampledPixmap(index: element.pixmap, version: version)
    }
    var radius: Fixed = 0
    if element.kind == .image {
      radius = theme.stage.points(pack[ImageElement.self, element.record].radius) ?? 0
    }
    scene.add(
      radius > 0 ? .roundedRectangle(frame, radius: radius * layout.scale) : .rectangle(frame),
      paint: paint,
      // A background's opacity is that of its image over its colours; all others have their group's.
      opacity: element.kind == .background ? Fraction(share: element.opacity) : .one,
      transform: transform)
  }

  /// Draws the panel behind a stack's elements: its image, or its colour and a border inside of its edge.
  func drawPanel(_ element: ThemeLayout.Element, into scene: inout Scene) {
    if let parts = PartsPainter(element, theme, layout), let panel = parts.back {
      let place = layout.pixels(of: element.box)
      return parts.draw(panel, x: place.x, y: place.y, into: &scene)
    }
    let own = pack[StackElement.self, element.record]
    let radius = theme.stage.points(own.radius) ?? 0
    let border = theme.stage.points(own.borderWidth) ?? 0
    let transform = layout.stageTransform
    var (frame, inner) = (element.box, radius)
    if border > 0, own.border.alpha > 0 {
      let edge = frame
      frame = Rectangle(
        x: edge.x + border, y: edge.y + border, width: edge.width - 2 * border,
        height: edge.height - 2 * border)
      inner = max(radius - border, 0)
      var geometry = Geometry.roundedRectangle(edge, radius: radius)
      if own.fill.alpha < .max {
        // A translucent fill must not cover the border below it.
        scene.beginPath()
        scene.addEdge(of: edge, radius: radius, clockwise: true)
        scene.addEdge(of: frame, radius: inner, clockwise: false)
        geometry = .fill(scene.endPath())
      }
      scene.add(geometry, own.border, transform: transform)
    }
    scene.add(.roundedRectangle(frame, radius: inner), own.fill, transform: transform)
  }
}

extension Scene {
  /// Adds a shape in a colour of a pack; nothing if it is invisible.
  mutating func add(_ geometry: Geometry, _ color: StraightColor, transform: Transform) {
    if color.alpha == 0 { return }
    add(geometry, paint: .solid(color.color), opacity: color.opacity, transform: transform)
  }

  /// Adds the edge of a rounded rectangle to a path, from one of its steps back to it: clockwise from the
  /// first, or counter-clockwise from the last.
  ///
  /// A corner is 16 quadratic curves. Each approximates an arc; the tangents at the arc's ends meet at the
  /// control point. The middle of such a curve is less than a millionth of the radius outside of the arc.
  fileprivate mutating func addEdge(of box: Rectangle, radius: Fixed, clockwise: Bool) {
    if box.isEmpty { return }
    // No sum of a stage's lengths overflows.
    let (width, height) = (box.width.raw, box.height.raw)
    let r = max(min(radius.raw, min(width, height) >> 1), 0)
    // Every second of a corner's 33 steps is a control point, 79 / 65,536 of the radius further out.
    let last = 132
    var (step, control) = (clockwise ? 0 : last, nil as Point?)
    repeat {
      let corner = step / 33
      let angle = Angle(raw: Int64(step &- corner) << 25)
      let isControl = (step &- corner) & 1 != 0
      let reach = Fixed(raw: isControl ? r &+ (r &>> 16) &* 79 : r)
      let point = Point(
        Fixed(raw: box.x.raw &+ ((corner &+ 1) & 2 != 0 ? r : width &- r))
          + reach.scaled(by: angle.cosine),
        Fixed(raw: box.y.raw &+ (corner & 2 != 0 ? r : height &- r)) + reach.scaled(by: angle.sine))
      if isControl {
        control = point
      } else if let bend = control.take() {
        quadratic(control: bend, to: point)
      } else {
        line(to: point)
      }
      step &+= clockwise ? 1 : -1
    } while 0...last ~= step
  }
}
