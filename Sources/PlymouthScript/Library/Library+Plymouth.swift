// SPDX-License-Identifier: Apache-2.0

/// `Plymouth`: the functions that a script sets for events, and its queries.
extension Library {
  /// What is set by `Plymouth.Set…Function`.
  static let events = [
    "Refresh", "BootProgress", "RootMounted", "KeyboardInput", "UpdateStatus", "DisplayNormal",
    "DisplayPassword", "DisplayQuestion", "DisplayPrompt", "DisplayHotplug", "ValidateInput",
    "DisplayMessage", "HideMessage", "Quit", "SystemUpdate",
  ]

  func installPlymouth() throws(ScriptError) {
    let plymouth = try define("Plymouth")
    for event in Library.events {
      try add(plymouth, "Set\(event)Function") { [unowned self] _, arguments throws(ScriptError) in
        world.functions[event] = arguments.first?.value
        return try script.null()
      }
    }
    plymouth.elements["SetMessageFunction"] = plymouth.elements["SetDisplayMessageFunction"]
    try add(plymouth, "SetRefreshRate") { [unowned self] _, arguments throws(ScriptError) in
      // Plymouth stores it as an integer.
      world.refreshRate = Double(max(1, min(1000, try integer(arguments, 0))))
      return try script.null()
    }
    try add(plymouth, "GetMode") { [unowned self] _, _ throws(ScriptError) in
      world.readsMode = true
      return try script.make(.string(world.mode))
    }
    try add(plymouth, "GetCapslockState") { [unowned self] _, _ throws(ScriptError) in
      try script.number(0)
    }
    addOldNames(
      of: plymouth, prefix: "Plymouth",
      Library.events.filter {
        ![
          "DisplayPrompt", "DisplayHotplug", "DisplayMessage", "HideMessage", "SystemUpdate",
        ].contains($0)
      }.map { "Set\($0)Function" } + ["SetMessageFunction", "GetMode"])
  }
}
