// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// Converts SWUpdate's messages to progress events.
///
/// The overall progress is (step - 1 + the step's progress) / steps, or by the steps' weights. The
/// step can be one more than the count.
package struct SWUpdateProgress {
  private let weights: StageWeights?
  package private(set) var isInstalling = false
  private var last: SWUpdateFrame?

  /// No message has been read; without weights all steps have the same weight.
  package init(weights: StageWeights? = nil) {
    self.weights = weights
  }

  /// The events of a message.
  package mutating func events(for frame: SWUpdateFrame) -> [ProgressEvent] {
    switch frame.status {
    case .idle, .done: return end([])
    case .start:
      isInstalling = true
      last = nil
      return [.started, .message("Preparing the update")]
    case .success: return end(isInstalling ? [.succeeded] : [])
    case .failure: return end(begin() + [.failed(reason(frame))])
    case .run, .progress, .subprocess:
      defer { last = frame }
      return begin() + [.message(words(for: frame))] + progress(frame)
    case .download:
      return begin() + [.message("Downloading")] + progress(frame)
        + (frame.step == 0 ? [.step(Percentage(whole: frame.downloadPercent))] : [])
    }
  }

  /// The events when SWUpdate itself has ended.
  package mutating func lost() -> [ProgressEvent] {
    end(isInstalling ? [.failed("SWUpdate has stopped in the middle of the update")] : [])
  }

  /// A reader that connects during an update has missed the start.
  private mutating func begin() -> [ProgressEvent] {
    guard !isInstalling else { return [] }
    isInstalling = true
    return [.started]
  }

  private mutating func end(_ events: [ProgressEvent]) -> [ProgressEvent] {
    isInstalling = false
    last = nil
    return events
  }

  private func progress(_ frame: SWUpdateFrame) -> [ProgressEvent] {
    guard frame.step > 0, frame.stepCount > 0 else { return [] }
    let part = Percentage(whole: frame.stepPercent)
    let usual = StageWeights([Int](repeating: 1, count: frame.stepCount))
    let overall = (weights ?? usual).overall(stage: frame.step - 1, part)
    return [.overall(overall)] + (frame.step <= frame.stepCount ? [.step(part)] : [])
  }

  private func words(for frame: SWUpdateFrame) -> String {
    guard frame.step > 0, frame.step <= frame.stepCount else {
      return frame.step == 0 ? "Preparing the update" : "Finishing the update"
    }
    let place = "Step \(frame.step) of \(frame.stepCount)"
    return frame.image.isEmpty ? place : "\(place): \(frame.image)"
  }

  private func reason(_ frame: SWUpdateFrame) -> String {
    // An object in JSON is not for people.
    if !frame.info.isEmpty, !frame.info.hasPrefix("{") { return frame.info }
    guard let last, last.step > 0, last.step <= last.stepCount else { return "The update failed" }
    let image = last.image.isEmpty ? "" : " (\(last.image))"
    return "The update failed in step \(last.step) of \(last.stepCount)\(image)"
  }
}
