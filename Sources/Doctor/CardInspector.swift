// SPDX-License-Identifier: Apache-2.0

import ToolSupport
import KMS
import Linux

/// Inspects cards without driving them.
package enum CardInspector {
  /// The card with a number; nil where there is none.
  package static func card(_ number: UInt32) -> CardReport? {
    let path = "/dev/dri/card\(number)"
    var report = CardReport(path: path)
    let device = SystemFiles.text("/sys/class/drm/card\(number)/device/uevent") ?? ""
    report.bus = bus(fromUevent: device)
    report.driver = value(of: "DRIVER", in: device) ?? ""
    do throws(KMSError) {
      let name: Path
      do throws(SystemError) {
        name = try Files.path(path)
      } catch {
        return nil
      }
      let card = try Card(opening: name)
      // Before anything else: a splash or a compositor that starts now must find the card without a
      // master.
      let facts = DRMFacts(card)
      report.hasOtherMaster = !facts.isMaster
      if !report.hasOtherMaster { card.dropMaster() }
      if report.hasOtherMaster {
        let clients = SystemFiles.text("/sys/kernel/debug/dri/\(number)/clients") ?? ""
        report.master = master(inClients: clients)
      }
      try read(card, facts, into: &report)
    } catch {
      if error.kind == .noDevice { return nil }
      report.failure = error
    }
    return report
  }

  private static func read(
    _ card: borrowing Card<LibDRM>, _ facts: borrowing DRMFacts, into report: inout CardReport
  ) throws(KMSError) {
    (report.driver, report.driverVersion, report.driverDescription) = facts.driver
    report.isAtomic = card.isAtomic
    report.capabilities = facts.capabilities
    report.crtcs = card.crtcs.map { facts.crtc($0) }
    report.connectors = try card.connectors()
    report.planes = try card.planes().map { facts.plane($0) }
    for connector in report.connectors {
      report.displays[connector.id] = facts.display(connector.id)
    }
  }

  /// A device's location, from its `uevent` file: its bus, and its address on it if that has a name.
  package static func bus(fromUevent text: String) -> String {
    if let slot = value(of: "PCI_SLOT_NAME", in: text) {
      let id = value(of: "PCI_ID", in: text).map { " (\($0.lowercased()))" } ?? ""
      return "pci \(slot)\(id)"
    }
    if let node = value(of: "OF_FULLNAME", in: text) { return "devicetree \(node)" }
    if let product = value(of: "PRODUCT", in: text) { return "usb \(product)" }
    return value(of: "MODALIAS", in: text).map { "\($0.prefix { $0 != ":" })" } ?? ""
  }

  /// The master among a card's clients, as the kernel lists them for root: a command and its process.
  ///
  /// The columns are command, process, device, master and more.
  package static func master(inClients text: String) -> String? {
    for line in text.split(separator: "\n").dropFirst() {
      let words = line.split(separator: " ")
      guard words.count >= 6, let place = words.firstIndex(where: { Int($0) != nil }),
        place > 0, place + 2 < words.count, words[place + 2] == "y"
      else { continue }
      return "\(words[..<place].joined(separator: " ")), process \(words[place])"
    }
    return nil
  }

  private static func value(of key: String, in text: String) -> String? {
    for line in text.split(separator: "\n") where line.hasPrefix(key + "=") {
      return String(line.dropFirst(key.utf8.count + 1)).printable
    }
    return nil
  }
}
