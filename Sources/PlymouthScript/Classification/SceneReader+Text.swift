// SPDX-License-Identifier: Apache-2.0

/// Texts, and where dialogs and messages are.
extension SceneReader {
  mutating func readText(_ track: Track) {
    // The state that is shown longest.
    var lengths: [SpriteState: Int] = [:]
    for case let state? in track.states { lengths[state, default: 0] += 1 }
    let longest = lengths.max {
      ($0.value, $1.key.image, $0.key.opacity) < ($1.value, $0.key.image, $1.key.opacity)
    }
    guard let state = longest?.key, let style = book.recipes[state.image].style else { return }
    let placement = placement(of: track, state)
    let opacity = lengths.keys.map(\.opacity).max() ?? 255
    if let template = percentTemplate(track) {
      add(
        .text(.init(style: style, template: template, placement: placement, opacity: opacity)),
        of: track)
      note(.taken, "the text with the progress, as a text with {percent}")
      return
    }
    let texts = Set(lengths.keys.compactMap { book.recipes[$0.image].style?.text })
    let words = style.text.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    guard !words.isEmpty else { return }
    if texts.count > 1 {
      note(.changed, "a text that changes: '\(words)' is shown all the time")
    } else if lengths.count > 1, track.still == nil {
      note(.changed, "the text '\(words)' moves or fades: it is still")
    } else {
      note(.taken, "the text '\(words)', in the built-in font")
    }
    add(
      .text(
        .init(
          style: style, template: TemplateText.plain(SceneReader.line(style.text)),
          placement: placement,
          opacity: opacity)),
      of: track)
  }

  /// A theme's text is one line.
  private static func line(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }

  /// The text with `{percent}` in place of the progress; nil for other texts.
  private func percentTemplate(_ track: Track) -> String? {
    var templates: Set<String> = []
    for share in [3, 5, 7, 9] {
      let index = track.states.count * share / 10
      guard let state = track.states[index],
        let text = book.recipes[state.image].style.map({ SceneReader.line($0.text) })
      else { return nil }
      let value = Double(index) / Double(track.states.count) * 100
      let parts = text.split(omittingEmptySubsequences: false) { !("0"..."9").contains($0) }
      let number = parts.first {
        Double($0).map { abs($0 - value) <= 3 } ?? false
      }
      guard let number, number.startIndex < text.endIndex else { return nil }
      var rest = text[number.endIndex...]
      let blanks = rest.prefix { $0 == " " }.count
      if rest.dropFirst(blanks).hasPrefix("%") { rest = rest.dropFirst(blanks + 1) }
      templates.insert(TemplateText.percent(after: text[..<number.startIndex], before: rest))
    }
    return templates.count == 1 ? templates.first : nil
  }

  /// Finds where the script shows a message and a password's question.
  mutating func readDialogs(_ simulation: Simulation, mode: String) throws(ScriptError) {
    var setting = Simulation.Setting()
    (setting.mode, setting.seconds, setting.event) = (mode, 1, .message("Checking the disks"))
    if main.functions.contains("DisplayMessage") {
      let found = try shown(simulation, setting)
      scene.messagePoint = found.point
      scene.messageStyle = found.style
    }
    if main.functions.contains("DisplayPassword") {
      setting.event = .password("Password", bullets: Self.bulletCount)
      let found = try shown(simulation, setting)
      scene.promptPoint = found.point
      scene.dialog = dialog(of: found.added)
    }
  }

  /// The characters that are typed into the dialog of a run.
  private static let bulletCount = 4

  /// What a dialog consists of: of the files that are shown as they are, one stands side by side for each character, others
  /// are behind these.
  private func dialog(of added: [Track]) -> SceneDescription.Dialog {
    var files: [(name: String, box: Box)] = []
    for track in added {
      guard let state = track.states.last ?? nil, case .file(let name) = book.recipes[state.image]
      else { continue }
      files.append((name, book.box(state)))
    }
    var dialog = SceneDescription.Dialog()
    let bullets = files.filter { file in
      files.count { $0.name == file.name && $0.box.y == file.box.y } == Self.bulletCount
    }
    guard let bullet = bullets.first, bullets.count == Self.bulletCount else { return dialog }
    dialog.bullet = bullet.name
    func smallest(around box: Box, besides others: [String]) -> (name: String, box: Box)? {
      files.filter { $0.box.contains(box) && !others.contains($0.name) }
        .min { $0.box.width * $0.box.height < $1.box.width * $1.box.height }
    }
    let all = bullets.dropFirst().reduce(bullet.box) { $0.union($1.box) }
    guard let field = smallest(around: all, besides: [bullet.name]) else { return dialog }
    dialog.field = field.name
    dialog.panel = smallest(around: field.box, besides: [bullet.name, field.name])?.name
    let middle = field.box.y + field.box.height / 2
    dialog.lock =
      files.first { file in
        let isBeside = file.box.x + file.box.width <= field.box.x + field.box.width / 4
        return isBeside && file.box.y..<file.box.y + file.box.height ~= middle
          && ![bullet.name, field.name, dialog.panel].contains(file.name)
      }?.name
    return dialog
  }

  /// What an event adds to the stage: the middle of its box, the look of its first text, and its sprites.
  private func shown(
    _ simulation: Simulation, _ setting: Simulation.Setting
  ) throws(ScriptError) -> (
    point: SceneDescription.Point?, style: ScriptImage.TextStyle?, added: [Track]
  ) {
    let trace = try simulation.run(setting)
    let added = trace.tracks(book, limit: simulation.limits.tracks).filter { track in
      guard let state = track.states.last ?? nil, track.first > 0 else { return false }
      // A dialog that covers the window says nothing about where its texts are.
      return book.box(state).width < setting.width * 9 / 10
        && !tracks.contains { $0.sprites[0] == track.sprites[0] && $0.first == track.first }
    }
    let box = book.box(of: added, in: setting)
    let style = added.compactMap { track in
      (track.states.last ?? nil).flatMap { book.recipes[$0.image].style }
    }.first
    guard !added.isEmpty else { return (nil, style, added) }
    let point = SceneDescription.Point(
      x: (2 * box.x + box.width) * 500 / setting.width,
      y: (2 * box.y + box.height) * 500 / setting.height)
    return (point, style, added)
  }
}
