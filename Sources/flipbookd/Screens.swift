import Animations
import Control
import FixedPoint
import Motion
import Scanout

/// All screens that there are now, and the story that those show which come later.
///
/// The story is a stage of no output: it answers what is shown, and a newcomer copies it.
struct Screens: ~Copyable {
  /// What is told, on no output.
  private(set) var story: Stage

  /// The screens, the longest-lived first.
  private(set) var list: [Screen] = []

  private var nextNumber = 1

  /// Begins a story that nothing shows yet.
  init(_ options: borrowing Options, at now: Instant) throws(StartError) {
    // The size matters to no one.
    let size = PixelSize(width: 1920, height: 1080)
    var configuration = options.configuration(for: size, nil)
    configuration.scale = 1
    do throws(StageError) {
      story = try Stage(configuration, at: now)
    } catch {
      throw StartError(error)
    }
    list.reserveCapacity(Options.screenLimit)
  }

  /// Whether there is room for another screen.
  var isFull: Bool { list.count >= Options.screenLimit }

  /// Shows the story on an output too.
  mutating func add(
    _ output: consuming ScreenOutput, name: InlineText<32>, _ options: borrowing Options
  ) throws(StageError) {
    let configuration = options.configuration(for: output.sizeInPixels, output.sizeInMillimetres)
    let stage = try Stage(copying: story, configuration)
    list.append(Screen(output, stage, name: name, number: nextNumber, options))
    nextNumber += 1
  }

  /// Carries a command out, on all screens at the same instant.
  mutating func apply(_ command: Command, at now: Instant) {
    story.apply(command, at: now)
    for screen in list { screen.apply(command, at: now) }
  }

  /// What is shown at an instant.
  mutating func status(at now: Instant) -> StageStatus? { story.status(at: now) }

  /// How long nothing needs to be done unless something happens; nil for ever.
  func nextDeadline() -> Instant? {
    var deadline: Instant?
    for screen in list {
      guard let next = screen.nextDeadline() else { continue }
      deadline = min(deadline ?? next, next)
    }
    return deadline
  }

  /// Whether every screen shows something.
  var areLit: Bool {
    for screen in list where screen.isBlank { return false }
    return true
  }

  /// How many frames the screen has shown that has shown the most.
  var presentedFrameCount: Int {
    var count = 0
    for screen in list { count = max(count, screen.presenter.presentedFrameCount) }
    return count
  }

  /// Has each screen draw what differs; those that fail go.
  mutating func show(at now: Instant) {
    var index = 0
    while index < list.count {
      do throws(OutputFailure) {
        try list[index].show(at: now)
        index += 1
      } catch {
        var line = list[index].name
        line.append(": ")
        var text = InlineText<384>()
        text.append(line.bytes)
        let reason = error.line
        text.append(reason.bytes)
        Console.log(text.bytes)
        list.remove(at: index)
      }
    }
  }
}
