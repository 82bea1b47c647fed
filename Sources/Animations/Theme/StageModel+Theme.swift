// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Raster
internal import Theme

extension StageModel {
  /// The theme that is shown; nil for the built-in look.
  package var themeChoice: ThemeChoice? { theme?.choice }

  /// Draws a theme's elements at an instant, back to front.
  mutating func draw(
    _ theme: ThemeLayout, _ model: ThemeModel, at time: Instant, on layout: StageLayout,
    into scene: inout Scene
  ) {
    let t = rest.time(of: time)
    let phase = phase(at: t)
    var isAsked = false
    // That of the frame before, where a pack has none.
    scene.background = .black
    for index in 0..<theme.count(phase: phase, isAsking: entry.isOn) {
      let element = theme.element(index, phase: phase, isAsking: entry.isOn)
      switch element.kind {
      case .background: drawBackground(element, theme, on: layout, into: &scene)
      case .image: addPixmap(element, theme, layout.scale, into: &scene)
      case .stack: drawPanel(element, theme, on: layout, into: &scene)
      case .animation:
        let box = AnimationBox(element, on: layout)
        if element.node == model.mainNode {
          animation.draw(at: t, in: box, into: &scene)
        } else {
          model.draw(node: element.node, at: t, in: box, into: &scene)
        }
      case .text: drawText(element, theme, model, at: time, on: layout, into: &scene)
      case .prompt:
        if entry.isOn { drawPrompt(element, theme, at: time, on: layout, into: &scene) }
        isAsked = true
      }
    }
    // Nobody types a password blindly, whatever a theme hides.
    if entry.isOn, !isAsked { drawBuiltInPrompt(at: time, on: layout, into: &scene) }
  }

  /// When one of the animations that a theme shows may change next; `t` is the time without rests.
  ///
  /// Those that are hidden count, too: what is shown depends on their states, and texts have their percentages.
  func nextChange(
    of model: ThemeModel, _ theme: ThemeLayout, after t: Instant, on layout: StageLayout
  ) -> NextChange {
    let phase = phase(at: t)
    let hidden = AnimationBox(
      width: layout.box.width, height: layout.box.height, transform: layout.box.transform,
      look: theme.unseen)
    var (own, change, seen) = (hidden, NextChange.never, UInt64(0))
    for index in 0..<theme.count(phase: phase, isAsking: entry.isOn) {
      let element = theme.element(index, phase: phase, isAsking: entry.isOn)
      guard element.kind == .animation else { continue }
      let box = AnimationBox(element, on: layout)
      seen |= 1 << UInt64(element.node)
      if element.node == model.mainNode {
        own = box
      } else {
        change = change.earlier(model.nextChange(ofNode: element.node, after: t, in: box))
      }
    }
    for part in model.parts where seen >> UInt64(part.node) & 1 == 0 {
      change = change.earlier(part.animation.nextChange(after: t, in: hidden))
    }
    return change.earlier(animation.nextChange(after: t, in: own))
  }

  /// What is going on, as the situations of a pack count it.
  private func phase(at t: Instant) -> Int {
    switch animation.state(at: t) {
    case .failing, .failed: 3
    case .idle, .resuming: 0
    case .succeeded: 4
    case .readying, .settling, .downloading, .running:
      reportedState[1]?.isUnknown == true ? 2 : 1
    }
  }

  private func drawBackground(
    _ element: ThemeLayout.Element, _ theme: ThemeLayout, on layout: StageLayout,
    into scene: inout Scene
  ) {
    typealias Field = RecordField.Background
    let pack = theme.choice.pack
    scene.background = pack.color(element.record + Field.color)
    if let gradient = pack.reference(element.record + Field.gradient) {
      let p = pack.position(.gradients, gradient)
      let first = Int(pack.u16(p + 16))
      scene.beginStops()
      for stop in first..<first + Int(pack.u16(p + 18)) {
        let stop = pack.position(.stops, stop)
        scene.addStop(pack.color(stop), at: pack.number(stop + 8))
      }
      let stops = scene.endStops()
      let (width, height) = (layout.width, layout.height)
      func point(_ position: Int) -> Point {
        let (x, y) = (pack.number(position), pack.number(position + 4))
        return Point(x.clamped(to: -16...16) * width, y.clamped(to: -16...16) * height)
      }
      if let paint = LinearGradient(from: point(p), to: point(p + 8), stops: stops) {
        scene.add(
          .rectangle(Rectangle(x: 0, y: 0, width: width, height: height)), paint: .linear(paint),
          transform: layout.stageTransform)
      }
    }
    addPixmap(element, theme, layout.scale, into: &scene)
  }

  private func addPixmap(
    _ element: ThemeLayout.Element, _ theme: ThemeLayout, _ scale: Fixed, into scene: inout Scene
  ) {
    if element.pixmap < 0 { return }
    let (pack, place) = (theme.choice.pack, element.pixels)
    let frame = Rectangle(
      x: Fixed(place.x), y: Fixed(place.y), width: Fixed(place.width), height: Fixed(place.height))
    var radius: Fixed = 0
    if element.kind == .image {
      radius = pack.length(element.record + RecordField.Image.radius, on: theme.stage) ?? 0
    }
    scene.add(
      radius > 0 ? .roundedRectangle(frame, radius: radius * scale) : .rectangle(frame),
      paint: .pixmap(
        index: element.pixmap, version: theme.choice.version, x: place.x, y: place.y),
      opacity: pack.fraction(element.record + RecordField.opacity))
  }

