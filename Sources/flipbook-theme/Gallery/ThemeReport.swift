// SPDX-License-Identifier: Apache-2.0

import Theme
import ThemeCompiler
import ToolSupport

/// What a page says about a theme: its names, the sizes of its pack, and what `check` finds.
struct ThemeReport {
  /// The theme's name.
  let name: String
  /// The report as the page reads it.
  let json: JSON

  /// Reads the names and sizes from a pack, which errors call `file`.
  ///
  /// `diagnostics` are those of `check`, of the folder's `theme.toml`; nil where a pack was given.
  init(_ bytes: [UInt8], file: String, _ diagnostics: Diagnostics?) throws(ToolError) {
    let report = try PackReport(bytes, name: file)
    name = report.metadata.name.isEmpty ? file : report.metadata.name
    let rows = (diagnostics?.sorted ?? []).map { diagnostic in
      JSON.object([
        ("file", .string(diagnostic.file ?? "theme.toml")),
        ("line", .number(diagnostic.position.line)),
        ("column", .number(diagnostic.position.column)),
        ("severity", .string(diagnostic.severity.rawValue)), ("key", .string(diagnostic.key)),
        ("message", .string(diagnostic.what)), ("expected", .optional(diagnostic.expected)),
        ("summary", .string(diagnostic.whatOnDisplay ?? diagnostic.what)),
        (
          "displays",
          .array(
            diagnostic.displays.map { display in
              .object([("size", .string(display.size)), ("situation", .string(display.situation))])
            })
        ),
      ])
    }
    let sections = report.sizes.map { section in
      JSON.object([
        ("name", .string(section.name)), ("records", .number(section.count)),
        ("bytes", .number(section.bytes)),
      ])
    }
    json = .object([
      ("name", .string(name)), ("author", .string(report.metadata.author)),
      ("version", .string(report.metadata.version)),
      ("license", .string(report.metadata.license)), ("bytes", .number(bytes.count)),
      ("sections", .array(sections)), ("checked", .bool(diagnostics != nil)),
      ("diagnostics", .array(rows)),
    ])
  }
}
