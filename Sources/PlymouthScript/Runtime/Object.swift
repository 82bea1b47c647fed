// SPDX-License-Identifier: Apache-2.0

/// The elements of a hash.
final class Table {
  var elements: [String: Object] = [:]
}

/// A function: one of the script, or one of the library.
final class Function {
  enum Kind {
    case script(FunctionDefinition)
    case native(Native)
  }

  /// A function of the library: it gets the object before the dot and the arguments.
  typealias Native = (_ this: Object, _ arguments: [Object]) throws(ScriptError) -> Object

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }
}

/// A value, or a variable that refers to one.
///
/// Values never change but for hashes, which have an identity. A variable is an object that
/// refers to another; assigning to it lets it refer to the other side's value. An element that was read
/// before it was assigned is `null`; variables that it was assigned to follow it when it gets a value.
final class Object {
  enum Content {
    case null
    case number(Double)
    case string(String)
    case hash(Table)
    case function(Function)
    case image(ScriptImage)
    case sprite(SpriteHandle)
    /// Has what the first has, and for the rest what the second has.
    case extended(Object, Object)
    /// A variable.
    case reference(Object)
  }

  private(set) var content: Content
  private let heap: Heap
  /// Variables that refer to each other in ordinary scripts; a longer chain takes steps.
  private static let freeHops = 8

  init(_ content: Content, _ heap: Heap) {
    (self.content, self.heap) = (content, heap)
    heap.objects += 1
    if case .string(let text) = content { heap.stringBytes += text.utf8.count }
  }

  deinit {
    heap.objects -= 1
    replace(by: .null)
  }

  /// Ends the content, after this object has given up its reference to it.
  private func replace(by new: Content) {
    var old = new
    swap(&old, &content)
    switch old {
    case .string(let text): heap.stringBytes -= text.utf8.count
    case .hash, .extended, .reference: heap.release(consume old)
    case .null, .number, .function, .image, .sprite: break
    }
  }

  /// The value that a variable refers to.
  var value: Object {
    var object = self
    var hops = 0
    while case .reference(let next) = object.content {
      object = next
      hops += 1
    }
    if hops > Self.freeHops { heap.hops += hops - Self.freeHops }
    return object
  }

  /// Lets this object refer to another's value.
  func assign(_ other: Object) {
    let target = other.value
    // A variable would otherwise refer to itself.
    guard target !== self else { return }
    replace(by: .reference(target))
  }

  /// Makes it `null`.
  func clear() {
    replace(by: .null)
  }
}
