// SPDX-License-Identifier: Apache-2.0

import Animations
import Baselines
import DisplayList
import Theme

/// Draws one frame of each kind so that callgrind counts its instructions, and nothing else's.
enum Counting {
  /// Counts all, with the theme of a pack; the name of each dump is that of its count.
  static func run(_ pack: Pack) {
    for name in SceneName.allCases { count(name) }
    for name in StageConfiguration.AnimationKind.allCases {
      countFull(name.configuration(.p1080, scale: 2), name.fullFrameName)
      countStep(name)
    }
    countEndless(.download, "download-swing")
    countEndless(.ring, "ring-turn")
    // The ring's other paints, which have another colour in each pixel.
    var configuration = StageConfiguration.AnimationKind.ring.configuration(.p1080, scale: 2)
    configuration.paint = .quadrants
    countFull(configuration, "quadrants-full")
    configuration.paint = .conic
    countFull(configuration, "conic-full")
    countDissolve()
    countPrompt(at: 1000, "prompt-full")
    countPrompt(at: 100, "prompt-fade")
    countTheme(pack, asks: false, "theme-scene")
    countTheme(pack, asks: true, "theme-prompt")
    countImage(.rest, "image-rest")
    countImage(.moved, "image-moved")
    countImage(.turned, "image-turned")
  }

  /// A frame of an image, at rest or in motion.
  private static func countImage(_ pose: ImageRun.Pose, _ name: StaticString) {
    var run = ImageRun()
    run.draw(pose)
    baseline_count_begin()
    run.draw(pose)
    end(name)
  }

  /// The scene of a theme, without its drawing.
  private static func countTheme(_ pack: Pack, asks: Bool, _ name: StaticString) {
    var run = ThemeRun(pack, asks: asks)
    run.build()
    baseline_count_begin()
    run.build()
    end(name)
  }

  /// A frame of a prompt, of which all is seen, or a part.
  private static func countPrompt(at milliseconds: Int, _ name: StaticString) {
    var run = PromptRun()
    run.draw(at: milliseconds)
    baseline_count_begin()
    run.draw(at: milliseconds)
    end(name)
  }

  /// A frame in the middle of the flow bar's way to the ring.
  private static func countDissolve() {
    var run = DissolveRun()
    run.draw(at: 180)
    baseline_count_begin()
    run.draw(at: 200)
    end("dissolve")
  }

  private static func count(_ name: SceneName) {
    var target = BenchmarkTarget(name)
    // The first frame is left out: the program's pages are not all there yet.
    target.draw(.flipbook, frame: 4)
    baseline_count_begin()
    target.draw(.flipbook, frame: 5)
    end(name.name)
  }

  /// A full frame at 1080p, scale 2: its scene and its drawing.
  private static func countFull(_ configuration: StageConfiguration, _ name: StaticString) {
    var run = StageRun(configuration)
    var scene = Scene(elementCapacity: 16384)
    var canvas = Canvas(
      width: configuration.widthInPixels, height: configuration.heightInPixels)
    run.build(into: &scene)
    canvas.draw(scene)
    baseline_count_begin()
    run.build(into: &scene)
    canvas.draw(scene)
    end(name)
  }

  /// A frame in ordinary progress at 1080p, scale 2.
  private static func countStep(_ name: StageConfiguration.AnimationKind) {
    var run = StageRun(name.configuration(.p1080, scale: 2))
    run.stepIfDue()
    baseline_count_begin()
    _ = run.frame()
    end(name.stepName)
  }

  /// A frame of unknown progress, likewise.
  private static func countEndless(
    _ name: StageConfiguration.AnimationKind, _ frameName: StaticString
  ) {
    var run = StageRun(name.configuration(.p1080, scale: 2), isEndless: true)
    baseline_count_begin()
    _ = run.frame()
    end(frameName)
  }

  private static func end(_ name: StaticString) {
    name.withUTF8Buffer { bytes in
      let start = unsafe UnsafeRawPointer(bytes.baseAddress)
      // A literal ends with a zero.
      unsafe baseline_count_end(start?.assumingMemoryBound(to: CChar.self))
    }
  }
}

extension StageConfiguration.AnimationKind {
  /// What its full frame is called.
  fileprivate var fullFrameName: StaticString {
    switch self {
    case .flow: "flow-full"
    case .download: "download-full"
    case .ring: "ring-full"
    }
  }

  /// What its frame in ordinary progress is called.
  fileprivate var stepName: StaticString {
    switch self {
    case .flow: "flow-step"
    case .download: "download-step"
    case .ring: "ring-step"
    }
  }
}
