// SPDX-License-Identifier: Apache-2.0

package import Raster

/// How outputs are to be set up, by the names of their connectors.
///
/// Setting by setting the program's own command line is obeyed first, then the kernel's; in each of
/// them what is said of a connector by name, and then what is said of all; and of equals the last.
/// Holds a few kilobytes and allocates nothing.
package struct OutputRules: Sendable {
  /// Who says something, the least first.
  package enum Source: Int, Sendable {
    /// `flipbook.output` on the kernel's command line.
    case kernel
    /// The program's own command line.
    case program
  }

  /// How many rules there can be.
  package static var capacity: Int { 32 }

  private struct Entry {
    /// Nil for all connectors.
    var name: ConnectorName?
    var source = Source.kernel
    var rule = OutputRule()

    var rank: Int { 2 * source.rawValue + (name == nil ? 0 : 1) }
  }

  /// What `video=` says of a connector beside its mode, which is among the connector's modes then.
  private struct VideoEntry {
    var name: ConnectorName?
    var orientation: PanelOrientation?
    var rotation: Rotation?
  }

  private var entries = InlineArray<32, Entry>(repeating: Entry())
  private var count = 0
  private var videoEntries = InlineArray<8, VideoEntry>(repeating: VideoEntry())
  private var videoCount = 0

  /// How the kernel turns its console (`fbcon=rotate:`); nil where that was not said.
  package var consoleRotation: Rotation?

  /// No rules.
  package init() {}

  /// Adds a rule for a connector, or for all; false where the capacity is exceeded.
  package mutating func add(
    _ rule: OutputRule, for name: ConnectorName?, from source: Source
  ) -> Bool {
    guard count < OutputRules.capacity else { return false }
    let entry = Entry(name: name, source: source, rule: rule)
    // In ascending precedence.
    var place = count
    while place > 0, entries[place - 1].rank > entry.rank {
      entries[place] = entries[place - 1]
      place -= 1
    }
    entries[place] = entry
    count += 1
    return true
  }

  /// Adds `video=` settings of a connector, or of all; false where the capacity is exceeded.
  package mutating func addVideo(
    orientation: PanelOrientation?, rotation: Rotation?, for name: ConnectorName?
  ) -> Bool {
    guard videoCount < videoEntries.count else { return false }
    videoEntries[videoCount] = VideoEntry(name: name, orientation: orientation, rotation: rotation)
    videoCount += 1
    return true
  }

  /// What counts for a connector.
  package func rule(for name: ConnectorName) -> OutputRule {
    var result = OutputRule()
    for index in 0..<count where entries[index].name.map({ $0 == name }) ?? true {
      result.obey(entries[index].rule)
    }
    return result
  }

  /// The rotation of frames on a connector, and where it comes from.
  ///
  /// `orientation` is the panel orientation property, if the driver has it.
  package func rotation(
    for name: ConnectorName, mounted orientation: PanelOrientation?
  ) -> (rotation: Rotation, reason: RotationReason) {
    let rule = rule(for: name)
    if let rotation = rule.rotation { return (rotation, .rule) }
    let video = video(for: name)
    if let turn = video.rotation {
      let mounted = (video.orientation ?? orientation ?? .normal).rotation
      return (mounted.followed(by: turn), .video)
    }
    if let orientation = video.orientation { return (orientation.rotation, .video) }
    // A driver that says 'normal' may not have looked, as opposed to one that says anything else.
    if let orientation, orientation != .normal { return (orientation.rotation, .panel) }
    if let consoleRotation { return (consoleRotation, .console) }
    return (.degrees0, orientation == nil ? .nothing : .panel)
  }

  private func video(for name: ConnectorName) -> VideoEntry {
    var result = VideoEntry()
    for index in 0..<videoCount {
      let entry = videoEntries[index]
      // The kernel obeys what is said of a connector by its name, and only otherwise of all.
      if entry.name == nil ? result.name == nil : entry.name == name { result = entry }
    }
    return result
  }
}

/// Where a rotation comes from.
package enum RotationReason: Equatable, Sendable {
  /// A rule for the output says so.
  case rule
  /// `video=` on the kernel's command line says so.
  case video
  /// The driver reports the panel's orientation.
  case panel
  /// The kernel's console is rotated.
  case console
  /// Nothing says anything.
  case nothing
}
