// SPDX-License-Identifier: Apache-2.0

/// What depends on the progress.
extension SceneReader {
  /// Describes a track that depends on the progress; false if it repeats by itself and is a matter of time.
  mutating func readBound(_ track: Track) -> Bool {
    if let bar = bar(track) {
      add(.bar(bar), of: track)
      note(
        .taken,
        "the bar that grows with the progress, \(SceneReader.name(of: bar.image))"
      )
      return true
    }
    if let period = Period.exact(track.states), period.start < main.count / 2 {
      if period.length == 1, let state = track.states.last ?? nil,
        Set(track.states.compactMap { $0 }).count == 1
      {
        readLate(track, state)
        return true
      }
      if period.length > 1, period.length * 4 < main.count { return false }
    }
    if changesWithoutProgress(track), Period.exact(track.states) != nil { return false }
    if motionCount < Self.mostMotions, let motion = boundMotion(of: track) {
      add(motion, of: track)
    } else {
      readBoundFrames(track)
    }
    return true
  }

  /// An image that appears at some progress.
  private mutating func readLate(_ track: Track, _ state: SpriteState) {
    let recipe = book.recipes[state.image]
    let placement = placement(of: track, state)
    add(.image(.init(image: recipe, placement: placement, opacity: state.opacity)), of: track)
    note(
      .changed,
      "\(SceneReader.name(of: recipe)) appears with the progress: it is shown from the start")
  }

  /// A bar: an image that grows from left to right; nil for anything else.
  private func bar(_ track: Track) -> SceneDescription.Bar? {
    var states = track.states.compactMap { $0 }[...]
    guard let last = states.last, case .file = book.recipes[last.image].base else { return nil }
    // Before its first progress a script may show the whole image.
    let start = states.prefix(states.count / 10).indices.last {
      $0 > 0 && book.box(states[$0]).width < book.box(states[$0 - 1]).width
    }
    if let start { states = states[start...] }
    let (base, end) = (book.recipes[last.image].base, book.box(last))
    var width = 0
    var widths: Set<Int> = []
    for state in states {
      let box = book.box(state)
      guard book.recipes[state.image].base == base, box.width >= width, box.height == end.height,
        state.x == last.x, state.y == last.y, isCutOrScaled(book.recipes[state.image])
      else { return nil }
      width = box.width
      widths.insert(width)
    }
    guard widths.count >= 3, let first = states.first, 2 * book.box(first).width <= end.width,
      end.width > 2 * end.height
    else { return nil }
    // The last refresh is a little before the whole.
    let full: ImageRecipe
    switch book.recipes[last.image] {
    case .cropped(let inner, _, _, _, _): full = inner
    default: full = book.recipes[last.image]
    }
    let isScaled = book.recipes[first.image].isScaled
    return .init(image: full, isScaled: isScaled, placement: placement(of: track, last))
  }

  private func isCutOrScaled(_ recipe: ImageRecipe) -> Bool {
    switch recipe {
    case .file: true
    case .scaled(let inner, _, _): isCutOrScaled(inner)
    case .cropped(let inner, let x, let y, _, _): x == 0 && y == 0 && isCutOrScaled(inner)
    default: false
    }
  }

  /// Frames that the progress selects.
  private mutating func readBoundFrames(_ track: Track) {
    var runs: [SpriteState?] = []
    for state in track.states where runs.isEmpty || runs[runs.count - 1] != state {
      runs.append(state)
    }
    let states: [SpriteState?]
    if runs.count <= 101 {
      let longest = longestRun(track.states)
      // Frames of equal shares, else samples.
      states = longest * runs.count <= 2 * track.states.count ? runs : samples(of: track)
    } else {
      states = samples(of: track)
    }
    let (placement, box) = placement(of: [track])
    let frames = states.map { frame([$0], in: box) }
    add(
      .frames(
        .init(
          frames: frames, placement: placement, rate: nil, width: box.width, height: box.height,
          halvings: halvings(frames.count, box))),
      of: track)
    note(.taken, "what changes with the progress, as \(frames.count) frames")
  }

  private func longestRun(_ states: [SpriteState?]) -> Int {
    var (longest, length) = (0, 0)
    for index in states.indices {
      length = index > 0 && states[index] == states[index - 1] ? length + 1 : 1
      longest = max(longest, length)
    }
    return longest
  }

  private func samples(of track: Track) -> [SpriteState?] {
    let count = track.states.count
    return (0...50).map { track.states[min(count - 1, $0 * count / 50)] }
  }

  /// The name of a recipe's file, for people.
  static func name(of recipe: ImageRecipe) -> String {
    switch recipe.base {
    case .file(let name): name
    default: "an image"
    }
  }
}
