// SPDX-License-Identifier: Apache-2.0

/// `Image`: files, texts, and what is made of them.
extension Library {
  /// No path of Linux is longer.
  private static let longestName = 4096
  /// The time that it takes to look for a file.
  private static let stepsOfFile = 1000

  func installImage() throws(ScriptError) {
    let images = try define("Image")
    try add(images, "GetWidth") { [unowned self] this, _ throws(ScriptError) in
      guard let image = try script.image(of: this) else { return try script.null() }
      return try script.number(Double(image.width))
    }
    try add(images, "GetHeight") { [unowned self] this, _ throws(ScriptError) in
      guard let image = try script.image(of: this) else { return try script.null() }
      return try script.number(Double(image.height))
    }
    try addDerived(images)
    try add(images, "Text") { [unowned self] _, arguments throws(ScriptError) in
      try text(arguments)
    }
    try add(images, "Adopt") { [unowned self] _, arguments throws(ScriptError) in
      guard let image = arguments.first, try script.isTrue(image) else { return try script.null() }
      return try extended(image)
    }
    try makeCallable("Image") { [unowned self] _, arguments throws(ScriptError) in
      guard let name = arguments.first else { return try script.null() }
      return try file(try script.text(name))
    }
    try add(script.globals, "ImageNew") { [unowned self] _, arguments throws(ScriptError) in
      guard let name = arguments.first else { return try script.null() }
      return try file(try script.text(name))
    }
    try addOldMethods(
      of: images, prefix: "Image", ["Scale", "Rotate", "GetWidth", "GetHeight"])
  }

  private func addDerived(_ images: Table) throws(ScriptError) {
    try add(images, "Scale") { [unowned self] this, arguments throws(ScriptError) in
      try derived(
        this, width: try integer(arguments, 0), height: try integer(arguments, 1)
      ) { .scaled($0.id) }
    }
    try add(images, "Tile") { [unowned self] this, arguments throws(ScriptError) in
      try derived(
        this, width: try integer(arguments, 0), height: try integer(arguments, 1)
      ) { .tiled($0.id) }
    }
    try add(images, "Crop") { [unowned self] this, arguments throws(ScriptError) in
      let (x, y) = (try integer(arguments, 0), try integer(arguments, 1))
      return try derived(
        this, width: try integer(arguments, 2), height: try integer(arguments, 3)
      ) { .cropped($0.id, x: x, y: y) }
    }
    try add(images, "Rotate") { [unowned self] this, arguments throws(ScriptError) in
      guard let image = try script.image(of: this) else { return try script.null() }
      let angle = try number(arguments, 0)
      // One turn in 3,600 steps: finer ones are not seen, and no image is kept for each.
      let turns = angle.isFinite ? (angle / (2 * .pi)).truncatingRemainder(dividingBy: 1) : 0
      let step = (turns * 3600).rounded() / 3600
      return try derived(this, width: image.width, height: image.height) {
        .rotated($0.id, angle: step * 2 * .pi)
      }
    }
  }

  /// An image made of another; `null` if there is none, or for a size that no image has.
  private func derived(
    _ this: Object, width: Int, height: Int, _ source: (ScriptImage) -> ScriptImage.Source
  ) throws(ScriptError) -> Object {
    guard let image = try script.image(of: this), width > 0, height > 0 else {
      return try script.null()
    }
    return try made(source(image), width: width, height: height)
  }

  private func file(_ name: String) throws(ScriptError) -> Object {
    let prefix = "special://"
    // The logo of the machine's distribution, if it is in the folder.
    let file = name.hasPrefix(prefix) ? "\(name.dropFirst(prefix.count)).png" : name
    guard file.utf8.count <= Library.longestName else {
      script.warn("an image's name of more than \(Library.longestName) bytes is that of none")
      return try script.null()
    }
    if !world.images.knows(file) { try script.spend(Library.stepsOfFile) }
    guard let size = world.images.sizeOfFile(file) else { return try script.null() }
    return try made(.file(file), width: size.width, height: size.height)
  }

  private func text(_ arguments: [Object]) throws(ScriptError) -> Object {
    guard let first = arguments.first else { return try script.null() }
    let channels = [
      try number(arguments, 1), try number(arguments, 2), try number(arguments, 3),
      try number(arguments, 4),
    ].map { $0.isNaN ? nil : min(1, max(0, $0)) }
    let style = ScriptImage.TextStyle(
      text: String(try script.characters(of: first)), red: channels[0] ?? 0,
      green: channels[1] ?? 0,
      blue: channels[2] ?? 0, alpha: channels[3] ?? 1, font: try string(arguments, 5))
    let size = style.estimatedSize
    return try made(.text(style), width: max(1, size.width), height: max(1, size.height))
  }

  private func made(
    _ source: ScriptImage.Source, width: Int, height: Int
  ) throws(ScriptError) -> Object {
    let limits = script.limits
    guard width <= limits.imageSide, height <= limits.imageSide else {
      throw script.error(
        "stopped: an image of \(width)×\(height) pixels, \(limits.imageSide) a side are possible")
    }
    guard let image = world.images.image(source, width: width, height: height) else {
      throw script.error("stopped: more than \(limits.images) different images")
    }
    return try extended(try script.make(.image(image)))
  }

  /// An image with a hash for what a script stores in it, and the methods of images.
  private func extended(_ image: Object) throws(ScriptError) -> Object {
    guard let type = script.globals.elements["Image"] else { return try script.null() }
    let own = try script.make(.extended(image.value, try script.make(.hash(Table()))))
    return try script.make(.extended(own, type.value))
  }
}
