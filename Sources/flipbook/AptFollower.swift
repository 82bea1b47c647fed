/// Turns APT's status lines into commands for the daemon.
///
/// APT counts twice from 0 to 100: over the downloads and over dpkg's work, each only where there
/// is something to do, and dpkg's work ends below 100. Shown is one progress that never goes back:
/// downloads take the first 30 %; where there are none, dpkg's work takes all. It stays below 100
/// until the installer itself has ended well.
struct AptFollower {
  /// How far downloads alone bring the whole.
  static let downloadShare = AptPercent(tenThousandths: 300_000)

  /// How far the whole comes before the installer has ended: the last percent is the caller's
  /// `done`.
  static let last = AptPercent(tenThousandths: 990_000)

  /// True once dpkg has reported an error: the stage shows a failure.
  private(set) var hasFailed = false

  private let downloadsOnly: Bool
  private var hasDownloaded = false
  private var shown: AptPercent?
  private var message: String?

  /// A follower that has seen nothing; `downloadsOnly` where no dpkg follows (`apt-get update`).
  init(downloadsOnly: Bool = false) {
    self.downloadsOnly = downloadsOnly
  }

  /// The commands that a status line asks for, in order; none for a line that says nothing new.
  mutating func commands(for line: AptStatusLine) -> [String] {
    // The picture of a failure stays, and the first reason is the one that tells most.
    guard !hasFailed else { return [] }
    switch line {
    case .download(let percent, let text):
      hasDownloaded = true
      let share = downloadsOnly ? AptFollower.last : AptFollower.downloadShare
      return show(text) + advance(to: percent.mapped(from: .zero, to: share))
    case .package(_, let percent, let text):
      let start = hasDownloaded ? AptFollower.downloadShare : .zero
      return show(text) + advance(to: percent.mapped(from: start, to: AptFollower.last))
    case .error(let package, let text):
      hasFailed = true
      return show(reason(package, text)) + ["fail"]
    case .configurationFile(let path):
      return show("Waiting for a decision about \(path)")
    case .mediaChange(let medium, let drive, let text):
      return show(text.isEmpty ? "Insert \(medium) into \(drive)" : text)
    }
  }

  /// What has gone wrong, with the package's name unless the text names it.
  private func reason(_ package: String, _ text: String) -> String {
    let file = package.split(separator: "/").last.map(String.init) ?? package
    let name = file.hasSuffix(".deb") ? String(file.prefix { $0 != "_" }) : file
    if text.isEmpty { return "\(name) failed" }
    return text.contains(name) ? text : "\(name): \(text)"
  }

  private mutating func show(_ text: String) -> [String] {
    guard !text.isEmpty, text != message else { return [] }
    message = text
    return ["message \(text.prefix(utf8Count: 255))"]
  }

  private mutating func advance(to percent: AptPercent) -> [String] {
    if let shown, percent <= shown { return [] }
    shown = percent
    return ["progress \(percent)"]
  }
}
