// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Foundation
import DisplayList
import Testing
import Theme
import Stage

@testable import Animations
@testable import ThemeCompiler

/// The shipped themes on stages of all sizes: nothing is outside, nothing is covered.
@Suite struct LayoutTests {
  static let themes = ["download", "flow", "installer", "kiosk", "recovery", "ring"]

  /// Points, each in both directions.
  static let sizes: [(Int, Int)] = [
    (240, 240), (320, 240), (480, 272), (480, 320), (640, 360), (640, 480), (720, 720), (800, 480),
    (800, 600), (844, 390), (1024, 600), (1024, 768), (1280, 480), (1280, 720), (1366, 768),
    (1920, 1080), (2560, 1080), (3840, 1080), (3840, 2160), (7680, 4320),
  ].flatMap { [$0, ($0.1, $0.0)] }

  private static func folder(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../config/themes/\(name)")
  }

  /// The text of a shipped theme.
  static func source(_ name: String) throws -> String {
    String(
      decoding: try Data(contentsOf: folder(name).appending(path: "theme.toml")), as: UTF8.self)
  }

  private static func pack(_ name: String) throws -> Pack {
    let folder = folder(name)
    let source = try Data(contentsOf: folder.appending(path: "theme.toml"))
    let result = ThemeCompiler.compile(Array(source), folder: name) { file in
      (try? Data(contentsOf: folder.appending(path: file))).map { .bytes(Array($0)) }
        ?? .unreadable("no such file")
    }
    return try Pack(#require(result.pack))
  }

  /// No part of a shipped theme in done looks like work or like a failure.
  @Test(arguments: themes)
  func `what is done neither warns nor is red`(name: String) throws {
    let source = Array(try Self.source(name).utf8)
    let text = try ThemeCompiler.resolution("done system-upgrade", of: source, folder: name)
    let lines = try #require(text).split(separator: "\n")
    for line in lines where line.contains(" palette = ") { #expect(!line.contains("\"red\"")) }
    if name == "recovery" { #expect(!lines.contains { $0.contains("@mode") }) }
  }

  @Test(arguments: themes)
  func `everything is inside and nothing is covered`(name: String) throws {
    let pack = try Self.pack(name)
    for variant in [0, pack.count(.variants)] {
      // With the title of a boot, which is empty, and with the longest title.
      for mode in [MachineMode.bootUp, .systemUpgrade] {
        for (width, height) in Self.sizes {
          let layout = ThemeLayout(
            ThemeSelection(pack, variant: variant, mode: mode), width: Fixed(width),
            height: Fixed(height), scale: 1)
          for phase in 0..<Situation.phases {
            for isAsking in [false, true] {
              check(
                layout, phase, isAsking,
                "\(name) \(width)×\(height) mode \(mode) phase \(phase) \(isAsking)")
            }
          }
        }
      }
    }
  }

  private func check(_ layout: ThemeLayout, _ phase: Int, _ isAsking: Bool, _ what: String) {
    var seen: [(kind: NodeKind, box: Rectangle)] = []
    var index = 0
    while let element = layout.element(index, in: 2 * phase + (isAsking ? 1 : 0)) {
      index += 1
      // Panels are behind their contents; a prompt is visible during a question.
      if element.kind == .background || element.kind == .stack { continue }
      if element.kind == .prompt, !isAsking { continue }
      let box = element.box
      let isInside =
        box.x >= 0 && box.y >= 0 && box.x + box.width <= layout.stage.width
        && box.y + box.height <= layout.stage.height
      #expect(isInside, "\(what): \(element.kind) \(box)")
      for other in seen {
        let isApart =
          box.x + box.width <= other.box.x || other.box.x + other.box.width <= box.x
          || box.y + box.height <= other.box.y || other.box.y + other.box.height <= box.y
        #expect(isApart, "\(what): \(element.kind) \(box) and \(other.kind) \(other.box)")
      }
      seen.append((element.kind, box))
    }
  }
}
