// SPDX-License-Identifier: Apache-2.0

/// A property of an object: its id, and its value at the last query.
package struct Property: Sendable {
  /// The ID; 0 where the object has no property of that name.
  package var id = PropertyID(rawValue: 0)
  /// The value at the last query.
  package var value: UInt64 = 0

  /// A property that does not exist.
  package init() {}

  /// A property that the kernel has reported.
  package init(id: PropertyID, value: UInt64) { (self.id, self.value) = (id, value) }

  /// Whether the object has it.
  package var exists: Bool { id.rawValue != 0 }
}
