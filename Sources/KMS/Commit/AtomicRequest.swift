// SPDX-License-Identifier: Apache-2.0

import CDRM
import Linux

/// A set of property changes that the kernel makes together or not at all.
///
/// Collected without errors; one that does not fit is remembered and reported by `commit`. Lives on
/// the stack and allocates nothing. Corresponds to `DRM_IOCTL_MODE_ATOMIC`.
struct AtomicRequest {
  /// What a commit is for.
  struct Flags: OptionSet {
    let rawValue: UInt32

    /// Only says whether it would succeed.
    static let testOnly = Flags(rawValue: 0x0100)
    /// May take the display away for a moment.
    static let allowModeset = Flags(rawValue: 0x0400)
    /// Reports with an event.
    static let event = Flags(rawValue: 0x0001)
  }

  private static let objectCapacity = 24
  private static let propertyCapacity = 72

  private var objects = InlineArray<24, UInt32>(repeating: 0)
  private var propertyCounts = InlineArray<24, UInt32>(repeating: 0)
  private var properties = InlineArray<72, UInt32>(repeating: 0)
  private var values = InlineArray<72, UInt64>(repeating: 0)
  private(set) var objectCount = 0
  private(set) var propertyCount = 0
  private(set) var isOverfull = false

  /// Adds a change; those of one object come one after the other.
  mutating func set(_ property: PropertyID, of object: UInt32, to value: UInt64) {
    let isNew = objectCount == 0 || objects[objectCount - 1] != object
    if propertyCount == AtomicRequest.propertyCapacity
      || isNew && objectCount == AtomicRequest.objectCapacity
    {
      isOverfull = true
      return
    }
    if isNew {
      objects[objectCount] = object
      objectCount += 1
    }
    propertyCounts[objectCount - 1] += 1
    properties[propertyCount] = property.rawValue
    values[propertyCount] = value
    propertyCount += 1
  }

  /// Adds a change of a property, if the object has it.
  @inline(never)
  mutating func set(_ property: Property, of object: UInt32, to value: UInt64) {
    if property.exists { set(property.id, of: object, to: value) }
  }

  /// Hands the changes to the kernel; 0, or minus an errno.
  func commit(on card: borrowing FileDescriptor, _ flags: Flags, userData: UInt64) -> CInt {
    if isOverfull { return -EOVERFLOW }
    let number = card.number
    let count = UInt32(objectCount)
    // The kernel reads as many elements as the counts say, which are within the arrays' capacity.
    return unsafe objects.span.withUnsafeBufferPointer { objects in
      unsafe propertyCounts.span.withUnsafeBufferPointer { counts in
        unsafe properties.span.withUnsafeBufferPointer { properties in
          unsafe values.span.withUnsafeBufferPointer { values in
            unsafe cdrm_atomic(
              number, flags.rawValue, count, objects.baseAddress, counts.baseAddress,
              properties.baseAddress, values.baseAddress, userData)
          }
        }
      }
    }
  }
}
