// SPDX-License-Identifier: Apache-2.0

/// The properties of a moving image, compared with the image at rest.
struct PoseCourse {
  var opacity, x, y, scale, rotation: PropertyCourse

  init(
    _ states: [(state: ImageCourse.State, isVisible: Bool)], atRest: ImageCourse.State,
    _ motion: SceneDescription.Motion
  ) {
    let side = Double(max(atRest.box.width, atRest.box.height))
    opacity = PropertyCourse(
      values: states.map { $0.isVisible ? Double($0.state.opacity) : 0 }, tolerance: 1.5, jump: 40)
    // Where the origin is, as that of the image at rest.
    let offset = { (start: Int, size: Int, restStart: Int, restSize: Int, origin: Int) in
      Double(start - restStart) + Double(origin) / 1_000_000 * Double(size - restSize)
    }
    x = PropertyCourse(
      values: states.map {
        offset(
          $0.state.box.x, $0.state.box.width, atRest.box.x, atRest.box.width, motion.originX)
      }, tolerance: 0.8, jump: 8)
    y = PropertyCourse(
      values: states.map {
        offset(
          $0.state.box.y, $0.state.box.height, atRest.box.y, atRest.box.height, motion.originY)
      }, tolerance: 0.8, jump: 8)
    scale = PropertyCourse(
      values: states.map { Double($0.state.box.width) / Double(max(1, atRest.box.width)) },
      tolerance: 0.8 / side, jump: 8 / side)
    rotation = PropertyCourse(
      values: SceneReader.unwrapped(states.map(\.state.angle)), tolerance: 1 / side, jump: 0.5)
  }

  /// The keyframes, with a position for each step at which a property has a value.
  func keyframes(
    factor: Double,
    _ units: (x: SceneDescription.Motion.Unit, y: SceneDescription.Motion.Unit),
    _ window: Simulation.Setting
  ) -> [SceneDescription.Motion.Keyframe] {
    var found: [[Int]: SceneDescription.Motion.Keyframe] = [:]
    func add(
      _ courses: [PropertyCourse],
      _ set: (inout SceneDescription.Motion.Keyframe, Int) -> Void
    ) {
      guard courses.contains(where: \.changes) else { return }
      let last = max(1, (courses.first?.values.count ?? 1) - 1)
      for knot in Knot.all(of: courses, factor: factor) {
        let key = [knot.step, knot.isHeld ? 1 : 0]
        var keyframe =
          found[key]
          ?? .init(position: 1_000_000 * knot.step / last, isHeld: knot.isHeld)
        set(&keyframe, knot.step)
        found[key] = keyframe
      }
    }
    func distance(_ pixels: Double, _ unit: SceneDescription.Motion.Unit) -> Int {
      let share =
        switch unit {
        case .points: 1.0
        case .windowWidth: 100 / Double(window.width)
        case .windowHeight: 100 / Double(window.height)
        }
      return Int((pixels * share * 1000).rounded())
    }
    add([opacity]) { $0.opacity = Int((opacity.values[$1] * 1000 / 255).rounded()) }
    add([x, y]) { keyframe, step in
      keyframe.x = distance(x.values[step], units.x)
      keyframe.y = distance(y.values[step], units.y)
    }
    add([scale]) { $0.scale = Int((scale.values[$1] * 1_000_000).rounded()) }
    add([rotation]) {
      $0.rotation = SceneReader.thousandths(ofDegrees: rotation.values[$1])
    }
    return found.sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }.map(\.value)
  }
}
