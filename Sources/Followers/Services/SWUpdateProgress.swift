// SPDX-License-Identifier: Apache-2.0

import Text

/// Converts SWUpdate's messages to progress events.
///
/// The overall progress is (step - 1 + the step's progress) / steps, or by the steps' weights. The
/// step can be one more than the count.
///
/// SWUpdate counts steps also after a failure, and these move nothing: 2022.12 ends every update with a step without
/// a name, 2024.05 and newer run all scripts again after a failed image. A script that fails reports 100 % too.
package struct SWUpdateProgress {
  /// The handlers that run scripts.
  private static var scriptHandlers: StaticString { "shellscript lua preinstall postinstall" }

  /// The most scripts of an update that are distinguished.
  private static var mostScripts: Int { 256 }

  private struct Script {
    let image: LongText
    let firstStep: Int
  }

  private let weights: StageWeights?
  package private(set) var isInstalling = false
  /// The last message about a step of the first run.
  private var last: SWUpdateFrame?
  /// The first step of each script.
  private var scripts: [Script] = []
  /// Whether the scripts run a second time: after the images, or after a failure.
  private var isSecondRun = false

  /// No message has been read; without weights all steps have the same weight.
  package init(weights: StageWeights? = nil) {
    self.weights = weights
  }

  /// The events of a message.
  package mutating func events(for frame: SWUpdateFrame) -> [ProgressEvent] {
    var events: [ProgressEvent] = []
    switch frame.status {
    case .idle, .done: end()
    case .start:
      end()
      begin(&events)
      events.append(.message("Preparing the update"))
    case .success:
      if isInstalling { events.append(.succeeded) }
      end()
    case .failure:
      begin(&events)
      events.append(.failed(reason(frame)))
      end()
    // A server's reports also come between two updates.
    case .subprocess where !isInstalling: break
    case .run, .progress, .subprocess:
      begin(&events)
      events.append(.message(words(for: frame)))
      progress(frame, &events)
    case .download:
      begin(&events)
      events.append(.message("Downloading"))
      progress(frame, &events)
      if frame.step == 0 { events.append(.step(Percentage(whole: frame.downloadPercent))) }
    }
    return events
  }

  /// The events when SWUpdate itself has ended.
  package mutating func lost() -> [ProgressEvent] {
    guard isInstalling else { return [] }
    end()
    return [.failed("SWUpdate has stopped in the middle of the update")]
  }

  /// A reader that connects during an update has missed the start.
  private mutating func begin(_ events: inout [ProgressEvent]) {
    guard !isInstalling else { return }
    isInstalling = true
    events.append(.started)
  }

  private mutating func end() {
    isInstalling = false
    last = nil
    scripts = []
    isSecondRun = false
  }

  private mutating func progress(_ frame: SWUpdateFrame, _ events: inout [ProgressEvent]) {
    guard frame.step > 0, frame.stepCount > 0, !frame.isEnd else { return }
    let isScript = frame.handler.bytes.position(among: SWUpdateProgress.scriptHandlers) != nil
    if isScript {
      if let script = scripts.first(where: { $0.image == frame.image }) {
        isSecondRun = isSecondRun || frame.step > script.firstStep
      } else if scripts.count < SWUpdateProgress.mostScripts {
        scripts.append(Script(image: frame.image, firstStep: frame.step))
      }
    }
    guard !isSecondRun else { return }
    last = frame
    // The next step shows that a script has succeeded.
    if isScript, frame.stepPercent == 100 { return }
    let part = Percentage(whole: frame.stepPercent)
    let equalWeights = StageWeights([Int](repeating: 1, count: frame.stepCount))
    let overall = (weights ?? equalWeights).overall(stage: frame.step - 1, part)
    events.append(.overall(overall))
    if frame.step <= frame.stepCount { events.append(.step(part)) }
  }

  private func words(for frame: SWUpdateFrame) -> LongText {
    guard frame.step > 0 else { return "Preparing the update" }
    guard frame.step <= frame.stepCount, !frame.isEnd else { return "Finishing the update" }
    let place: LongText = "Step \(frame.step) of \(frame.stepCount)"
    return frame.image.isEmpty ? place : "\(place): \(frame.image)"
  }

  private func reason(_ frame: SWUpdateFrame) -> LongText {
    // An object in JSON is not for people.
    if !frame.info.isEmpty, !frame.info.hasPrefix("{") { return frame.info }
    guard let last, last.step > 0, last.step <= last.stepCount else { return "The update failed" }
    let place: LongText = "The update failed in step \(last.step) of \(last.stepCount)"
    return last.image.isEmpty ? place : "\(place) (\(last.image))"
  }
}
