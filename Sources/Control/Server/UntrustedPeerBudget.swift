// SPDX-License-Identifier: Apache-2.0

package import Motion

/// How often users without permission may connect.
///
/// Each user has 32 connections at once and ten more each second; beyond that a connection is closed
/// unread. Users share sixteen budgets: a user with many user IDs uses up only the budgets of other
/// untrusted users, which get a refusal in any case.
package struct UntrustedPeerBudget {
  private static var burst: UInt8 { 32 }
  private static var period: TimeSpan { .milliseconds(100) }

  private var used = InlineArray<16, UInt8>(repeating: 0)
  // When connections were last given back to the budgets.
  private var time = Instant.zero

  /// No connection has been counted.
  package init() {}

  /// Counts one connection of a user; false where it must be closed.
  package mutating func admit(user: UInt32, at now: Instant) -> Bool {
    let periods = (now - time).nanoseconds / UntrustedPeerBudget.period.nanoseconds
    if periods > 0 {
      time = time + TimeSpan(nanoseconds: periods * UntrustedPeerBudget.period.nanoseconds)
      for index in used.indices {
        used[index] -= UInt8(min(periods, Int64(used[index])))
      }
    }
    let index = Int(user & 15)
    guard used[index] < UntrustedPeerBudget.burst else { return false }
    used[index] += 1
    return true
  }
}
