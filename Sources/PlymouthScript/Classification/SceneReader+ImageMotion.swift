// SPDX-License-Identifier: Apache-2.0

/// Images that move, fade, turn or change their size as one image, with the keyframes of their motion.
extension SceneReader {
  /// A pack has 16 motions, for the start and for the shutdown.
  static let mostMotions = 8
  /// A pack has so many of a motion.
  static let mostKeyframes = 64
  /// In millionths.
  private static let largestScale = 4_000_000
  /// Two states that are farther apart differ visibly.
  private static let visible = 2.0

  /// Which part of a run is the course of a motion.
  private struct Timing {
    /// The refreshes from the position 0 to the position 1.
    var refreshes: [Int]
    /// The time between these positions, in refreshes.
    var length: Double
    /// The refreshes before, in which nothing changes.
    var delay = 0
    /// The first of the refreshes that are repeated.
    var intro = 0
    var isRepeated = true
    var followsProgress = false
  }

  /// The motion of a track that follows time; nil for one that needs frames.
  func motion(of track: Track) -> SceneDescription.Moving? {
    guard let course = ImageCourse(track, book) else { return nil }
    if let turn = steadyTurn(of: track, course) { return turn }
    guard let period = foundPeriod(of: track) else { return nil }
    guard period.length > 1 else {
      let end = max(1, period.start)
      return moving(
        track, course,
        Timing(refreshes: Array(0...end), length: Double(end), isRepeated: false))
    }
    var timing = Timing(refreshes: [], length: length(of: period, track))
    let end = period.start + period.length
    if period.start > 2 {
      // A beginning without a change is a delay; any other beginning is played once.
      let beginning = track.states[..<period.start]
      if beginning.allSatisfy({ $0 == track.states[period.start] }) {
        timing.delay = period.start
        timing.refreshes = Array(period.start..<end)
      } else {
        timing.intro = period.start
        timing.length += Double(period.start)
        timing.refreshes = Array(0..<end)
      }
    } else {
      // A script may set the image at the second refresh: later passes show what is missing.
      timing.refreshes = (0..<period.length).map { $0 < period.start ? $0 + period.length : $0 }
    }
    timing.refreshes.append(timing.refreshes[timing.intro])
    return moving(track, course, timing)
  }

  /// The motion of a track that follows the progress; nil for one that needs frames.
  func boundMotion(of track: Track) -> SceneDescription.Moving? {
    guard let course = ImageCourse(track, book), !changesWithoutProgress(track) else { return nil }
    guard main.count > 2 else { return nil }
    // The progress function is called before the third refresh; until then a sprite is anywhere.
    let refreshes = [2, 2] + Array(2..<main.count)
    return moving(
      track, course,
      Timing(
        refreshes: refreshes, length: Double(main.count - 1), isRepeated: false,
        followsProgress: true))
  }

  /// Adds a moving image, with its line of the report.
  mutating func add(_ moving: SceneDescription.Moving, of track: Track) {
    add(.moving(moving), of: track)
    motionCount += 1
    let keyframes = moving.motion.keyframes
    let verbs = [
      ("moves", keyframes.contains { $0.x != nil }),
      ("fades", keyframes.contains { $0.opacity != nil }),
      ("turns", keyframes.contains { $0.rotation != nil }),
      ("changes its size", keyframes.contains { $0.scale != nil }),
    ].filter(\.1).map(\.0)
    let words = verbs.dropLast().joined(separator: ", ")
    let course =
      moving.motion.period.map { period in
        guard moving.motion.isRepeated else { return "once in \(Self.perSecond(period / 1000)) s" }
        let intro = period / 1000 * moving.motion.repeatStart / 1_000_000
        let pass = "every \(Self.perSecond(period / 1000 - intro)) s"
        return intro > 0 ? "\(pass), after \(Self.perSecond(intro)) s that are seen once" : pass
      } ?? "with the progress"
    note(
      .taken,
      "the motion of \(Self.name(of: moving.still.image)): it "
        + (words.isEmpty ? "" : words + " and ") + (verbs.last ?? "moves")
        + ", \(keyframes.count) keyframes \(course)")
  }

  // Time.

  private func foundPeriod(of track: Track) -> Period? {
    let exact = Period.exact(track.states)
    if let exact, exact.start <= main.count / 4 || exact.length == 1 { return exact }
    let near = Period.approximate(count: main.count) { first, second in
      self.distance(track.states[first], track.states[second])
    }
    return near.map { trimmed($0, track) } ?? exact
  }

  /// A nearly exact period that begins where the last difference of a beginning is, such as a fade.
  private func trimmed(_ period: Period, _ track: Track) -> Period {
    let last = (0..<main.count - period.length).last {
      distance(track.states[$0], track.states[$0 + period.length]) > Self.visible
    }
    guard let last else { return Period(start: 0, length: period.length) }
    guard last < main.count / 4 else { return period }
    return Period(start: last + 1, length: period.length)
  }

  private func distance(_ one: SpriteState?, _ two: SpriteState?) -> Double {
    switch (one, two) {
    case (nil, nil): 0
    case (let one?, let two?): distance(one, two)
    // It is visible in only one of them.
    default: 20
    }
  }

