// SPDX-License-Identifier: Apache-2.0

/// A property of an object: its id, and its value at the last query.
package struct Property: Sendable {
  /// 0, which is no property's, where the object has none of that name.
  package var id = PropertyID(rawValue: 0)
  /// What it was when it was looked up.
  package var value: UInt64 = 0

  /// One that does not exist.
  package init() {}

  /// One that the kernel has reported.
  package init(id: PropertyID, value: UInt64) { (self.id, self.value) = (id, value) }

  /// Whether the object has it.
  package var exists: Bool { id.rawValue != 0 }
}
