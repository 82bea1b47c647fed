// SPDX-License-Identifier: Apache-2.0

/// What changes with time.
extension SceneReader {
  mutating func readMoving(_ moving: [Track]) {
    var groups: [(tracks: [Track], box: Box)] = []
    for track in moving {
      if readSequence(track) { continue }
      // Tracks that overlap are one sequence.
      var group = (tracks: [track], box: book.box(of: [track], in: main.setting))
      let touching = groups.indices.filter { groups[$0].box.intersects(group.box) }
      for index in touching.reversed() {
        let other = groups.remove(at: index)
        group = (group.tracks + other.tracks, group.box.union(other.box))
      }
      groups.append(group)
    }
    readGroups(groups.map { $0.tracks.sorted { $0.rank < $1.rank } })
  }

  /// Describes images that move by themselves as motions, unless there are too many, and the others as composites.
  private mutating func readGroups(_ groups: [[Track]]) {
    let motions = groups.map { group in
      takesTurns(group) ? group.map { _ in nil } : group.map { motion(of: $0) }
    }
    let count = motions.joined().count { $0 != nil }
    let hasRoom = motionCount + count <= Self.mostMotions
    for (group, motions) in zip(groups, motions) {
      var others: [Track] = []
      for (track, motion) in zip(group, motions) {
        if hasRoom, let motion { add(motion, of: track) } else { others.append(track) }
      }
      if !others.isEmpty { readGroup(others) }
    }
  }

  /// Whether at most one of several tracks is visible at each refresh, as in a sequence of sprites.
  private func takesTurns(_ group: [Track]) -> Bool {
    group.count > 1
      && (0..<main.count).allSatisfy { refresh in
        group.count { $0.states[refresh] != nil } <= 1
      }
  }

  // Sequences of files.

  /// Describes an image that only changes its file; false for anything else.
  private mutating func readSequence(_ track: Track) -> Bool {
    var states = track.states[...]
    // A script may set the image at the second refresh only.
    while states.count > main.count - 3, let first = states.first, first == nil {
      states = states.dropFirst()
    }
    guard let first = states.first ?? nil else { return false }
    let size = book.sizes[first.image]
    let images = states.map { $0?.image ?? -1 }
    for image in Set(images) {
      guard image >= 0, book.recipes[image].wholeFile != nil, book.sizes[image] == size else {
        return false
      }
    }
    guard
      states.allSatisfy({ $0?.x == first.x && $0?.y == first.y && $0?.opacity == first.opacity })
    else { return false }
    let period = Period.exact(images) ?? fallback(track)
    let timing = SceneReader.timing(images, period, rate: main.refreshRate)
    let frames = timing.indices.map { index in
      frame([states[states.startIndex + index]], in: book.box(first))
    }
    let placement = placement(of: track, first)
    add(
      .frames(
        .init(
          frames: frames, placement: placement, rate: timing.rate, intro: timing.intro,
          width: size.width, height: size.height)),
      of: track)
    noteSequence(Set(frames).count, rate: timing.rate, intro: timing.intro)
    return true
  }

  mutating func noteSequence(_ count: Int, rate: Int, intro: Int) {
    note(
      .taken,
      "the sequence of \(count) images, \(SceneReader.perSecond(rate)) frames a second"
        + (intro > 0 ? ", the first \(intro) once" : ""))
  }

  static func perSecond(_ rate: Int) -> String {
    let tenths = (rate + 50) / 100
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// The beginning, repeated, where nothing repeats by itself.
  mutating func fallback(_ track: Track) -> Period {
    let length = min(main.count, Int(main.refreshRate * 10))
    note(
      .changed,
      main.usesRandom
        ? "a random animation: its first 10 seconds are repeated"
        : "an animation that does not repeat within 40 seconds: its first 10 are repeated")
    return Period(start: 0, length: length)
  }

  /// Which refreshes are frames, and their rate in 1000 s.
  static func timing(
    _ values: [Int], _ period: Period, rate: Double
  ) -> (indices: [Int], rate: Int, intro: Int) {
    let end = period.start + period.length
    let starts = (0..<end).filter {
      $0 == 0 || $0 == period.start || values[$0] != values[$0 - 1]
    }
    let lengths = zip(starts, starts.dropFirst() + [end]).map { $1 - $0 }
    let loop = zip(starts, lengths).filter { $0.0 >= period.start }.map(\.1)
    let divisor = lengths.reduce(0, gcd)
    // A theme shows at least one frame a second.
    let longestStep = max(1, Int(rate))
    if let longest = loop.max(), let shortest = loop.min(), longest > divisor,
      longest - shortest <= 1, longest <= longestStep, shortest > 1 || period.start == 0
    {
      // Steps of 3 and 4 refreshes, say, are meant to be equal.
      let perFrame = Double(period.length) / Double(loop.count)
      return (
        starts, Int((1000 * rate / perFrame).rounded()), starts.filter { $0 < period.start }.count
      )
    }
    // What stays has any length.
    let common = period.length == 1 ? lengths.dropLast().reduce(0, gcd) : divisor
    var step = max(1, common)
    if step > longestStep { step = (1...longestStep).last { common % $0 == 0 } ?? 1 }
    step = max(step, (end + 1023) / 1024)
    let frameRate = Int((1000 * rate / Double(step)).rounded())
    if period.length == 1 {
      let intro = Array(stride(from: 0, to: period.start, by: step))
      return (intro + [period.start], frameRate, intro.count)
    }
    let indices = Array(stride(from: 0, to: end, by: step))
    return (indices, frameRate, indices.filter { $0 < period.start }.count)
  }

  private static func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? a : gcd(b, a % b) }

  /// A frame of states, in a box.
  func frame(_ states: [SpriteState?], in box: Box) -> SceneDescription.Frame {
    .init(
      layers: states.compactMap { state in
        guard let state else { return nil }
        return .init(
          image: book.recipes[state.image], x: state.x - box.x, y: state.y - box.y,
          opacity: state.opacity)
      })
  }
}
