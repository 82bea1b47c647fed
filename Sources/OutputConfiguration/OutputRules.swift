// SPDX-License-Identifier: Apache-2.0

package import DisplayList

/// The settings of outputs, by the names of their connectors.
///
/// Each setting is looked up separately. The program's own command line has precedence over the
/// kernel's. Within each, a rule for the connector's name has precedence over a rule for all
/// connectors. Among equal rules the last one counts. The value takes a few kilobytes and allocates
/// nothing.
package struct OutputRules: Sendable {
  /// Where a rule comes from, in ascending precedence.
  package enum Source: Int, Sendable {
    /// `flipbook.output` on the kernel's command line.
    case kernel
    /// The program's own command line.
    case program
  }

  /// The largest number of rules.
  package static var capacity: Int { 32 }

  private struct Entry {
    /// Nil for all connectors.
    var name: ConnectorName?
    var source = Source.kernel
    var rule = OutputRule()

    var rank: Int { 2 * source.rawValue + (name == nil ? 0 : 1) }
  }

  /// The `video=` settings of a connector without the mode, which is among the connector's modes.
  private struct VideoEntry {
    var name: ConnectorName?
    var orientation: PanelOrientation?
    var rotation: Rotation?
  }

  private var entries = InlineArray<32, Entry>(repeating: Entry())
  private var count = 0
  private var videoEntries = InlineArray<8, VideoEntry>(repeating: VideoEntry())
  private var videoCount = 0

  /// The rotation of the kernel's console (`fbcon=rotate:`); nil without that word.
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

  /// All settings that apply to a connector.
  package func rule(for name: ConnectorName) -> OutputRule {
    var result = OutputRule()
    for index in 0..<count where entries[index].name.map({ $0 == name }) ?? true {
      result.merge(entries[index].rule)
    }
    return result
  }

  /// The rotation of frames on a connector, and its reason.
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
    // A driver that reports 'normal' may not have checked; other values are reliable.
    if let orientation, orientation != .normal { return (orientation.rotation, .panel) }
    if let consoleRotation { return (consoleRotation, .console) }
    return (.degrees0, orientation == nil ? .nothing : .panel)
  }

  private func video(for name: ConnectorName) -> VideoEntry {
    var result = VideoEntry()
    for index in 0..<videoCount {
      let entry = videoEntries[index]
      // Like the kernel: an entry with the connector's name takes precedence over one for all.
      if entry.name == nil ? result.name == nil : entry.name == name { result = entry }
    }
    return result
  }
}

/// The reason for a rotation.
package enum RotationReason: Equatable, Sendable {
  /// A rule for the output says so.
  case rule
  /// `video=` on the kernel's command line says so.
  case video
  /// The driver reports the panel's orientation.
  case panel
  /// The kernel's console is rotated.
  case console
  /// No source gives a rotation.
  case nothing
}
