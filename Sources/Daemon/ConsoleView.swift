// SPDX-License-Identifier: Apache-2.0

import Animations
import CLinux
import Console
import DisplayList
import Linux
import Motion
import Presentation
import Scanout
import Stage
import Text
import Theme

/// The console behind the splash: its output is taken and kept, and shown in place of the stage on request.
///
/// While it is hidden its output does not wake the loop.
final class ConsoleView {
  /// The number of poll slots: the relay and the kernel's log.
  static let slotCount = 2

  /// The shortest interval between two frames of new text.
  private static var drawInterval: TimeSpan { .milliseconds(50) }

  /// Whether the console is shown.
  private(set) var isShown = false
  /// When text that has come is drawn; nil for never.
  private(set) var deadline: Instant?

  private var relay: ConsoleRelay?
  private var kernel: KernelLog?
  private var follower: ConsoleFollower?
  private var hasBegun = false
  /// Whether the relay has not reported yet what has become of the redirection.
  private var isWaiting = false
  /// Whether text has come that is not in the follower's yet.
  private var isBehind = false
  private var lastDraw = Instant.zero
  /// The images of the text, by the numbers of their outputs.
  private var images: [(output: Int, image: ConsoleImage)] = []
  /// The version of the theme that their font is from; nil for the built-in look.
  private var themeVersion: Int?
  /// Counts down with each drawn image: buffers may still have earlier ones, and the theme's images, which count up.
  private var lastVersion = -1
  /// Whether the first failed unit is to be found: by the option, or else by the theme.
  private let failureOption: Bool?
  private var findsFailure = false
  /// The search for it; nil when it has been found.
  private var finder: FailedUnitFinder? = FailedUnitFinder()
  /// The offset of the next byte for the search.
  private var finderOffset: UInt32 = 0
  private var failure: Message?

  /// Forks the relay; nil where the options want no console, or no relay can be started.
  init?(_ options: borrowing Options) {
    failureOption = options.showsFailures
    var setup = ConsoleSetup()
    switch options.consoleCapture {
    case .off: return nil
    case .automatic:
      // A splash of a boot or a shutdown; the console of a running system is left alone.
      guard geteuid() == 0, options.memoryCount == 0, options.protocols.mode != nil else {
        return nil
      }
    case .link(let path):
      setup.link = path
      setup.target = options.protocols.consoles.paths.first
    }
    setup.file = ConsoleView.file(options)
    do throws(SystemError) {
      relay = try ConsoleRelay(setup)
    } catch {
      Log.write(BootstrapError("the console is not taken: no relay", error).line.bytes)
      return nil
    }
    // Now, as the capability for it is given up later. A link in place of the console is for tests.
    if setup.link == nil { kernel = KernelLog() }
  }

  /// The file for the console's output.
  private static func file(_ options: borrowing Options) -> Path? {
    switch options.bootLog {
    case .off: return nil
    case .given(let path): return path
    case .automatic:
      guard case .automatic = options.consoleCapture, options.protocols.mode == .bootUp else {
        return nil
      }
      return Path("/var/log/boot.log")
    }
  }

  /// Redirects the console, once: the first frame is on the displays.
  func begin() {
    if hasBegun { return }
    hasBegun = true
    isWaiting = true
    relay?.begin()
  }

  /// Passes a change of the root directory on to the relay.
  func changeRoot(to directory: Span<UInt8>) { relay?.changeRoot(to: directory) }

  /// Writes the console's output to its file: the root is writable.
  func writeFile() { relay?.writeFile() }

