// SPDX-License-Identifier: Apache-2.0

/// Finds out what a script shows from traces of several runs.
///
/// What differs between a run with and one without progress depends on the progress; the rest depends on time. What
/// differs between two sizes of the window gives the rule by which an image is placed.
package struct SceneReader {
  /// The runs: with progress, without it where that makes a difference, and with progress in a smaller window.
  let main, idle, small: Trace
  let book = RecipeBook()
  let tracks, idleTracks, smallTracks: [Track]
  private let mostTracks: Int
  var scene = SceneDescription()
  /// Items with their positions in drawing order.
  var items: [(rank: Int, item: SceneDescription.Item)] = []
  /// The moving images among them.
  var motionCount = 0

  /// Runs a script, and describes its scene.
  ///
  /// - Parameters:
  ///   - simulation: the script.
  ///   - mode: the mode in Plymouth's words.
  /// - Returns: The description, and the trace of the main run.
  /// - Throws: The script's error, or that it was stopped.
  package static func describe(
    _ simulation: Simulation, mode: String = "boot"
  ) throws(ScriptError) -> (scene: SceneDescription, trace: Trace) {
    var setting = Simulation.Setting()
    (setting.mode, setting.seconds, setting.progressSeconds) = (mode, 40, 40)
    let main = try simulation.run(setting)
    let hasProgress = main.functions.contains("BootProgress")
    setting.progressSeconds = nil
    let idle = hasProgress ? try simulation.run(setting) : main
    setting.progressSeconds = 40
    (setting.width, setting.height) = (1280, 800)
    // Without progress, a short run shows all placements.
    if !hasProgress { setting.seconds = 10 }
    let small = try simulation.run(setting)
    var reader = SceneReader(main, idle, small, limits: simulation.limits)
    reader.read()
    try reader.readDialogs(simulation, mode: mode)
    return (reader.scene, main)
  }

  private init(_ main: Trace, _ idle: Trace, _ small: Trace, limits: ScriptLimits) {
    (self.main, self.idle, self.small) = (main, idle, small)
    // A track has room for a state at each refresh, of which fast scripts have many.
    mostTracks = min(limits.tracks, max(1, limits.states / max(1, main.count)))
    tracks = main.tracks(book, limit: mostTracks)
    idleTracks = idle.tracks(book, limit: mostTracks)
    smallTracks = small.tracks(book, limit: mostTracks)
  }

  private mutating func read() {
    (scene.topColor, scene.bottomColor) = main.background
    if main.backgroundChanges {
      note(.changed, "the background's colours change: the last ones are shown")
    }
    var moving: [Track] = []
    for track in tracks {
      if track.states.contains(where: { $0.map { book.recipes[$0.image].style != nil } ?? false }) {
        readText(track)
      } else if let state = track.still {
        readStill(track, state)
      } else if dependsOnProgress(track) {
        if !readBound(track) { moving.append(track) }
      } else {
        moving.append(track)
      }
    }
    readMoving(moving)
    scene.items = items.sorted { $0.rank < $1.rank }.map(\.item)
    if main.isCut || tracks.count == mostTracks {
      note(.changed, "the script shows very much: a part of it is missing")
    }
  }

  mutating func note(_ kind: SceneDescription.Note.Kind, _ text: String) {
    let note = SceneDescription.Note(kind: kind, text: text)
    if !scene.notes.contains(note) { scene.notes.append(note) }
  }

  mutating func add(_ item: SceneDescription.Item, of track: Track) {
    items.append((track.rank, item))
  }

  // The other runs.

  func counterpart(of track: Track, in others: [Track]) -> Track? {
    if let same = others.first(where: { $0.sprites[0] == track.sprites[0] }) { return same }
    guard others.count == tracks.count else { return nil }
    return tracks.firstIndex { $0.sprites == track.sprites }.map { others[$0] }
  }

  private func dependsOnProgress(_ track: Track) -> Bool {
    counterpart(of: track, in: idleTracks)?.states != track.states
  }

  /// Whether a track changes even without progress.
  func changesWithoutProgress(_ track: Track) -> Bool {
    guard let idle = counterpart(of: track, in: idleTracks) else { return false }
    return idle.still == nil
  }

  /// The placement of a state.
  func placement(of track: Track, _ state: SpriteState) -> Placement {
    let one = book.box(state)
    let other = counterpart(of: track, in: smallTracks)
    let index = track.states.lastIndex { $0 == state } ?? 0
    let states = other?.states ?? []
    let two =
      (index < states.count ? states[index] : nil) ?? other?.states.last { $0 != nil } ?? nil
    return placement(one, two.map(book.box))
  }

  /// The placement of the box around tracks.
  func placement(of tracks: [Track]) -> (placement: Placement, box: Box) {
    let one = book.box(of: tracks, in: main.setting)
    let others = tracks.compactMap { counterpart(of: $0, in: smallTracks) }
    let two = others.count == tracks.count ? book.box(of: others, in: small.setting) : nil
    return (placement(one, two), one)
  }

  private func placement(_ one: Box, _ two: Box?) -> Placement {
    let (first, second) = (main.setting, small.setting)
    // Without a counterpart, the middle keeps its fraction of the window.
    let guess = Box(
      x: (2 * one.x + one.width) * second.width / first.width / 2 - one.width / 2,
      y: (2 * one.y + one.height) * second.height / first.height / 2 - one.height / 2,
      width: one.width, height: one.height)
    return Placement(
      one, in: (first.width, first.height), two ?? guess, in: (second.width, second.height))
  }

  // Still images.

  private mutating func readStill(_ track: Track, _ state: SpriteState) {
    let recipe = book.recipes[state.image]
    let placement = placement(of: track, state)
    if items.isEmpty, scene.backdrop == nil, let fit = fit(track, state) {
      var backdrop = SceneDescription.Backdrop(image: recipe, fit: fit, opacity: state.opacity)
      let box = book.box(state)
      if fit == .none, max(box.width, box.height) > 4096 {
        // Themes have no larger images: what the first window shows of it fills others.
        backdrop.image = .cropped(
          recipe, x: -box.x, y: -box.y, width: main.setting.width, height: main.setting.height)
        backdrop.fit = .cover
      }
      scene.backdrop = backdrop
      return
    }
    add(.image(.init(image: recipe, placement: placement, opacity: state.opacity)), of: track)
  }

  /// How an image fills both windows; nil if it does not.
  private func fit(_ track: Track, _ state: SpriteState) -> SceneDescription.Backdrop.Fit? {
    guard let other = counterpart(of: track, in: smallTracks)?.still else { return nil }
    let pairs = [(book.box(state), main.setting), (book.box(other), small.setting)]
    let covers = pairs.allSatisfy { box, window in
      box.x <= 1 && box.y <= 1 && box.x + box.width >= window.width - 1
        && box.y + box.height >= window.height - 1
    }
    guard covers else { return nil }
    let isExact = pairs.allSatisfy { box, window in
      abs(box.width - window.width) <= 2 && abs(box.height - window.height) <= 2
    }
    if isExact { return .stretch }
    return pairs[0].0.width == pairs[1].0.width ? SceneDescription.Backdrop.Fit.none : .cover
  }
}
