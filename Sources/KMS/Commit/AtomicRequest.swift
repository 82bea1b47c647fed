// SPDX-License-Identifier: Apache-2.0

import CDRM
import CLinux

/// A set of property changes that the kernel applies together or not at all.
///
/// Adding a change never fails; `commit` reports an overflow. It lives on the stack and allocates
/// nothing. Corresponds to `DRM_IOCTL_MODE_ATOMIC`.
package struct AtomicRequest {
  /// The options of a commit.
  package struct Flags: OptionSet, Sendable {
    /// The kernel's bits.
    package let rawValue: UInt32

    /// Flags from the kernel's bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Only tests whether it would succeed.
    package static let testOnly = Flags(rawValue: 0x0100)
    /// May switch the display off for a moment.
    package static let allowModeset = Flags(rawValue: 0x0400)
    /// Does not block until it is done; `EBUSY` while an earlier commit is pending.
    package static let nonblocking = Flags(rawValue: 0x0200)
    /// Sends an event for each CRTC that it changes.
    package static let event = Flags(rawValue: 0x0001)
  }

  private static let objectCapacity = 64
  private static let propertyCapacity = 192

  private var objects = InlineArray<64, UInt32>(repeating: 0)
  private var propertyCounts = InlineArray<64, UInt32>(repeating: 0)
  private var properties = InlineArray<192, UInt32>(repeating: 0)
  private var values = InlineArray<192, UInt64>(repeating: 0)
  package private(set) var objectCount = 0
  package private(set) var propertyCount = 0
  private(set) var isOverfull = false

  /// Adds a change; changes of one object must be added one after the other.
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
  mutating func set(_ property: Property, of object: UInt32, to value: UInt64) {
    if property.exists { set(property.id, of: object, to: value) }
  }

  /// Adds a change to its neutral value of each property that has one.
  mutating func neutralize<Name>(_ properties: ObjectProperties<Name>, of object: UInt32) {
    for name in Name.allCases {
      if let value = name.row.neutral { set(properties[name], of: object, to: value) }
    }
  }

  /// Commits the changes; 0, or minus an errno.
  func commit(
    on kernel: borrowing some KernelInterface & ~Copyable, _ flags: Flags, userData: UInt64
  ) -> CInt {
    isOverfull ? -EOVERFLOW : kernel.commit(self, flags, userData: userData)
  }

  /// Commits changes that switch displays off, without blocking if the driver allows that.
  func turnOff(on kernel: borrowing some KernelInterface & ~Copyable, waits: Bool) -> CInt {
    var answer: CInt = -EINVAL
    if !waits { answer = commit(on: kernel, [.allowModeset, .nonblocking], userData: 0) }
    return answer == -EINVAL ? commit(on: kernel, .allowModeset, userData: 0) : answer
  }

  /// The change at an index, from 0; for scripted kernels.
  package func change(at index: Int) -> (object: UInt32, property: PropertyID, value: UInt64) {
    var (object, end) = (0, propertyCounts[0])
    while UInt32(index) >= end {
      object += 1
      end += propertyCounts[object]
    }
    return (objects[object], PropertyID(rawValue: properties[index]), values[index])
  }

  /// Sends the changes to a card by its descriptor number; 0, or minus an errno.
  func send(to number: CInt, _ flags: Flags, userData: UInt64) -> CInt {
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
