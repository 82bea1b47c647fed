// SPDX-License-Identifier: Apache-2.0

import Animations
import Motion
import DisplayList
import Stage
import Text

/// What a person is asked over the flow bar at 1080p, scale 2: while it fades it is a group.
struct PromptRun: ~Copyable {
  private var model: StageModel<BuiltInAnimation>
  private let layout: StageLayout
  private var scene = Scene(elementCapacity: 16384)
  private var canvas: Canvas
  private static let begin = Instant.zero + .milliseconds(5000)

  /// Begins to ask for a password, of which eight characters have been typed.
  init() {
    var configuration = StageConfiguration.AnimationKind.flow.configuration(.p1080, scale: 2)
    configuration.showsMessage = true
    configuration.fade = .milliseconds(200)
    canvas = Canvas(width: configuration.widthInPixels, height: configuration.heightInPixels)
    do throws(StageError) {
      var model = try StageModel(configuration, at: .zero)
      layout = try StageLayout(configuration, for: model)
      let question: StaticString = "Please enter the passphrase for disk vda2"
      question.withUTF8Buffer { bytes in
        // The literal lives as long as the program.
        let question = unsafe Message(truncating: bytes.span)
        model.apply(
          .prompt(Prompt(question: question, entry: EntryField(bulletCount: 8))),
          at: PromptRun.begin)
      }
      self.model = model
    } catch {
      fatalError("no stage")
    }
  }

  /// Makes the scene of so many milliseconds after the question, and draws it whole.
  mutating func draw(at milliseconds: Int) {
    model.draw(at: PromptRun.begin + .milliseconds(milliseconds), on: layout, into: &scene)
    canvas.draw(scene)
  }
}
