// SPDX-License-Identifier: Apache-2.0

import Foundation

func sin64(_ x: Double) -> Double { sin(x) }
func cos64(_ x: Double) -> Double { cos(x) }
func exp64(_ x: Double) -> Double { exp(x) }

/// The direction of (x, y), y up, in radians clockwise from the top.
func atan64(_ x: Double, _ y: Double) -> Double { atan2(x, y) }

func mix(
  _ a: (Double, Double, Double), _ b: (Double, Double, Double), _ k: Double
) -> (Double, Double, Double) {
  (a.0 + (b.0 - a.0) * k, a.1 + (b.1 - a.1) * k, a.2 + (b.2 - a.2) * k)
}

func hex(_ value: Int) -> (Double, Double, Double) {
  (Double(value >> 16 & 255), Double(value >> 8 & 255), Double(value & 255))
}

/// A cubic Bézier timing function, solved by bisection.
func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double) -> Double {
  if x <= 0 { return 0 }
  if x >= 1 { return 1 }
  func value(_ a: Double, _ b: Double, _ s: Double) -> Double {
    3 * a * s * (1 - s) * (1 - s) + 3 * b * s * s * (1 - s) + s * s * s
  }
  var low = 0.0, high = 1.0
  for _ in 0..<60 {
    let middle = (low + high) / 2
    if value(x1, x2, middle) < x { low = middle } else { high = middle }
  }
  return value(y1, y2, (low + high) / 2)
}

func easeOut(_ x: Double) -> Double { bezier(0, 0, 0.58, 1, at: x) }
func easeIn(_ x: Double) -> Double { bezier(0.42, 0, 1, 1, at: x) }

/// The critically damped spring of animations.md §0.
struct ReferenceSpring {
  var time: Double, position: Double, velocity: Double, target: Double, duration = 0.5
  var omega: Double { 9.23341 / duration }

  func state(at t: Double) -> (position: Double, velocity: Double) {
    let tau = max(0, t - time), e = position - target
    let slope = velocity + omega * e, decay = exp64(-omega * tau)
    let x = target + (e + slope * tau) * decay
    let v = (velocity - omega * slope * tau) * decay
    if abs(x - target) < 0x1p-20, abs(v) < 0x1p-12 { return (target, 0) }
    return (x, v)
  }

  mutating func retarget(to newTarget: Double, at t: Double) {
    let now = state(at: t)
    self = Self(
      time: t, position: now.position, velocity: now.velocity, target: newTarget,
      duration: duration)
  }

  mutating func freeze(at t: Double) {
    let now = state(at: t).position
    self = Self(time: t, position: now, velocity: 0, target: now, duration: duration)
  }
}

/// The two-stage ramp of animations.md §0.
struct ReferenceRamp {
  var time: Double, from: Double, target: Double

  func value(at t: Double) -> Double {
    let tau = t - time
    if tau <= 0 { return from }
    if tau < 1 { return from + (target - from) * 0.9 * tau }
    if tau < 2 { return from + (target - from) * (0.9 + 0.1 * (tau - 1)) }
    return target
  }

  mutating func retarget(to newTarget: Double, at t: Double) {
    if newTarget != target { self = Self(time: t, from: value(at: t), target: newTarget) }
  }
}

/// A value that changes linearly to another value.
struct ReferenceTransition {
  var time: Double, from: Double, to: Double, duration: Double

  func value(at t: Double) -> Double {
    let fraction = duration > 0 ? min(1, max(0, (t - time) / duration)) : 1
    return from + (to - from) * fraction
  }

  /// The integral of `1 − value` from the start to `t`.
  func slowed(to t: Double) -> Double {
    let tau = t - time, moving = min(max(0, tau), duration)
    let atEnd = from + (to - from) * (duration > 0 ? moving / duration : 1)
    return moving - (from + atEnd) / 2 * moving + max(0, tau - duration) * (1 - to)
  }
}