  /// The length of a pass as a part of the longest run of passes that is as good.
  private func length(of period: Period, _ track: Track) -> Double {
    let passes = (main.count - period.start) / period.length - 1
    guard passes > 1 else { return Double(period.length) }
    var best = (length: Double(period.length), error: Double.infinity)
    for total in passes * period.length - passes / 2...passes * period.length + passes / 2 {
      let compared = stride(from: period.start, to: main.count - total, by: 3)
      var (sum, count) = (0.0, 0)
      for index in compared {
        sum += distance(track.states[index], track.states[index + total])
        count += 1
      }
      guard count > period.length / 6 else { continue }
      let error = sum / Double(count)
      let isWhole = total == passes * period.length
      if error < best.error || isWhole && error <= best.error {
        best = (Double(total) / Double(passes), error)
      }
    }
    return best.length
  }

  func microseconds(_ refreshes: Double) -> Int {
    Int((refreshes / main.refreshRate * 1_000_000).rounded())
  }

  // Properties.

  /// The element of an image at the state of a refresh; its motion has no keyframes yet.
  func rest(
    _ track: Track, _ course: ImageCourse, refresh: Int
  ) -> SceneDescription.Moving? {
    guard let state = track.states[refresh], let shown = course.states[refresh] else { return nil }
    let (width, height) = (shown.box.width, shown.box.height)
    // Plymouth turns an image about the middle of a pixel, and scales it in its box.
    let middle = { (side: Int) in
      course.isTurned ? 1_000_000 * (2 * (side / 2) + 1) / (2 * max(1, side)) : 500_000
    }
    return .init(
      still: .init(
        image: course.image, placement: placement(of: track, state), opacity: shown.opacity),
      motion: .init(originX: middle(width), originY: middle(height)))
  }

  private func moving(
    _ track: Track, _ course: ImageCourse, _ timing: Timing
  ) -> SceneDescription.Moving? {
    guard
      let refresh = course.rest(in: timing.refreshes, endsThere: !timing.isRepeated),
      let atRest = course.states[refresh],
      var moving = rest(track, course, refresh: refresh),
      let units = units(of: track)
    else { return nil }
    (moving.motion.xUnit, moving.motion.yUnit) = units
    if !timing.followsProgress { moving.motion.period = microseconds(timing.length) }
    moving.motion.delay = microseconds(Double(timing.delay))
    moving.motion.isRepeated = timing.isRepeated
    if timing.intro > 0 {
      moving.motion.repeatStart = timing.intro * 1_000_000 / (timing.refreshes.count - 1)
    }
    let properties = PoseCourse(
      Self.filled(timing.refreshes.map { course.states[$0] }), atRest: atRest, moving.motion)
    if properties.opacity.changes { moving.still.opacity = 255 }
    for factor in [1, 1.5, 2] {
      let keyframes = properties.keyframes(factor: factor, units, main.setting)
      guard keyframes.count <= Self.mostKeyframes else { continue }
      guard !keyframes.isEmpty, keyframes.allSatisfy({ $0.scale ?? 0 <= Self.largestScale }) else {
        return nil
      }
      moving.motion.keyframes = keyframes
      return moving
    }
    return nil
  }

  /// The states, where an image that is not visible stays where it was.
  static func filled(
    _ states: [ImageCourse.State?]
  ) -> [(state: ImageCourse.State, isVisible: Bool)] {
    guard var last = states.lazy.compactMap({ $0 }).first else { return [] }
    return states.map { state in
      last = state ?? last
      return (last, state != nil)
    }
  }

  /// Angles without a step of more than half a turn.
  static func unwrapped(_ angles: [Double]) -> [Double] {
    var result: [Double] = []
    for angle in angles {
      guard let last = result.last else {
        result.append(angle)
        continue
      }
      let turns = ((angle - last) / (2 * .pi)).rounded()
      result.append(angle - turns * 2 * .pi)
    }
    return result
  }

  static func thousandths(ofDegrees angle: Double) -> Int {
    Int((angle * 180_000 / .pi).rounded())
  }

  /// The units of distances, which both windows have in common; nil where none has.
  func units(
    of track: Track
  ) -> (x: SceneDescription.Motion.Unit, y: SceneDescription.Motion.Unit)? {
    guard let other = counterpart(of: track, in: smallTracks) else { return (.points, .points) }
    let count = min(track.states.count, other.states.count)
    let common = (0..<count).filter { track.states[$0] != nil && other.states[$0] != nil }
    let pairs = common.compactMap { index -> (Box, Box)? in
      guard let one = track.states[index], let two = other.states[index] else { return nil }
      return (book.box(one), book.box(two))
    }
    guard let first = pairs.first else { return (.points, .points) }
    // The middle, as the size may change, too.
    let unit = { (middle: (Box) -> Int) -> SceneDescription.Motion.Unit? in
      let distances = pairs.map { pair in
        (middle(pair.0) - middle(first.0), middle(pair.1) - middle(first.1))
      }
      let ratios: [(SceneDescription.Motion.Unit, Int, Int)] = [
        (.points, 1, 1), (.windowWidth, self.main.setting.width, self.small.setting.width),
        (.windowHeight, self.main.setting.height, self.small.setting.height),
      ]
      return ratios.first { _, one, two in
        distances.allSatisfy { abs($0.0 * two - $0.1 * one) <= 4 * max(one, two) }
      }?.0
    }
    guard let x = unit({ 2 * $0.x + $0.width }), let y = unit({ 2 * $0.y + $0.height }) else {
      return nil
    }
    return (x, y)
  }
}