  /// Adds the descriptors to a poll set that can report something now.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, from first: Int) {
    let (relaySlot, kernelSlot) = (PollSlot(rawValue: first), PollSlot(rawValue: first + 1))
    poll.ignore(relaySlot)
    poll.ignore(kernelSlot)
    // Text that waits to be drawn need not be reported again.
    if isBehind { return }
    if isWaiting || isShown || findsFailure, let number = relay?.descriptor {
      poll.watch(relaySlot, number: number)
    }
    if isShown, let number = kernel?.descriptor.number { poll.watch(kernelSlot, number: number) }
  }

  /// Handles what the poll reports.
  func serve<let capacity: Int>(_ poll: borrowing Poll<capacity>, from first: Int, at now: Instant)
  {
    if !poll[PollSlot(rawValue: first)].isEmpty { readReports() }
    if isShown, !poll[PollSlot(rawValue: first + 1)].isEmpty { isBehind = true }
    if isBehind, deadline == nil { deadline = max(now, lastDraw + ConsoleView.drawInterval) }
  }

  private func readReports() {
    do throws(SystemError) {
      while let report = try relay?.nextReport() ?? nil {
        // Bytes may have come before any other report, too.
        isBehind = isShown
        findFailure()
        switch report {
        case .written: break
        case .redirected: isWaiting = false
        case .busy:
          isWaiting = false
          Log.write("/dev/console: another program has redirected it; not shown behind the splash")
        case .refused:
          isWaiting = false
          Log.write("/dev/console: cannot be redirected; not shown behind the splash", .info)
        }
      }
    } catch {
      isWaiting = false
      relay = nil
      Log.write("/dev/console: the relay has ended; the console is not redirected any more")
    }
  }

  /// Sets whether the theme names the first failed unit, which counts without the option, and searches for it then.
  func setShowsFailure(_ showsFailure: Bool) {
    let wasSearching = findsFailure
    findsFailure = finder != nil && failureOption ?? showsFailure
    // What is new was reported before.
    if findsFailure && !wasSearching { findFailure() }
  }

  /// Searches the new output for a failed unit.
  private func findFailure() {
    var bytes = InlineArray<1024, UInt8>(repeating: 0)
    while findsFailure {
      var space = bytes.mutableSpan
      var copied: Int? = 0
      switch relay {
      case .some(let relay):
        copied = relay.log.copy(from: finderOffset, into: &space)
        if copied == nil { finderOffset = relay.log.start }
      case .none: break
      }
      guard let count = copied else { continue }
      if count == 0 { return }
      finderOffset = finderOffset &+ UInt32(count)
      for index in 0..<count {
        guard let found = finder?.feed(bytes[index]) ?? nil else { continue }
        var line = InlineText<255>()
        line.append(found.bytes)
        line.append(", Esc for details")
        failure = Message(showing: line.bytes)
        (finder, findsFailure) = (nil, false)
        break
      }
    }
  }

  /// A line about the first failed unit, once.
  func takeFailure() -> Message? {
    defer { failure = nil }
    return failure
  }

  /// Shows the console, or the stage again; nothing changes where it is shown already.
  func show(_ isShown: Bool, on outputs: borrowing OutputStages) {
    if isShown == self.isShown { return }
    if isShown {
      switch relay {
      case .some(let relay): follower = ConsoleFollower(relay.log)
      case .none: break
      }
      guard follower != nil else {
        return Log.write("the console cannot be shown: there is no memory, or no relay")
      }
      kernel?.rewind()
    } else {
      follower = nil
      images.removeAll()
      for output in outputs.list { output.show(nil) }
    }
    (self.isShown, isBehind, deadline) = (isShown, false, nil)
  }

  /// Draws the console's text on the outputs where it is new.
  func update(_ outputs: borrowing OutputStages, at now: Instant) {
    guard isShown, let follower else { return }
    var isNew = false
    if images.count < outputs.list.count || deadline.map({ now >= $0 }) ?? false {
      (isBehind, deadline, lastDraw) = (false, nil, now)
      switch relay {
      case .some(let relay): isNew = follower.follow(relay.log, &kernel)
      case .none: break
      }
    }
    let list = outputs.list
    let theme = outputs.theme
    if theme?.version != themeVersion { images.removeAll() }
    themeVersion = theme?.version
    images.removeAll { image in !list.contains { $0.number == image.output } }
    for output in list {
      let known = images.first { $0.output == output.number }?.image
      if known != nil && !isNew { continue }
      guard let image = known ?? makeImage(for: output, theme?.consoleFont) else { continue }
      lastVersion -= 1
      image.draw(follower.text, version: lastVersion)
      output.show(CoverImage(image.pixmaps, version: image.version))
    }
  }

  /// An image of an output's size; nil without memory.
  private func makeImage(for output: OutputStage, _ font: PackFont?) -> ConsoleImage? {
    let size = output.presenter.output.sizeInPixels
    let layout = output.layout
    let unrotated = layout.rotation.turned(width: size.width, height: size.height)
    let image = ConsoleImage(
      width: unrotated.width, height: unrotated.height, scale: layout.scale,
      rotation: layout.rotation, font: CellFont(font))
    if let image { images.append((output.number, image)) }
    return image
  }
}