  /// Draws what is behind a stack's elements, and a border inside of its edge.
  private func drawPanel(
    _ element: ThemeLayout.Element, _ theme: ThemeLayout, on layout: StageLayout,
    into scene: inout Scene
  ) {
    typealias Field = RecordField.Stack
    let (pack, record) = (theme.choice.pack, element.record)
    let radius = pack.length(record + Field.radius, on: theme.stage) ?? 0
    let border = pack.length(record + Field.borderWidth, on: theme.stage) ?? 0
    let opacity = pack.fraction(record + RecordField.opacity)
    var frame = element.box
    if border > 0, pack.alpha(record + Field.border) > .zero {
      scene.add(
        .roundedRectangle(frame, radius: radius), paint: .solid(pack.color(record + Field.border)),
        opacity: pack.alpha(record + Field.border) * opacity, transform: layout.stageTransform)
      frame = Rectangle(
        x: frame.x + border, y: frame.y + border, width: frame.width - 2 * border,
        height: frame.height - 2 * border)
    }
    guard pack.alpha(record + Field.fill) > .zero else { return }
    scene.add(
      .roundedRectangle(frame, radius: max(radius - border, 0)),
      paint: .solid(pack.color(record + Field.fill)),
      opacity: pack.alpha(record + Field.fill) * opacity, transform: layout.stageTransform)
  }

  private mutating func drawText(
    _ element: ThemeLayout.Element, _ theme: ThemeLayout, _ model: ThemeModel, at time: Instant,
    on layout: StageLayout, into scene: inout Scene
  ) {
    typealias Field = RecordField.Text
    let (pack, record) = (theme.choice.pack, element.record)
    var values = ThemeText.Values()
    values.message = showsLastMessage(at: time) ? reportedState.message : shownMessage
    values.seconds = reportedState.remainingSeconds ?? 0
    let t = rest.time(of: time)
    for channel in 1...8 {
      guard let shown = shownProgress(of: model, ofChannel: channel, at: t) else { continue }
      values.percents[channel] =
        shown >= 1 ? 100 : min((shown * 100 + Fixed(1, over: 1024)).floor, 99)
    }
    var text = ThemeText(theme.choice)
    guard text.take(textsOf: record, of: pack, values) else { return }
    let style = ThemeTextStyle(
      capHeight: (pack.length(record + Field.size, on: theme.stage) ?? theme.stage.capHeight)
        .clamped(to: 0...4096),
      lineHeight: pack.number(record + Field.lineHeight).clamped(to: 0...64),
      lines: Int(pack.byte(record + Field.lines)), alignment: pack.byte(record + Field.align),
      color: pack.color(record + Field.color),
      opacity: pack.alpha(record + Field.color) * pack.fraction(record + RecordField.opacity))
    if let font = pack.reference(record + Field.font) {
      return theme.text.draw(
        text.utf8, font: font, in: element.box, style, scale: layout.scale,
        transform: layout.stageTransform, into: &scene)
    }
    scene.addLines(
      text.utf8, in: element.box, style, scale: layout.scale, transform: layout.stageTransform)
  }

  /// What an animation shows of a channel; nil while that is unknown, or where none shows it.
  private func shownProgress(of model: ThemeModel, ofChannel channel: Int, at t: Instant) -> Fixed?
  {
    guard model.mainNode >= 0, channel <= animation.channelCount else {
      return model.progress(ofChannel: channel, at: t)
    }
    if reportedState[channel]?.isUnknown == true { return nil }
    return animation.showsProgress(at: t, channel: channel)
      ? animation.progress(at: t, channel: channel) : nil
  }

  /// Draws a question and its field, in the theme's measures and colours.
  private mutating func drawPrompt(
    _ element: ThemeLayout.Element, _ theme: ThemeLayout, at time: Instant, on layout: StageLayout,
    into scene: inout Scene
  ) {
    typealias Field = RecordField.Prompt
    let (pack, record, transform) = (theme.choice.pack, element.record, layout.stageTransform)
    let opacity = Fraction(promptOpacity.value(at: time))
    var prompt = PromptLayout(
      theme.choice, record, theme.stage, width: element.box.width, scale: layout.scale,
      background: scene.background)
    prompt.take(reportedState.message.utf8)
    let padding = pack.length(record + Field.padding, on: theme.stage) ?? 0
    var box = element.box
    // The box has room for a line; a longer question grows upwards.
    let height = prompt.height + 2 * padding
    box.y = max(box.y + box.height - height, 0)
    box.height = height
    if pack.alpha(record + Field.panel) > .zero {
      scene.add(
        .roundedRectangle(
          box, radius: pack.length(record + Field.radius, on: theme.stage) ?? 0),
        paint: .solid(pack.color(record + Field.panel)),
        opacity: pack.alpha(record + Field.panel) * opacity, transform: transform)
    }
    prompt.middle = box.x + box.width / 2
    prompt.top = Fixed(((box.y + padding) * layout.scale).rounded) / layout.scale
    draw(
      reportedState.message, entry, at: prompt, time, opacity, into: &scene, transform: transform)
  }
}

extension AnimationBox {
  /// Makes an element's box on a layout.
  fileprivate init(_ element: ThemeLayout.Element, on layout: StageLayout) {
    let box = element.box
    self.init(
      width: box.width, height: box.height,
      transform: layout.stageTransform.translated(x: box.x, y: box.y), look: element.look)
  }
}
