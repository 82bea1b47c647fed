// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A critically damped spring in float64, around a target of 0.
struct Reference {
  let offset, velocity, frequency: Double

  /// Takes the first offset and velocity, and the duration in seconds.
  init(offset: Double, velocity: Double, duration: Double) {
    (self.offset, self.velocity) = (offset, velocity)
    frequency = 9.23341 / duration
  }

  /// The offset and the velocity after some seconds.
  func state(at time: Double) -> (offset: Double, velocity: Double) {
    let slope = velocity + frequency * offset
    let decay = exp(-frequency * time)
    return ((offset + slope * time) * decay, (velocity - frequency * slope * time) * decay)
  }
}
