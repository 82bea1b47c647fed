// SPDX-License-Identifier: Apache-2.0

import PlymouthScript

/// Themes of Plymouth that are scripts: they are run against a simulated window and clock.
enum PlymouthScriptImporter {
  /// The draft of a script theme, and what was left out of it in the report.
  ///
  /// - Parameters:
  ///   - theme: the `.plymouth` file; `[script]` has `ImageDir` and `ScriptFile`.
  ///   - source: the theme's folder.
  ///   - report: gets a line for each part that is taken, changed or left out.
  /// - Returns: The theme.
  /// - Throws: Why there is nothing to import.
  static func draft(
    of theme: PlymouthThemeFile, in source: ImportSource, report: inout ImportReport
  ) throws(ImportError) -> ThemeDraft {
    let script = try scriptFile(of: theme, in: source)
    let folder = ImageFolder(theme, group: "script", in: source, isDeep: true, report: &report)
    let images = ScriptImageFiles(folder.source, folder: folder.folder)
    let variables = theme.keys(of: "script-env-vars").map {
      (name: $0, value: theme[$0, in: "script-env-vars"] ?? "")
    }
    let scene: SceneDescription
    let trace: Trace
    var atShutdown: SceneDescription?
    do throws(ScriptError) {
      let program = try Parser.parse(
        try source.scriptBytes(script), file: source.path(of: script))
      let simulation = Simulation(program, variables: variables) { images.size(of: $0) }
      report.progress.step("\(script): running the script")
      (scene, trace) = try SceneReader.describe(simulation)
      if trace.readsMode {
        report.progress.step("\(script): running the script at shutdown")
        do throws(ScriptError) {
          atShutdown = try SceneReader.describe(simulation, mode: "shutdown").scene
        } catch {
          report.leftOut("the look at shutdown, which is that of the boot: \(error.description)")
        }
      }
    } catch {
      throw .unusable(error.description)
    }
    var builder = ScriptThemeBuilder(name: theme.name ?? source.name, images)
    builder.joinsTracks = atShutdown.map { $0.items == scene.items } ?? true
    do throws(ImportError) {
      try builder.add(scene, report: &report)
    } catch {
      guard error.isNothing, let missing = missing(trace, images) else { throw error }
      throw .nothing("\(error.text); \(missing)")
    }
    if let atShutdown { try builder.addShutdown(atShutdown, besides: scene, report: &report) }
    describe(trace, images, report: &report)
    return builder.draft
  }

  /// The faults of a script that Plymouth logs, too, and what a theme cannot have of it.
  private static func describe(
    _ trace: Trace, _ images: ScriptImageFiles, report: inout ImportReport
  ) {
    for (_, reason) in images.failures.sorted(by: { $0.key < $1.key }).prefix(20) {
      report.leftOut(reason)
    }
    if let missing = missing(trace, images) {
      report.leftOut("\(missing); what the script shows with it is missing")
    }
    for warning in trace.warnings.prefix(4) {
      report.leftOut("line \(warning.line) of the script: \(warning.text)")
    }
    let dialogs = ["DisplayPassword", "DisplayQuestion", "DisplayPrompt", "DisplayMessage"]
    if dialogs.contains(where: trace.functions.contains) {
      report.changed(
        "questions, typed characters and messages: Flipbook draws them, where the script shows them"
      )
    }
    if trace.functions.contains("KeyboardInput") {
      report.leftOut("what the script does with keys")
    }
    if trace.functions.contains("Quit") {
      report.leftOut("what the script shows at the end: the last scene fades instead")
    }
  }

  /// The images that a script looks for in vain; nil if there are none.
  private static func missing(_ trace: Trace, _ images: ScriptImageFiles) -> String? {
    let missing = trace.images.missing.filter { images.failures[$0] == nil }
    if missing.isEmpty { return nil }
    return missing.prefix(4).joined(separator: ", ")
      + (missing.count > 4 ? " and \(missing.count - 4) more" : "")
      + ": no such image in the folder"
  }

  // Files.

  private static func scriptFile(
    of theme: PlymouthThemeFile, in source: ImportSource
  ) throws(ImportError) -> String {
    let path = theme["ScriptFile", in: "script"] ?? ""
    let name = trailing(path, in: source)
    if !name.isEmpty { return name }
    let scripts = source.names().filter { $0.hasSuffix(".script") }
    guard scripts.count == 1 else {
      throw .unusable("\(theme.path): ScriptFile=\(path): no such file in the folder")
    }
    return scripts[0]
  }

  /// The longest end of a path that is a file in the theme's folder; empty if there is none.
  private static func trailing(_ path: String, in source: ImportSource) -> String {
    let parts = path.split(separator: "/")
    return parts.indices.map { parts[$0...].joined(separator: "/") }.first(where: source.has) ?? ""
  }
}

extension ImportSource {
  /// A script's bytes; an error becomes one of the script.
  fileprivate func scriptBytes(_ name: String) throws(ScriptError) -> [UInt8] {
    do throws(ImportError) {
      return try read(name)
    } catch {
      throw ScriptError(file: path(of: name), line: 0, reason: error.text)
    }
  }
}
