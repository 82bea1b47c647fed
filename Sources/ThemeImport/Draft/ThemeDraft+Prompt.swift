// SPDX-License-Identifier: Apache-2.0

/// The images of a dialog that asks for a password.
struct DialogImages {
  /// An image, its file, and its name in the original.
  struct Part {
    let name: String
    let image: StraightImage
    let file: [UInt8]
  }

  /// Behind all of the dialog.
  var panel: Part?
  /// Behind the bullets.
  var field: Part?
  /// For each character.
  var bullet: Part?
  /// Beside the field.
  var lock: Part?
}

extension ThemeDraft {
  /// Narrower fields have too little room for a question.
  private static let narrowest = 320
  private static let lowest = 20
  private static let highest = 120

  /// Gives the prompt the images of a dialog.
  mutating func add(_ dialog: DialogImages, report: inout ImportReport) {
    var prompt = self["prompt"]
    if let lock = dialog.lock {
      prompt["icon"] = .string(add(lock.file, as: "lock.png"))
      report.taken("\(lock.name): the icon of questions")
    }
    if let outer = dialog.panel ?? dialog.field {
      prompt["width"] = .pixels(max(outer.image.width, Self.narrowest))
      if dialog.panel == nil { prompt["padding"] = .integer(0) }
    }
    if let panel = dialog.panel {
      set(panel, "image", "slice", as: "panel.png", in: &prompt)
      report.taken("\(panel.name): the panel of questions, which is as high as they need")
    }
    if let field = dialog.field {
      set(field, "field-image", "field-slice", as: "entry.png", in: &prompt)
      prompt["field-height"] = .integer(min(max(field.image.height, Self.lowest), Self.highest))
      report.taken("\(field.name): the field of questions, as wide as they need")
    }
    if let bullet = dialog.bullet {
      prompt["bullet-image"] = .string(add(bullet.file, as: "bullet.png"))
      report.taken("\(bullet.name): the sign for each character")
    }
    self["prompt"] = prompt
  }

  private mutating func set(
    _ part: DialogImages.Part, _ key: String, _ slice: String, as name: String,
    in table: inout DraftTable
  ) {
    table[key] = .string(add(part.file, as: name))
    table.setSlice(slice, part.image.edges)
  }
}

extension DraftTable {
  /// Sets the edges of an image, where it has any.
  mutating func setSlice(_ key: String, _ edges: [Int]) {
    if edges.contains(where: { $0 > 0 }) { self[key] = .list(edges.map { .integer($0) }) }
  }
}
