// SPDX-License-Identifier: Apache-2.0

import ThemeCompiler
import ToolSupport

/// The studio: what the server replies to the page's requests.
struct Studio: ~Copyable {
  let folder: StudioFolder
  let page: PageFiles
  private let cache = CompilerCache()
  private var job: ApplyJob?
  /// The pieces so far of a file that is added.
  private var pieces: [UInt8] = []

  init(_ folder: StudioFolder, _ page: PageFiles) {
    (self.folder, self.page) = (folder, page)
  }

  /// The reply to a request for a path below the secret.
  mutating func reply(
    to request: HTTPRequest, _ path: String, _ query: [String: String]
  ) -> HTTPReply {
    switch (request.method, path) {
    case (.get, "api/theme"): theme()
    case (.get, "api/changes"): changes()
    case (.get, "api/schema"): .json(SchemaCommand.document)
    case (.get, "api/apply"): applied()
    case (.post, "api/compile"): compile(request.body, query)
    case (.post, "api/check"): check(request.body)
    case (.post, "api/save"): save(request)
    case (.post, "api/piece"): collect(request.body, query)
    case (.post, "api/file"): add(request.body, query)
    case (.post, "api/apply"): apply(query)
    case (.get, "gallery.html"): gallery()
    case (.get, _): page.reply(path.isEmpty ? "studio.html" : path)
    default: .problem("there is no \(path)", status: 404)
    }
  }

  private func theme() -> HTTPReply {
    do throws(ToolError) {
      let source = try folder.source()
      return .json(
        .object([
          ("name", .string(folder.theme.name)), ("folder", .string(folder.theme.path)),
          ("text", .string(String(decoding: source, as: UTF8.self))),
          ("base", .string(StudioFolder.base(of: source))), ("others", .string(others)),
          ("files", .array(folder.names.map { .string($0) })),
          ("largest", .number(Files.largestInput)), ("piece", .number(HTTPServer.largestBody)),
        ]))
    } catch {
      return .problem(error.description, status: 500)
    }
  }

  /// The version of all files but the theme's own.
  private var others: String {
    let lines = ThemeWatch.files(folder.theme.path).filter { !$0.contains("/theme.toml ") }
    return StudioFolder.base(of: Array(lines.joined(separator: "\n").utf8))
  }

  /// What differs after another program has written to the folder.
  private func changes() -> HTTPReply {
    let base = (try? folder.source()).map { StudioFolder.base(of: $0) }
    return .json(
      .object([
        ("base", .optional(base)), ("others", .string(others)),
        ("files", .array(folder.names.map { .string($0) })),
      ]))
  }

  /// The page of the displays, with the pack of the saved theme; until it has one, with that of an empty theme.
  private func gallery() -> HTTPReply {
    do throws(ToolError) {
      let saved = folder.theme.compile(try folder.source(), cache: cache)
      let shown = saved.pack == nil ? folder.theme.compile(Array("flipbook = 1".utf8)) : saved
      let pack = shown.pack ?? []
      let report = try ThemeReport(pack, file: shown.name, shown.diagnostics)
      return HTTPReply(
        type: "text/html; charset=utf-8",
        body: Array(try Gallery.html(pack, report, isServed: true).utf8))
    } catch {
      // A text, which is read as a page.
      return HTTPReply(
        status: 500, type: "text/plain; charset=utf-8", body: Array(error.description.utf8))
    }
  }

  /// The report as JSON, and behind it the pack; the header has the report's length.
  ///
  /// With a move the text is changed before; the report has the change. Displays are not checked: that would take longer
  /// than all the rest, with each key.
  private func compile(_ source: [UInt8], _ query: [String: String]) -> HTTPReply {
    var (source, edit) = (source, JSON.null)
    if query["element"] != nil {
      guard let move = ElementMove(query) else {
        return .problem("the move lacks numbers", status: 400)
      }
      do throws(ElementMove.Problem) {
        let found = try move.edit(of: source, folder: folder.theme.name)
        source = found.applied(to: source)
        edit = .object([
          ("start", .number(found.range.lowerBound)), ("end", .number(found.range.upperBound)),
          ("text", .string(found.text)),
        ])
      } catch {
        return .problem("\(move.element): \(error.reason)", status: 422)
      }
    }
    let result = folder.theme.compile(source, cache: cache)
    let pack = result.pack ?? []
    let shown = try? ThemeReport(pack, file: result.name, nil)
    let report = JSON.object([
      ("report", shown?.json ?? .null), ("edit", edit),
      ("diagnostics", Report.list(result.diagnostics, file: "theme.toml")),
    ])
    let text = Array(report.text().utf8)
    return HTTPReply(
      type: "application/octet-stream", headers: [("Flipbook-Report", "\(text.count)")],
      body: text + pack)
  }

