// SPDX-License-Identifier: Apache-2.0

/// Images that move, fade, turn or take turns: composites of the rectangle in which they change.
extension SceneReader {
  /// The most pixels of a composite sequence, and its most frames.
  private static let mostPixels = 48_000_000
  private static let mostFrames = 240
  /// The most distances that are kept.
  private static let mostKnown = 100_000

  mutating func readGroup(_ group: [Track]) {
    let (placement, box) = placement(of: group)
    // What is visible, with the position of its track.
    let layers = (0..<main.count).map { refresh in
      group.indices.compactMap { index in
        group[index].states[refresh].map { VisibleState(track: index, state: $0) }
      }
    }
    var numbers: [[VisibleState]: Int] = [:]
    let values = layers.map { states in
      let number = numbers[states] ?? numbers.count
      numbers[states] = number
      return number
    }
    let period = period(values, layers, group)
    var (indices, rate, intro) = SceneReader.timing(values, period, rate: main.refreshRate)
    let isSequence = indices.allSatisfy { isWhole(layers[$0], box) }
    if !isSequence, indices.count > mostFrames(box) {
      (indices, rate, intro) = sampled(period, box)
    }
    let frames = indices.map { index in frame(layers[index].map(\.state), in: box) }
    let different = Set(frames).count
    guard different > 1 else {
      // The change is invisible.
      if let states = layers.last, let only = states.first, states.count == 1 {
        add(
          .image(
            .init(
              image: book.recipes[only.state.image],
              placement: self.placement(of: group[only.track], only.state),
              opacity: only.state.opacity)), of: group[0])
      }
      return
    }
    add(
      .frames(
        .init(
          frames: frames, placement: placement, rate: rate, intro: intro, width: box.width,
          height: box.height, halvings: isSequence ? 0 : halvings(different, box))),
      of: group[0])
    guard !isSequence else {
      noteSequence(different, rate: rate, intro: intro)
      return
    }
    let what =
      group.count == 1
      ? (group[0].states.lazy.compactMap { $0 }.first).map {
        SceneReader.name(of: book.recipes[$0.image])
      } ?? "an image" : "\(group.count) images that move together"
    note(
      .changed,
      "the motion of \(what), as \(frames.count) frames of \(box.width)×\(box.height) pixels, "
        + "\(SceneReader.perSecond(rate)) a second")
  }

  /// What a track shows at a refresh.
  private struct VisibleState: Hashable {
    var track: Int
    var state: SpriteState
  }

  /// Whether a frame is one whole file that fills the box.
  private func isWhole(_ layers: [VisibleState], _ box: Box) -> Bool {
    guard layers.count == 1, let state = layers.first?.state, state.opacity == 255 else {
      return false
    }
    return book.recipes[state.image].wholeFile != nil && book.box(state) == box
  }

  /// The period of a group: an exact one that begins soon, else a nearly exact one.
  private mutating func period(
    _ values: [Int], _ layers: [[VisibleState]], _ group: [Track]
  ) -> Period {
    let exact = Period.exact(values)
    if let exact, exact.start <= main.count / 4 || exact.length == 1 { return exact }
    // States that occur again are compared once, as long as there are few of them.
    var known: [Int: Double] = [:]
    let near = Period.approximate(count: main.count) { first, second in
      let (a, b) = (values[first], values[second])
      if a == b { return 0 }
      let key = min(a, b) * main.count + max(a, b)
      if let distance = known[key] { return distance }
      let distance = distance(layers[first], layers[second])
      if known.count < SceneReader.mostKnown { known[key] = distance }
      return distance
    }
    return near ?? exact ?? fallback(group[0])
  }

  /// How different two refreshes look, in pixels; below 1 it is invisible.
  private func distance(_ one: [VisibleState], _ two: [VisibleState]) -> Double {
    var sum = 0.0
    var (i, j) = (0, 0)
    while i < one.count || j < two.count {
      if i < one.count, j < two.count, one[i].track == two[j].track {
        sum += distance(one[i].state, two[j].state)
        i += 1
        j += 1
      } else {
        // It is visible in only one of them.
        sum += 20
        if j == two.count || i < one.count && one[i].track < two[j].track { i += 1 } else { j += 1 }
      }
    }
    return sum / Double(max(1, max(one.count, two.count)))
  }

  func distance(_ one: SpriteState, _ two: SpriteState) -> Double {
    if one == two { return 0 }
    let (size, other) = (book.sizes[one.image], book.sizes[two.image])
    return Double(abs(one.x - two.x) + abs(one.y - two.y)) / 2
      + Double(abs(one.opacity - two.opacity)) / 8
      + Double(abs(size.width - other.width) + abs(size.height - other.height)) / 2
      + SceneReader.difference(
        book.recipes[one.image], book.recipes[two.image], width: size.width)
  }

  private static func difference(_ a: ImageRecipe, _ b: ImageRecipe, width: Int) -> Double {
    switch (a, b) {
    case (.rotated(let one, let angle), .rotated(let two, let other)) where one == two:
      var turn = abs(angle - other).truncatingRemainder(dividingBy: 2 * .pi)
      if turn > .pi { turn = 2 * .pi - turn }
      return turn * Double(width) / 4
    case (.scaled(let one, _, _), .scaled(let two, _, _)): return one == two ? 0 : 20
    case (.cropped(let one, let x, let y, _, _), .cropped(let two, let u, let v, _, _)):
      return one == two ? Double(abs(x - u) + abs(y - v)) / 2 : 20
    default: return a == b ? 0 : a.base == b.base ? 5 : 20
    }
  }

  /// The refreshes of a composite sequence: fewer for large ones.
  private func sampled(
    _ period: Period, _ box: Box
  ) -> (indices: [Int], rate: Int, intro: Int) {
    let total = period.start + period.length
    let most = mostFrames(box)
    // Not below 12 frames a second: the composite gets smaller instead.
    let slowest = max(1, Int(main.refreshRate / 12))
    let step = min(slowest, max(1, (total + most - 1) / most))
    guard period.length > 1 else {
      let intro = Array(stride(from: 0, to: period.start, by: step))
      let rate = Int((1000 * main.refreshRate / Double(step)).rounded())
      return (intro + [period.start], rate, intro.count)
    }
    let count = max(1, Int((Double(period.length) / Double(step)).rounded()))
    let exact = Double(period.length) / Double(count)
    let introCount = Int((Double(period.start) / exact).rounded())
    let intro = (0..<introCount).map { Int(Double($0) * exact) }
    let loop = (0..<count).map { period.start + Int(Double($0) * exact) }
    return (intro + loop, Int((1000 * main.refreshRate / exact).rounded()), introCount)
  }

  private func mostFrames(_ box: Box) -> Int {
    max(8, min(SceneReader.mostFrames, SceneReader.mostPixels / max(1, box.width * box.height)))
  }

  /// How often a composite is halved so that the sequence has few pixels.
  func halvings(_ count: Int, _ box: Box) -> Int {
    var (halvings, pixels) = (0, count * box.width * box.height)
    while pixels > SceneReader.mostPixels {
      halvings += 1
      pixels /= 4
    }
    return halvings
  }
}
