// SPDX-License-Identifier: Apache-2.0

/// `Sprite` and `Window`.
extension Library {
  func installSprite() throws(ScriptError) {
    let sprites = try define("Sprite")
    try addSetters(sprites)
    try addGetters(sprites)
    try add(sprites, "GetImage") { [unowned self] this, _ throws(ScriptError) in
      guard let image = try script.sprite(of: this)?.image,
        let type = script.globals.elements["Image"]
      else { return try script.null() }
      return try script.make(.extended(try script.make(.image(image)), type.value))
    }
    let create: Function.Native = { [unowned self] _, arguments throws(ScriptError) in
      guard world.sprites.count < script.limits.sprites else {
        world.sprites.removeAll { $0.isRemoved }
        guard world.sprites.count < script.limits.sprites else {
          throw script.error("stopped: more than \(script.limits.sprites) sprites")
        }
        return try sprite(arguments)
      }
      return try sprite(arguments)
    }
    try makeCallable("Sprite", create)
    try add(script.globals, "SpriteNew", create)
    try addOldMethods(
      of: sprites, prefix: "Sprite",
      ["SetImage", "SetX", "SetY", "SetZ", "SetPosition", "SetOpacity"])
  }

  private func sprite(_ arguments: [Object]) throws(ScriptError) -> Object {
    guard let type = script.globals.elements["Sprite"] else { return try script.null() }
    let sprite = Sprite(ordinal: world.spriteCount)
    world.spriteCount += 1
    world.sprites.append(sprite)
    if let image = arguments.first { sprite.image = try script.image(of: image) }
    let handle = try script.make(.sprite(SpriteHandle(sprite)))
    let own = try script.make(.extended(handle, try script.make(.hash(Table()))))
    return try script.make(.extended(own, type.value))
  }

  private func addSetters(_ sprites: Table) throws(ScriptError) {
    let setters: [(String, (Sprite, Double) -> Void)] = [
      ("SetX", { $0.x = Interpreter.integer($1) }), ("SetY", { $0.y = Interpreter.integer($1) }),
      ("SetZ", { $0.z = Interpreter.integer($1) }), ("SetOpacity", { $0.opacity = $1 }),
    ]
    for (name, set) in setters {
      try add(sprites, name) { [unowned self] this, arguments throws(ScriptError) in
        if let sprite = try script.sprite(of: this) { set(sprite, try number(arguments, 0)) }
        return try script.null()
      }
    }
    try add(sprites, "SetPosition") { [unowned self] this, arguments throws(ScriptError) in
      if let sprite = try script.sprite(of: this) {
        sprite.x = try integer(arguments, 0)
        sprite.y = try integer(arguments, 1)
        sprite.z = try integer(arguments, 2)
      }
      return try script.null()
    }
    try add(sprites, "SetImage") { [unowned self] this, arguments throws(ScriptError) in
      if let argument = arguments.first, let image = try script.image(of: argument) {
        try script.sprite(of: this)?.image = image
      }
      return try script.null()
    }
  }

  private func addGetters(_ sprites: Table) throws(ScriptError) {
    let getters: [(String, (Sprite) -> Double)] = [
      ("GetX", { Double($0.x) }), ("GetY", { Double($0.y) }), ("GetZ", { Double($0.z) }),
      ("GetOpacity", { $0.opacity }),
    ]
    for (name, get) in getters {
      try add(sprites, name) { [unowned self] this, _ throws(ScriptError) in
        guard let sprite = try script.sprite(of: this) else { return try script.null() }
        return try script.number(get(sprite))
      }
    }
  }

  // The window: there is one, number 0.

  func installWindow() throws(ScriptError) {
    let window = try define("Window")
    let sizes = [
      ("GetWidth", world.width), ("GetHeight", world.height), ("GetX", 0), ("GetY", 0),
    ]
    for (name, value) in sizes {
      try add(window, name) { [unowned self] _, arguments throws(ScriptError) in
        let index = arguments.isEmpty ? 0 : try number(arguments, 0)
        // What is no number is counted as 0.
        return try index.magnitude >= 1 ? script.null() : script.number(Double(value))
      }
    }
    for name in ["SetX", "SetY"] {
      // The windows of several displays are always centred on each other.
      try add(window, name) { [unowned self] _, _ throws(ScriptError) in try script.null() }
    }
    try add(window, "SetBackgroundTopColor") { [unowned self] _, arguments throws(ScriptError) in
      world.topColor = try color(arguments)
      return try script.null()
    }
    try add(window, "SetBackgroundBottomColor") { [unowned self] _, arguments throws(ScriptError) in
      world.bottomColor = try color(arguments)
      return try script.null()
    }
    for name in ["GetWidth", "GetHeight", "SetBackgroundTopColor", "SetBackgroundBottomColor"] {
      script.globals.elements["SpriteWindow" + name] = window.elements[name]
    }
  }

  private func color(_ arguments: [Object]) throws(ScriptError) -> Int {
    var color = 0
    for index in 0..<3 {
      let channel = 255 * (try number(arguments, index))
      color = color << 8 | (channel.isNaN ? 0 : Int(min(255, max(0, channel))))
    }
    return color
  }
}