  /// What 'check' finds, as a list and in the report of the displays' page.
  private func check(_ source: [UInt8]) -> HTTPReply {
    let result = folder.theme.compile(source, checksLayout: true, cache: cache)
    let shown = try? ThemeReport(result.pack ?? [], file: result.name, result.diagnostics)
    return .json(
      .object([
        ("report", shown?.json ?? .null),
        ("diagnostics", Report.list(result.diagnostics, file: "theme.toml")),
      ]))
  }

  private func save(_ request: HTTPRequest) -> HTTPReply {
    refusing { () throws(StudioFolder.Refusal) in
      try folder.save(request.body, base: request.base)
      return .object([("base", .string(StudioFolder.base(of: request.body)))])
    }
  }

  /// Keeps a piece of a file that is too large for one request; the last one comes to `add`.
  private mutating func collect(_ bytes: [UInt8], _ query: [String: String]) -> HTTPReply {
    let place = query["at"].flatMap { Int($0) } ?? 0
    if place == 0 { pieces = [] }
    guard place == pieces.count else {
      return .problem("another page adds a file; try it again", status: 422)
    }
    guard place + bytes.count <= Files.largestInput else {
      pieces = []
      return .problem("the file is larger than \(Files.largestInput >> 20) MiB", status: 422)
    }
    pieces += bytes
    return .json(.object([("size", .number(pieces.count))]))
  }

  private mutating func add(_ last: [UInt8], _ query: [String: String]) -> HTTPReply {
    let place = query["at"].flatMap { Int($0) } ?? 0
    guard place == 0 || place == pieces.count else {
      return .problem("another page adds a file; try it again", status: 422)
    }
    let bytes = place == 0 ? last : pieces + last
    if place != 0 { pieces = [] }
    return refusing { () throws(StudioFolder.Refusal) in
      let name = try folder.add(
        bytes, named: query["name"] ?? "", replaces: query["replace"] != nil)
      return .object([
        ("name", .string(name)),
        ("kind", .string(AssetKind(bytes)?.isFont == true ? "font" : "image")),
      ])
    }
  }

  private func refusing(_ body: () throws(StudioFolder.Refusal) -> JSON) -> HTTPReply {
    do throws(StudioFolder.Refusal) {
      return .json(try body())
    } catch {
      switch error {
      case .changed:
        return .problem("another program has changed theme.toml", status: 409)
      case .exists(let name):
        return .json(
          .object([
            ("error", .string("there is another \(name) in the folder")), ("name", .string(name)),
          ]), status: 409)
      case .failed(let line): return .problem(line, status: 422)
      }
    }
  }

  /// Starts `flipbook-theme apply` with the saved folder.
  private mutating func apply(_ query: [String: String]) -> HTTPReply {
    if job != nil {
      job?.look()
      guard job?.status != nil else { return .problem("apply is still running", status: 409) }
    }
    var arguments = ["apply"]
    if query["keep"] != nil { arguments.append("--keep") }
    // A folder's name may begin with a dash.
    arguments += query["reset"] != nil ? ["--reset"] : ["--", folder.theme.path]
    do throws(ToolError) {
      job = try ApplyJob(arguments)
    } catch {
      return .problem(error.description, status: 500)
    }
    return applied()
  }

  private mutating func applied() -> HTTPReply {
    job?.look()
    guard let line = job?.line, let text = job?.text else {
      return .problem("nothing was applied", status: 404)
    }
    return .json(
      .object([
        ("line", .string(line)), ("output", .string(String(decoding: text, as: UTF8.self))),
        ("status", (job?.status).map { .number($0) } ?? .null),
      ]))
  }
}

extension ElementMove {
  /// A move as the page describes it; nil where a number is missing.
  init?(_ query: [String: String]) {
    func number(_ name: String) -> Double? {
      query[name].flatMap { Double($0) }.flatMap { $0.magnitude <= 65536 ? $0 : nil }
    }
    guard let element = query["element"], let target = Target(rawValue: query["target"] ?? ""),
      let situation = query["situation"].flatMap({ Int($0) }),
      let stageWidth = number("stage-width"), let stageHeight = number("stage-height"),
      let margin = number("margin"), let x = number("x"), let y = number("y"),
      let width = number("width"), let height = number("height"),
      let right = number("right"), let down = number("down")
    else { return nil }
    let variant = query["variant"].flatMap { $0.isEmpty ? nil : $0 }
    self.init(
      element: element, target: target, situation: situation, variant: variant,
      stage: (stageWidth, stageHeight), margin: margin, box: (x, y, width, height),
      distance: (right, down))
  }
}
