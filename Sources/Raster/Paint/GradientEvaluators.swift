// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// A shape's paint, prepared for one transform; gradient evaluators are referred to by index.
enum PreparedPaint: BitwiseCopyable {
  case solid(ColorWord)
  case linear(Int)
  case halves(Int)
  case ring(Int)
  /// The pixmap's number and where its top left pixel is.
  case pixmap(Int, x: Int, y: Int)
}

/// The gradient evaluators of a scene's shapes: from a pixel's position to its colour.
///
/// They are used in place: they are large, and copies of them for each row would cost
/// more than the pixels of many rows.
struct GradientEvaluators: ~Copyable {
  var linear: RigidArray<LinearGradientEvaluator>
  var halves: RigidArray<HalvesGradientEvaluator>
  var rings: RigidArray<RingGradientEvaluator>
  private var linearCount = 0
  private var halvesCount = 0
  private var ringCount = 0

  /// Allocates one paint for each shape.
  init(shapeCapacity: Int) {
    linear = RigidArray(capacity: shapeCapacity)
    halves = RigidArray(capacity: shapeCapacity)
    rings = RigidArray(capacity: shapeCapacity)
  }

  /// Removes all evaluators.
  mutating func removeAll() {
    (linearCount, halvesCount, ringCount) = (0, 0, 0)
  }

  /// Prepares a shape's paint.
  mutating func prepare(
    _ paint: Paint, _ space: UserSpace, of scene: borrowing Scene
  ) -> PreparedPaint {
    switch paint {
    case .solid(let color):
      return .solid(ColorWord(color))
    case .linear(let gradient):
      linear.append(LinearGradientEvaluator(gradient, space), at: linearCount)
      linearCount += 1
      return .linear(linearCount - 1)
    case .halves(let left, let right, let x):
      let evaluator = HalvesGradientEvaluator(
        left: LinearGradientEvaluator(left, space), right: LinearGradientEvaluator(right, space),
        side: space.x.minus(saturatingProduct(saturated(x.raw), space.size)))
      halves.append(evaluator, at: halvesCount)
      halvesCount += 1
      return .halves(halvesCount - 1)
    case .quadrants(let gradient):
      return ring(RingGradientEvaluator(gradient, isConic: false, space, scene))
    case .pixmap(let index, _, let x, let y):
      return .pixmap(index, x: x, y: y)
    case .conic(let gradient):
      return ring(RingGradientEvaluator(gradient, isConic: true, space, scene))
    }
  }

  private mutating func ring(_ evaluator: RingGradientEvaluator) -> PreparedPaint {
    rings.append(evaluator, at: ringCount)
    ringCount += 1
    return .ring(ringCount - 1)
  }
}
