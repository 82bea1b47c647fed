// SPDX-License-Identifier: Apache-2.0

package import Motion

/// How often those may connect who may ask for nothing.
///
/// Each user has 32 connections at once and ten more each second; beyond that one is closed unheard.
/// Users share sixteen budgets: who has many numbers takes from other strangers only, who would get a
/// refusal in any case.
package struct StrangerBudget {
  private static var burst: UInt8 { 32 }
  private static var period: Duration { .milliseconds(100) }

  private var used = InlineArray<16, UInt8>(repeating: 0)
  // When the last of them was given back.
  private var time = Instant.zero

  /// Nobody has come yet.
  package init() {}

  /// Takes one connection of a user; false where it is to be closed.
  package mutating func take(user: UInt32, at now: Instant) -> Bool {
    let periods = (now - time).nanoseconds / StrangerBudget.period.nanoseconds
    if periods > 0 {
      time = time + Duration(nanoseconds: periods * StrangerBudget.period.nanoseconds)
      for index in used.indices {
        used[index] -= UInt8(min(periods, Int64(used[index])))
      }
    }
    let index = Int(user & 15)
    guard used[index] < StrangerBudget.burst else { return false }
    used[index] += 1
    return true
  }
}
