// SPDX-License-Identifier: Apache-2.0

import CDRM
import Linux

/// A property of an object: its id, and its value at the last query.
struct Property: Sendable {
  /// 0, which is no property's, where the object has none of that name.
  var id = PropertyID(rawValue: 0)
  var value: UInt64 = 0

  var exists: Bool { id.rawValue != 0 }

  /// Looks an object's properties up by a comma-separated list of names; the result is in that order.
  ///
  /// The name of each of the object's properties is queried once. If the kernel reports none, none
  /// there. Corresponds to `DRM_IOCTL_MODE_OBJ_GETPROPERTIES` and `DRM_IOCTL_MODE_GETPROPERTY`.
  @inline(never)
  static func find(
    _ names: StaticString, of object: UInt32, type: UInt32, _ card: borrowing FileDescriptor
  ) -> [Property] {
    let count = names.withUTF8Buffer { unsafe cdrm_name_count($0.baseAddress, $0.count) }
    var found = [Property](repeating: Property(), count: Int(count))
    guard let list = unsafe drmModeObjectGetProperties(card.number, object, type) else {
      return found
    }
    defer { unsafe drmModeFreeObjectProperties(list) }
    let number = card.number
    // libdrm fills both arrays with as many elements as the count says.
    for index in 0..<(unsafe Int(list.pointee.count_props)) {
      let (id, value) = unsafe (list.pointee.props[index], list.pointee.prop_values[index])
      let slot = names.withUTF8Buffer {
        unsafe cdrm_property_index(number, id, $0.baseAddress, $0.count)
      }
      if slot >= 0 { found[Int(slot)] = Property(id: PropertyID(rawValue: id), value: value) }
    }
    return found
  }
}
