import CDRM
import System

/// The properties of one object with their values, each asked for its name once.
///
/// Corresponds to `DRM_IOCTL_MODE_OBJ_GETPROPERTIES` and `DRM_IOCTL_MODE_GETPROPERTY`.
struct PropertyList {
  private struct Property {
    let id: PropertyID
    let value: UInt64
    let name: InlineArray<32, UInt8>
  }

  private var properties: [Property] = []

  /// Asks for all properties of an object; none where the kernel tells none.
  init(of object: UInt32, type: UInt32, _ card: borrowing FileDescriptor) {
    guard let list = unsafe drmModeObjectGetProperties(card.number, object, type) else { return }
    defer { unsafe drmModeFreeObjectProperties(list) }
    // libdrm fills both arrays with as many elements as the count says.
    for index in 0..<(unsafe Int(list.pointee.count_props)) {
      let (id, value) = unsafe (list.pointee.props[index], list.pointee.prop_values[index])
      var name = InlineArray<32, UInt8>(repeating: 0)
      var bytes = name.mutableSpan
      let number = card.number
      // The kernel writes 32 bytes, as many as there are.
      let answer = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        unsafe cdrm_property_name(number, id, bytes.baseAddress)
      }
      if answer != 0 { continue }
      properties.append(Property(id: PropertyID(rawValue: id), value: value, name: name))
    }
  }

  /// A property by its name; nil where the object has none of that name.
  subscript(name: StaticString) -> (id: PropertyID, value: UInt64)? {
    @inline(never)
    get {
      for property in properties where PropertyList.isEqual(property.name, name) {
        return (property.id, property.value)
      }
      return nil
    }
  }

  /// The number of a property that an object must have.
  @inline(never)
  func required(_ name: StaticString) throws(KMSError) -> PropertyID {
    guard let found = self[name] else { throw KMSError(.refused, .property) }
    return found.id
  }

  private static func isEqual(_ bytes: InlineArray<32, UInt8>, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    guard count < 32, bytes[count] == 0 else { return false }
    return name.withUTF8Buffer { name in
      // As many bytes as the name has.
      for index in 0..<count where unsafe name[index] != bytes[index] { return false }
      return true
    }
  }
}
